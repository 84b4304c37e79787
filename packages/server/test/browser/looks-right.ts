/** Checks how a page looks: in both themes, in a narrow and in a wide window. */
import { axeFindings, type Page } from '@notegraph/browser-tests'
import { expect } from 'vitest'

/** In the middle of a transition, such as to the other theme, colors have too little contrast. */
const END_TRANSITIONS =
  'for (const one of document.getAnimations()) if (one instanceof CSSTransition) one.finish()'

/** Checks the page with axe, and that nothing on it is wider than the window. */
export async function looksRight(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [360, 1_440]) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 900 })
      await page.evaluate(END_TRANSITIONS)
      const at = `${page.url()}, ${colorScheme}, ${width}`
      const findings = await axeFindings(page)
      const wide = await page.evaluate('document.documentElement.scrollWidth')
      expect({ at, findings, wide }).toEqual({ at, findings: [], wide: width })
    }
}
