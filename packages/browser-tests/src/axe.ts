/** What a page does wrong to people who read by ear, or see little contrast, as axe tells it. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Axe {
  run(options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>
}

/** @returns each rule that is broken, with the elements that break it; evaluated past the page's own policy */
export async function axeFindings(page: Page): Promise<string[]> {
  await page.evaluate(`${AXE};0`)
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: Axe }
    const { violations } = await axe.run({ resultTypes: ['violations'] })
    return violations.map(({ id, nodes }) =>
      [id, ...nodes.map(({ html }) => html.slice(0, 200))].join('\n  '),
    )
  })
}
