/**
 * Contact sheets: every page with each content, at two widths and in both themes, for people to look at.
 * `npm run contact-sheet -- GRAPH [FOLDER]` writes a sheet for each width and theme. GRAPH is a folder of Logseq or
 * Obsidian with real notes, and FOLDER is `docs/sheets` by default.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Browser, Page } from '@notegraph/browser-tests'
import { launchBrowser } from '@notegraph/browser-tests/launch'
import { openStore, readSettings } from '@notegraph/host'
import { importFolder, operator } from '@notegraph/service'
import { serve } from '../../src/index.ts'
import { contentsOf, SHOWN_PAGE } from './contents.ts'
import { writeSheet, type Shot } from './sheet.ts'

const SIZES = [
  { width: 360, height: 740 },
  { width: 1_440, height: 900 },
] as const
const THEMES = ['light', 'dark'] as const

const [graph, out = 'docs/sheets'] = process.argv.slice(2)
if (graph === undefined) {
  console.error('contact-sheet: no folder of notes. Add the path of one: npm run contact-sheet -- GRAPH')
  process.exit(1)
}
// npm sets INIT_CWD to the folder of the person who types the paths.
const at = (path: string): string => resolve(process.env['INIT_CWD'] ?? process.cwd(), path)
const browser = await launchBrowser()
if (!browser) {
  console.error('contact-sheet: no Chromium. Install it, or set NOTEGRAPH_CHROMIUM to its path.')
  process.exit(1)
}
const data = mkdtempSync(join(tmpdir(), 'notegraph-sheets-'))
const settings = readSettings({
  NOTEGRAPH_DATA: data,
  NOTEGRAPH_PORT: '0',
  NOTEGRAPH_LOG_LEVEL: 'silent',
  NOTEGRAPH_REQUESTS_PER_MINUTE: '0',
  NOTEGRAPH_FIRST_START: 'nothing',
})
const contents = contentsOf(at(graph))
await makeAccounts()
const served = await serve(settings, () => {})
try {
  mkdirSync(at(out), { recursive: true })
  for (const size of SIZES)
    for (const theme of THEMES) {
      const shots: Shot[] = []
      for (const content of Object.keys(contents)) shots.push(...(await shotsOf(content, size, theme)))
      await writeSheet(browser, join(at(out), `${size.width}-${theme}.jpg`), { shots, size, theme })
      console.log(`${size.width} ${theme}: ${shots.length} pages`)
    }
} finally {
  await browser.close()
  await served.stop()
  rmSync(data, { recursive: true })
}

/** Creates an account for each content. */
async function makeAccounts(): Promise<void> {
  const { store, blobs } = await openStore(settings)
  const operators = operator(store, blobs, Date.now)
  for (const [id, source] of Object.entries(contents)) {
    await operators.createAccount(id, {})
    const account = await operators.account(id)
    const made = source && (await importFolder(store, blobs, account, source, { now: Date.now() }))
    if (made?.ok === false) throw new Error(made.why)
  }
  await store.close()
}

async function signInPath(account: string): Promise<string> {
  const { store, blobs } = await openStore(settings)
  const { path } = await operator(store, blobs, Date.now).createSignInLink(account)
  await store.close()
  return path
}

async function shotsOf(
  content: string,
  size: (typeof SIZES)[number],
  colorScheme: (typeof THEMES)[number],
): Promise<Shot[]> {
  const context = await (browser as Browser).newContext({
    viewport: size,
    colorScheme,
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  const shots: Shot[] = []
  const shoot = async (path: string): Promise<void> => {
    await page.goto(served.baseUrl + path)
    shots.push(await shotOf(page, content, path))
  }
  await page.goto(served.baseUrl + (await signInPath(content)))
  if (content === 'empty') shots.push(await shotOf(page, content, 'sign-in link'))
  await page.getByRole('button', { name: 'Sign in as' }).click()
  await page.getByRole('button', { name: 'Sign out' }).waitFor({ state: 'attached' })
  const navigation = await page
    .locator('nav[aria-label="Pages"] a')
    .evaluateAll((all) => all.map((one) => one.getAttribute('href')!))
  const isShort = content === 'huge' || content === 'rtl'
  for (const path of navigation.filter((one) => !isShort || one.startsWith('/graph'))) await shoot(path)
  const { page: name, words } = SHOWN_PAGE[content]!
  await shoot(`/graph/page?name=${encodeURIComponent(name)}`)
  await shoot(`/graph/search?q=${encodeURIComponent(words)}`)
  await shoot('/graph/go')
  if (content === 'empty') {
    await shoot('/graph/keys')
    await context.clearCookies()
    await shoot('/sign-in')
    await shoot('/none')
  }
  await context.close()
  return shots
}

async function shotOf(page: Page, content: string, path: string): Promise<Shot> {
  const jpeg = await page.screenshot({ type: 'jpeg', quality: 80 })
  return { title: `${content}: ${decodeURIComponent(path)}`, jpeg }
}
