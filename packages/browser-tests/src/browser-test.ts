/**
 * Tests in a real browser. `browserTest` is vitest's `test` with a fresh `context` (no cookies, no storage) and a
 * `page` for each test. All tests of a run share one headless Chromium. Without Chromium the tests are skipped with one
 * line of explanation; in CI they fail.
 */
import { channel } from 'node:diagnostics_channel'
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core'
import { inject, test, type TestAPI } from 'vitest'
import { findChromium, NO_CHROMIUM } from './chromium.ts'

export interface InBrowser {
  /** The browser of one person: its pages share cookies and storage. */
  readonly context: BrowserContext
  /** An open page of the context. */
  readonly page: Page
  /** For a second person: `browser.newContext()`. The test closes that context. */
  readonly browser: Browser
}

/** Hears of each test that uses the browser. */
const used = channel('notegraph:browser-test')
let connected: Promise<Browser> | undefined
/** Milliseconds that one step in a page may take. A busy machine takes longer than the default of half a minute. */
const PATIENCE = 120_000

/** The connection of this process. Its contexts close with it. */
async function sharedBrowser(): Promise<Browser> {
  used.publish({})
  connected ??= connect()
  const browser = await connected
  if (browser.isConnected()) return browser
  connected = undefined
  return sharedBrowser()
}

async function connect(): Promise<Browser> {
  const start = performance.now()
  const answer = await fetch(inject('browserTests'))
  const text = await answer.text()
  if (!answer.ok) throw new Error(`Chromium did not start: ${text}`)
  const browser = await chromium.connect(text)
  browser.on('context', (context) => context.setDefaultTimeout(PATIENCE))
  performance.measure('browser start', { start })
  return browser
}

/** Milliseconds for which a page may be silent about itself. One whose process has ended never answers. */
const SILENCE = 5_000

/** The words of a page, and those of the field that has the caret. */
const WORDS = `document.body.innerText + '\\n> ' + (document.activeElement?.value ?? '')`

/** The words that each open page of a failed test shows, without which a wait that ended in vain says nothing. */
async function shownIn(browser: Browser): Promise<string> {
  const words = async (page: Page): Promise<string> =>
    Promise.race([
      page.evaluate<string>(WORDS).catch((error: unknown) => String(error)),
      new Promise<string>((done) => void setTimeout(done, SILENCE, '(no answer)')),
    ])
  const pages = browser.contexts().flatMap((context) => context.pages())
  const shown = pages.map(async (page) => `${page.url()} shows:\n${await words(page)}`)
  return (await Promise.all(shown)).join('\n\n')
}

/** Faults that a failed test prints, the latest. */
const MOST_FAULTS = 50

export const browserTest: TestAPI<InBrowser> = test.extend<InBrowser>({
  browser: async ({ skip }, use) => {
    if (findChromium(process.env) === undefined)
      return skip(`Left out what needs a real browser: ${NO_CHROMIUM}`)
    await use(await sharedBrowser())
  },
  context: async ({ browser, task }, use) => {
    const context = await browser.newContext()
    // A part of a page that did not come, or threw, shows no words.
    const faults: string[] = []
    context.on('requestfailed', (request) =>
      faults.push(`${request.url()} failed: ${request.failure()?.errorText ?? 'no reason'}`),
    )
    context.on('weberror', (thrown) => faults.push(String(thrown.error())))
    await use(context)
    if (task.result?.state === 'fail')
      console.error([await shownIn(browser), ...faults.slice(-MOST_FAULTS)].join('\n'))
    await context.close()
  },
  page: async ({ context }, use) => use(await context.newPage()),
})
