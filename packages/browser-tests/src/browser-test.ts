/**
 * Tests in a real browser. `browserTest` is vitest's `test` with a fresh `context` (no cookies, no storage) and a
 * `page` for each test. The test files of a process share one headless Chromium. Without Chromium the tests are skipped
 * with one line of explanation; in CI they fail.
 */
import { test, type TestAPI } from 'vitest'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { findChromium, NO_CHROMIUM } from './chromium.ts'
import { launchBrowser } from './launch.ts'

export interface InBrowser {
  /** The browser of one person: its pages share cookies and storage. */
  readonly context: BrowserContext
  /** An open page of the context. */
  readonly page: Page
  /** For a second person: `browser.newContext()`. The test closes that context. */
  readonly browser: Browser
}

let started: Promise<Browser | undefined> | undefined

/** The browser of the process; playwright ends it with the process. */
async function browserOf(path: string): Promise<Browser> {
  started ??= launchBrowser(path)
  const browser = await started
  if (browser?.isConnected()) return browser
  started = undefined
  return browserOf(path)
}

export const browserTest: TestAPI<InBrowser> = test.extend<InBrowser>({
  browser: async ({ skip }, use) => {
    const path = findChromium(process.env)
    if (path === undefined) return skip(`Left out what needs a real browser: ${NO_CHROMIUM}`)
    await use(await browserOf(path))
  },
  context: async ({ browser }, use) => {
    const context = await browser.newContext()
    await use(context)
    await context.close()
  },
  page: async ({ context }, use) => use(await context.newPage()),
})
