/**
 * A site as plain files, opened from a disk in a real browser. @see sharing 4, 6
 *
 * @module-tag browser
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { browserTest } from '@notegraph/browser-tests'
import { makeBlock, makePage } from '@notegraph/graph'
import { publishFolder } from '@notegraph/host'
import { SEARCH_CASES } from '@notegraph/store/testing'
import { afterAll, beforeAll, expect } from 'vitest'
import { localServer } from '../local-server.ts'
import { NOON } from '../notes.ts'
import { useSite } from '../published-site.ts'
import { writtenSite } from '../static-files.ts'
import { looksRight } from './looks-right.ts'

const it = useSite()
let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'notegraph-static-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

/** A picture of one dot. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

browserTest(
  '[S4, S6] links, pictures and the style work, and nothing else is asked for',
  async ({ page }) => {
    await it.addFile('pic1', 'a boat.png', 'image/png', PNG)
    await it.notes.addBoat([
      '## Repairs of the [[Third page]]\ncolour:: green',
      'TODO oil the oars ![boat](/api/files/pic1) ![p](https://other.example/p.png)',
      '```js\nconst tide = 1\n```',
      '<script>document.title = "run"</script> $a^2$',
    ])
    await it.publish({ pages: ['Boat', 'Third page'], start: 'Boat' })
    expect(await publishFolder(folder, (target) => writtenSite(it.api, target))).toMatchObject({ ok: true })

    const asked: string[] = []
    const complaints: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    page.on('console', (said) => complaints.push(said.text()))
    await page.goto(pathToFileURL(join(folder, 'index.html')).href)
    await expect.poll(async () => page.title()).toBe('Boat · Our trip')
    await expect.poll(async () => page.evaluate('document.querySelector("main img").naturalWidth')).toBe(1)
    const column = (await page.locator('main').boundingBox())!
    expect(column.width).toBeLessThan(1_000) // the style sheet is there

    await page.getByRole('main').getByRole('link', { name: 'Third page' }).click()
    await page.getByRole('heading', { name: 'Third page', level: 1 }).waitFor()
    await page.getByRole('main').getByRole('link', { name: 'Boat' }).click()
    await page.getByRole('heading', { name: 'Boat', level: 1 }).waitFor()
    await page.getByRole('link', { name: 'All pages' }).click()
    await page.getByText('2 pages').waitFor()
    expect(new URL(page.url()).pathname.endsWith('/pages/index.html')).toBe(true)

    const own = pathToFileURL(folder).href
    expect(asked.filter((url) => !url.startsWith(own))).toEqual([])
    expect(complaints).toEqual([])

    await page.getByRole('main').getByRole('link', { name: 'Boat' }).click()
    await looksRight(page)
  },
)

browserTest(
  '[S3, S4, S6] the search works from a disk, by keys, in any case, and asks for no other host',
  async ({ page }) => {
    await it.notes.addBoat([
      'the STRASSE of é and ısı',
      'a <blink>rope</blink> & a **knot**',
      `${'sail '.repeat(200)}harbour ${'sail '.repeat(200)}`,
    ])
    await it.publish({ pages: ['Boat', 'Third page'] })
    expect(await publishFolder(folder, (target) => writtenSite(it.api, target))).toMatchObject({ ok: true })
    const asked: string[] = []
    const complaints: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    page.on('console', (said) => complaints.push(said.text()))
    await page.goto(pathToFileURL(join(folder, 'boat.html')).href)

    async function find(q: string): Promise<string[]> {
      await page.getByRole('searchbox', { name: 'Search this site' }).focus()
      await page.keyboard.press('ControlOrMeta+A')
      await page.keyboard.type(q)
      await page.keyboard.press('Enter')
      await page.waitForURL(`**/search.html?*q=${encodeURIComponent(q).replaceAll('%20', '+')}`)
      await expect.poll(async () => page.getByRole('searchbox').inputValue()).toBe(q)
      return [
        await page.getByRole('status').innerText(),
        ...(await page.getByRole('listitem').allInnerTexts()),
      ]
    }
    expect(await find('knot rope')).toEqual(['1 page', 'Boat\n\na <blink>rope</blink> & a knot'])
    await expect.poll(async () => page.locator('mark').allInnerTexts()).toEqual(['rope', 'knot'])
    for (const q of ['Straße', 'e\u0301', 'ısı', 'BOAT'])
      expect([q, (await find(q))[0]]).toEqual([q, '1 page'])
    expect(await find('isi')).toEqual(['No matches. Try fewer words, or part of a word.'])
    expect(await find('.*')).toEqual(['No matches. Try fewer words, or part of a word.'])
    const [, line] = await find('harbour')
    expect(line).toMatch(/^Boat\s+….*harbour.*…$/)
    expect(line!.length).toBeLessThan(450)

    await page.getByRole('searchbox').focus()
    await page.keyboard.press('Tab') // the button
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/boat.html')
    const own = pathToFileURL(folder).href
    expect(asked.filter((url) => !url.startsWith(own))).toEqual([])
    expect(complaints).toEqual([])
    await find('harbour')
    await looksRight(page)
  },
)

browserTest(
  '[D5.1] the search finds texts as people type them, and marks what they mean',
  async ({ page }) => {
    const texts = [...new Set(SEARCH_CASES.map(([text]) => text))]
    const puts = texts.flatMap((text, n) => [
      makePage({ id: `typed-${n}`, name: `Page ${n}.`, props: [['tags', 'typed']], now: NOON }),
      makeBlock({ id: `b-${n}`, rev: 'r', content: text, pageId: `typed-${n}`, parentId: null, order: 1, now: NOON }), // prettier-ignore
    ])
    await it.api.graph.commits.commit({ puts: puts.map((record) => ({ record, from: 0 })) })
    await it.publish({ tag: 'typed' })
    expect(await publishFolder(folder, (target) => writtenSite(it.api, target))).toMatchObject({ ok: true })
    const address = pathToFileURL(join(folder, 'search.html')).href
    for (const [text, q, expected] of SEARCH_CASES) {
      await page.goto(`${address}?${new URLSearchParams({ q }).toString()}`)
      const line = page.locator('#matches li', { hasText: new RegExp(`^Page ${texts.indexOf(text)}\\.`) })
      expect([text, q, await line.locator('mark').allTextContents()]).toEqual([text, q, expected])
    }
  },
)

browserTest(
  '[S4] below a path of a host, 404.html has its style at any depth and leads back to the folder',
  async ({ page }) => {
    await it.publish({ pages: ['Third page'] })
    const { host } = await localServer(folderBelow('/notes/'))
    const base = `http://${host}/notes`
    await publishFolder(folder, (target) => writtenSite(it.api, target, base))
    const complaints: string[] = []
    page.on('console', (said) => complaints.push(said.text()))
    for (const path of ['nothing', 'pages/nothing.html', 'pages/deep/er/nothing']) {
      expect((await page.goto(`${base}/${path}`))?.status()).toBe(404)
      expect((await page.locator('main').boundingBox())!.width).toBeLessThan(1_000) // the style is there
      await looksRight(page)
    }
    await page.getByRole('link', { name: 'Go to the start page' }).click()
    await page.getByText('1 page').waitFor()
    await page.goto(`${base}/pages/deep/nothing`)
    await page.getByLabel('Search this site').fill('third')
    await page.keyboard.press('Enter')
    await page.getByRole('status').getByText('1 page').waitFor()
    expect(complaints.filter((text) => !text.includes('status of 404'))).toEqual([])
  },
)

