/**
 * A graph as published sites, one for each theme, to look at and to check. `npm run contact-sheet:sites -- GRAPH [FOLDER]` writes a
 * sheet for each theme, width and scheme, and the pages themselves below `FOLDER/pages` for validators. It also counts raw
 * macros, dead links and findings of axe over all pages. The exit code is 1 if there is one.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Page } from '@notegraph/browser-tests'
import { axeFindings } from '@notegraph/browser-tests/axe'
import { diskFolder, openStore, publishFolder } from '@notegraph/host'
import { importFolder, operator, siteReaders, siteSets } from '@notegraph/service'
import { writeStaticSite } from '@notegraph/web'
import { serve } from '../../src/index.ts'
import { openSheets } from './open.ts'
import { writeSheet, type Shot } from './sheet.ts'

const SIZES = [
  { width: 360, height: 740 },
  { width: 768, height: 1_024 },
  { width: 1_440, height: 900 },
] as const
const SCHEMES = ['light', 'dark'] as const
const THEMES = ['garden', 'handbook', 'blog'] as const
/** Pages on which axe runs; all others differ in their words alone. */
const CHECKED_EVERY = 12
/** Marks that readers never see. */
const RAW = /\{\{|\[:(?:div|span|a|p|img)[ {\]]|#\+BEGIN|\[\^\w+\]/

const { graph, out, browser, data, settings } = await openSheets('contact-sheet:sites', { out: 'sheets' })

async function fill(): Promise<string> {
  const { store, blobs } = await openStore(settings)
  const operators = operator(store, blobs, Date.now)
  await operators.createAccount('me', {})
  const imported = await importFolder(store, blobs, await operators.account('me'), diskFolder(graph), {
    now: Date.now(),
  })
  if (!imported.ok) throw new Error(imported.why)
  const { session } = await operators.createSession('me', { device: 'Phone' })
  await store.close()
  return session
}

const session = await fill()
const served = await serve(settings, () => {})

async function publish(theme: (typeof THEMES)[number]): Promise<void> {
  const answer = await fetch(`${served.baseUrl}/api/v1/settings/sites`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${session}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ slug: theme, title: `A ${theme}`, query: '(not [[No page of that name]])', look: { theme } }), // prettier-ignore
  })
  if (!answer.ok) throw new Error(await answer.text())
}

const text = async (path: string): Promise<{ status: number; html: string }> => {
  const answer = await fetch(served.baseUrl + path, { redirect: 'manual' })
  return { status: answer.status, html: await answer.text() }
}

function keep(path: string, content: string): void {
  const file = join(out, 'pages', path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, content)
}

const linksIn = (html: string): string[] =>
  Array.from(html.matchAll(/\s(?:href|src)="([^"]*)"/g), ([, to]) => to!.replaceAll('&amp;', '&'))

/** All pages of a site, each followed. @returns the paths of pages */
async function crawl(theme: string): Promise<readonly string[]> {
  const pages: string[] = []
  const found = new Set([`/p/${theme}`])
  let [raw, dead] = [0, 0]
  for (const path of found) {
    const { status, html } = await text(path)
    if (status !== 200) {
      console.log(`${path}: ${status}`)
      dead++
      continue
    }
    if (!html.startsWith('<!doctype html>')) continue
    pages.push(path)
    keep(`${theme}/${pages.length}.html`, html)
    const shown = html.replaceAll(/<pre[^]*?<\/pre>|<code>[^]*?<\/code>|<head>[^]*?<\/head>|<svg[^]*?<\/svg>|<annotation[^]*?<\/annotation>/g, '') // prettier-ignore
    const one = RAW.exec(shown)
    if (one) {
      raw++
      console.log(`${path}: ${shown.slice(one.index, one.index + 80).replaceAll('\n', ' ')}`)
    }
    for (const link of linksIn(html)) {
      if (link.startsWith('#')) {
        if (!html.includes(`id="${link.slice(1)}"`)) console.log(`${path}: ${link}`, ++dead)
      } else if (link.startsWith('/')) found.add(link.split('#')[0]!)
    }
  }
  console.log(
    `${theme}: ${pages.length} pages, ${found.size} addresses, ${raw} raw macros, ${dead} dead links`,
  )
  faults += raw + dead
  return pages
}

async function check(page: Page, theme: string, pages: readonly string[]): Promise<void> {
  let findings = 0
  const some = pages.filter((_, n) => n < 5 || n % CHECKED_EVERY === 0)
  for (const path of some) {
    await page.goto(served.baseUrl + path)
    for (const finding of await axeFindings(page)) console.log(path, JSON.stringify(finding), ++findings)
    const wide = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
    if (Number(wide) > 0) console.log(`${path}: ${String(wide)} pixels too wide`, ++findings)
  }
  console.log(`${theme}: axe on ${some.length} pages, ${findings} findings`)
  faults += findings
}

async function shoot(page: Page, theme: string, paths: readonly string[]): Promise<void> {
  for (const size of SIZES)
    for (const scheme of SCHEMES) {
      await page.setViewportSize(size)
      await page.emulateMedia({ colorScheme: scheme })
      const shots: Shot[] = []
      for (const path of paths) {
        await page.goto(served.baseUrl + path)
        const jpeg = await page.screenshot({ type: 'jpeg', quality: 80 })
        shots.push({ title: path, jpeg })
      }
      const file = join(out, `${theme}-${size.width}-${scheme}.jpg`)
      await writeSheet(browser, file, { shots, size, theme: scheme })
      console.log(file)
    }
}

async function writeFolder(theme: string): Promise<void> {
  const { store, blobs } = await openStore(settings)
  const readers = siteReaders(store, { blobs, clock: Date.now, sets: siteSets(store, Date.now) })
  const opened = await readers.openOwn((await store.accounts.find('me'))!, theme)
  if (!opened.ok) throw new Error(opened.refusal.code)
  await publishFolder(join(out, 'folder', theme), (target) =>
    writeStaticSite({ siteReaders: readers, blobs }, opened.value, target, { base: 'https://site.example' }),
  )
  await store.close()
}

let faults = 0
try {
  mkdirSync(out, { recursive: true })
  const context = await browser.newContext({ reducedMotion: 'reduce' })
  const page = await context.newPage()
  for (const theme of THEMES) {
    await publish(theme)
    const pages = await crawl(theme)
    for (const name of ['feed.xml', 'journals.xml', 'feed.json', 'sitemap.xml', 'llms.txt'])
      keep(`${theme}/${name}`, (await text(`/p/${theme}/${name}`)).html)
    await check(page, theme, pages)
    const longest = pages.slice(5).toSorted((a, b) => a.length - b.length)
    await shoot(page, theme, [`/p/${theme}`, `/p/${theme}/graph`, `/p/${theme}/search?q=query`, `/p/${theme}/nothing`, `/p/${theme}/queries`, `/p/${theme}/kitchen-sink`, ...longest.slice(0, 2), ...longest.slice(-2)]) // prettier-ignore
    await writeFolder(theme)
  }
  await context.close()
} finally {
  await browser.close()
  await served.stop()
  rmSync(data, { recursive: true })
}
process.exitCode = faults > 0 ? 1 : 0
