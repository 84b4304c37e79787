/**
 * Contact sheets: every page with each content, at two widths and in both themes, for people to look at.
 * `npm run contact-sheet -- GRAPH [FOLDER]` writes a sheet for each width and theme. GRAPH is a folder of Logseq or
 * Obsidian with real notes, and FOLDER is `docs/sheets` by default.
 */
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from '@notegraph/browser-tests'
import { openStore } from '@notegraph/host'
import { importFolder, LINK_PATH, operator } from '@notegraph/service'
import { serve } from '../../src/index.ts'
import { contentsOf, SHOWN_PAGE } from './contents.ts'
import { addFacts } from './facts.ts'
import { openSheets } from './open.ts'
import { writeSheet, type Shot } from './sheet.ts'

const SIZES = [
  { width: 360, height: 740 },
  { width: 1_440, height: 900 },
] as const
const THEMES = ['light', 'dark'] as const

const { graph, out, browser, data, settings } = await openSheets('contact-sheet', {
  out: 'docs/sheets',
  env: { NOTEGRAPH_OAUTH: 'on', NOTEGRAPH_WEBHOOK_HOSTS: '127.0.0.1' },
})
const contents = contentsOf(graph)
await makeAccounts()
const served = await serve(settings, () => {})
const sheets = SIZES.flatMap((size) => THEMES.map((theme) => ({ size, theme, shots: [] as Shot[] })))
try {
  mkdirSync(out, { recursive: true })
  for (const content of Object.keys(contents)) await shootAll(browser, content)
  for (const sheet of sheets) {
    const path = join(out, `${sheet.size.width}-${sheet.theme}.jpg`)
    await writeSheet(browser, path, sheet)
    console.log(`${path}: ${sheet.shots.length} pages`)
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

/** @returns the pages that show the facts of an account; only a real graph has some */
async function factsOf(content: string): Promise<readonly string[]> {
  if (content !== 'real') return []
  const opened = await openStore(settings)
  try {
    return await addFacts(opened, content, served.baseUrl)
  } finally {
    await opened.store.close()
  }
}

/** Signs in once, because the server limits sign-ins, and adds each page to every sheet. */
async function shootAll(by: Browser, content: string): Promise<void> {
  const context = await by.newContext({ reducedMotion: 'reduce' })
  const page = await context.newPage()
  const link = await signInPath(content)
  if (content === 'empty') await shoot(page, content, [link, '/sign-in', '/none'])
  const facts = await factsOf(content)
  await page.goto(served.baseUrl + link)
  await page.getByRole('button', { name: 'Sign in as' }).click()
  await page.getByRole('button', { name: 'Sign out' }).waitFor({ state: 'attached' })
  const navigation = await page
    .locator('nav[aria-label="Pages"] .group:not(.starred) a')
    .evaluateAll((links) => links.map((one) => one.getAttribute('href')!))
  const isShort = content === 'huge' || content === 'rtl'
  const { page: name, words } = SHOWN_PAGE[content]!
  await shoot(page, content, [
    ...navigation.filter((path) => !isShort || path.startsWith('/graph')),
    `/graph/page?name=${encodeURIComponent(name)}`,
    `/graph/search?q=${encodeURIComponent(words)}`,
    '/graph/go',
    ...facts,
    ...(content === 'empty' ? ['/graph/keys', '/settings/sites/new'] : []),
  ])
  await context.close()
}

async function shoot(page: Page, content: string, paths: readonly string[]): Promise<void> {
  for (const { size, theme, shots } of sheets) {
    await page.setViewportSize(size)
    await page.emulateMedia({ colorScheme: theme })
    for (const path of paths) {
      await page.goto(served.baseUrl + path)
      const jpeg = await page.screenshot({ type: 'jpeg', quality: 80 })
      const title = path.startsWith(LINK_PATH) ? 'sign-in link' : decodeURIComponent(path)
      shots.push({ title: `${content}: ${title}`, jpeg })
    }
  }
}