browserTest('[S10] on a host, links have previews, and results appear while one types', async ({ page }) => {
  await it.notes.addBoat(['see the [[Third page]]'])
  await it.publish({ pages: ['Boat', 'Third page'] })
  const { host } = await localServer(folderBelow('/notes/'))
  await publishFolder(folder, (target) => writtenSite(it.api, target))
  const complaints: string[] = []
  page.on('console', (said) => complaints.push(said.text()))
  await page.goto(`http://${host}/notes/boat.html`)
  await page.getByRole('main').getByRole('link', { name: 'Third page' }).first().hover()
  await page.locator('.preview').getByText('Third page').waitFor()
  await page.keyboard.press('Escape')
  await page.goto(`http://${host}/notes/pages/index.html`)
  await page.getByLabel('Search this site').pressSequentially('third see')
  await page.locator('.results').getByRole('link', { name: 'Boat' }).click()
  await page.waitForURL(`http://${host}/notes/boat.html`)
  await page.goto(`http://${host}/notes/search.html`)
  await page.getByLabel('Search this site').pressSequentially('third')
  await page.locator('#matches').getByRole('link', { name: 'Third page' }).waitFor()
  expect(complaints).toEqual([])
})

/** Sends the files of the folder as a host of static sites does. */
const folderBelow =
  (path: string): RequestListener =>
  ({ url = '' }, response) => {
    const { pathname } = new URL(url, 'http://host')
    const file = join(folder, decodeURIComponent(pathname.slice(path.length)).replace(/^$/, 'index.html'))
    const isFound = pathname.startsWith(path) && existsSync(file) && statSync(file).isFile()
    const types: Readonly<Record<string, string>> = { '.html': 'text/html', '.css': 'text/css', '.js': 'text/javascript' } // prettier-ignore
    const sent = isFound ? file : join(folder, '404.html')
    response.writeHead(isFound ? 200 : 404, { 'Content-Type': types[extname(sent)] ?? 'image/svg+xml' })
    response.end(readFileSync(sent))
  }

browserTest('[S4] without scripts, the search leads to the list of pages', async ({ browser }) => {
  await it.publish({ pages: ['Third page'] })
  await publishFolder(folder, (target) => writtenSite(it.api, target))
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(pathToFileURL(join(folder, 'search.html')).href)
  await page.getByRole('main').getByRole('link', { name: 'All pages' }).click()
  await page.getByText('1 page').waitFor()
  await context.close()
})
