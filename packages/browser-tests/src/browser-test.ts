/**
 * Tests in a real browser: `browserTest` is vitest's `test` with a `context` of its own for each test (no cookies, no
 * storage) and a `page` in it. The test files of a process share one headless Chromium, started with the first. Where
 * the machine has none they are left out, and the run says so in one line; in CI they fail.
 */
import { test, type TestAPI } from 'vitest'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { findChromium, NO_CHROMIUM } from './chromium.ts'
import { launchBrowser } from './launch.ts'

export interface InBrowser {
  /** A person's browser: pages in it share cookies and storage. */
  readonly context: BrowserContext
  /** A page in it, already open. */
  readonly page: Page
  /** For a second person: `browser.newContext()`. Who opens one closes it. */
  readonly browser: Browser
}

let started: Promise<Browser | undefined> | undefined

/** The process's browser. It ends with the process, by playwright's own doing. */
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
