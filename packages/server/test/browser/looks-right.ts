/** Checks how a page looks: in both themes, in a narrow and in a wide window. */
import { axeFindings, type Page } from '@notegraph/browser-tests'
import { expect } from 'vitest'

/** Checks the page with axe, and that nothing on it is wider than the window. */
export async function looksRight(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [360, 1_440]) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 900 })
      const at = `${page.url()}, ${colorScheme}, ${width}`
      const findings = await axeFindings(page)
      const wide = await page.evaluate('document.documentElement.scrollWidth')
      expect({ at, findings, wide }).toEqual({ at, findings: [], wide: width })
    }
}
