/** Accessibility faults of a page, as found by axe. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Axe {
  run(options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>
}

/**
 * Runs axe in a page, despite the page's content security policy.
 *
 * @returns each broken rule with its elements
 * @example
 * ```ts
 * expect(await axeFindings(page)).toEqual([])
 * ```
 */
export async function axeFindings(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(`${AXE};0`)
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: Axe }
    const { violations } = await axe.run({ resultTypes: ['violations'] })
    return violations.map(({ id, nodes }) =>
      [id, ...nodes.map(({ html }) => html.slice(0, 200))].join('\n  '),
    )
  })
}
