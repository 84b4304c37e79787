/** The look that a person gives a site: themes, colors, letters, pictures, footer and style sheet. @see sharing 6, 9, 10 */
import { makeBlock, makePage, type NewPage } from '@notegraph/graph'
import { beforeEach, describe, expect, test } from 'vitest'
import { NOON } from './notes.ts'
import { useSite } from './published-site.ts'
import { staticFiles } from './static-files.ts'

const it = useSite()
const DAY = 86_400_000

async function add(
  id: string,
  name: string,
  texts: readonly string[],
  now = NOON,
  props: NewPage['props'] = [],
) {
  // prettier-ignore
  const page = makePage({ id, name, props: [['tags', 'all'], ...props], now })
  const blocks = texts.map((content, n) => makeBlock({ id: `${id}-${n}`, rev: 'r', content, pageId: id, parentId: null, order: n, now })) // prettier-ignore
  const puts = [page, ...blocks].map((record) => ({ record, from: 0 }))
  expect(await it.api.graph.commits.commit({ puts })).toMatchObject({ ok: true })
}

beforeEach(async () => {
  await add('a', 'Anchor', ['iron'])
  await add('b', 'Boat', ['oak ![](/api/files/logo1)'], NOON + DAY)
  await add('c', 'Crew', ['two'], NOON + 2 * DAY, [['date', '2020-02-03']])
})

/** The path of the style sheet that a site has beside those of all sites. */
const styleIn = (html: string) => /<link rel="stylesheet" href="([^"]*\/assets\/look-[^"]+)"/.exec(html)?.[1]
const main = (html: string) => html.slice(html.indexOf('<main'), html.indexOf('</main>'))
const words = (html: string) =>
  html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()

async function refused(look: object): Promise<string> {
  const { session } = await it.api.operators.createSession('me', { device: 'Phone' })
  const answer = await it.api.call('/api/v1/settings/sites/trip', {
    method: 'PATCH',
    token: session,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ look }),
  })
  expect(answer.status).toBe(400)
  return String(answer.body['error'])
}

describe('[S10] a theme', () => {
  test('is a garden without a choice, with no style sheet of its own', async () => {
    await it.publish({ tag: 'all' })
    const { html } = await it.open('/boat')
    expect(styleIn(html)).toBeUndefined()
    expect((await it.send('GET', '?limit=1'))['sites']).toMatchObject([expect.not.objectContaining({ look: expect.anything() })]) // prettier-ignore
  })

  test.each(['handbook', 'blog'])('%s has a style sheet, in light and in dark', async (theme) => {
    await it.publish({ tag: 'all', look: { theme } })
    const { html } = await it.open('/boat')
    const answer = await it.reader.get(styleIn(html)!)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/css; charset=utf-8'])
    expect(answer.headers.get('cache-control')).toContain('immutable')
    expect(await answer.text()).toMatch(/:root\{--paper:#[^]*prefers-color-scheme:dark/)
  })

  test('handbook leads from page to page, in the order of the navigation', async () => {
    await it.publish({ tag: 'all', navigation: ['Crew'], look: { theme: 'handbook' } })
    const beside = async (path: string) => {
      const { html } = await it.open(path)
      const nav = /<nav class="beside"[^]*?<\/nav>/.exec(html)?.[0] ?? ''
      return Array.from(nav.matchAll(/rel="(\w+)" href="([^"]+)"/g), ([, rel, to]) => [rel, to])
    }
    expect(await beside('/crew')).toEqual([['next', '/p/trip/anchor']])
    expect(await beside('/anchor')).toEqual([['prev', '/p/trip/crew'], ['next', '/p/trip/boat']]) // prettier-ignore
    await it.change({ look: { theme: 'garden' } })
    expect(await beside('/anchor')).toEqual([])
  })

  test('blog has its pages by their days, the latest first', async () => {
    await it.publish({ tag: 'all', look: { theme: 'blog' } })
    expect(words(main((await it.open('/index')).html))).toMatch(/21 November 2026 Boat 20 November 2026 Anchor 3 February 2020 Crew/) // prettier-ignore
    expect(main((await it.open('/crew')).html)).toContain(
      '<time datetime="2020-02-03">3 February 2020</time>',
    )
    await it.change({ lang: 'de' })
    expect(words(main((await it.open('/crew')).html))).toContain('3. Februar 2020')
  })
})

test('[S10] colors and letters are in the style sheet, whose address changes with them', async () => {
  await it.publish({ tag: 'all', look: { accent: '#B00020', background: '#fffaf0', font: 'serif' } })
  const first = styleIn((await it.open('/boat')).html)!
  const text = await (await it.reader.get(first)).text()
  expect(text).toMatch(/--paper:#fffaf0[^]*--accent:#b00020[^]*--own-font:Charter/)
  await it.change({ look: { accent: '#00b000' } })
  const second = styleIn((await it.open('/boat')).html)!
  expect(second).not.toBe(first)
  expect((await it.reader.get(first)).status).toBe(404)
  await it.change({ look: null })
  expect(styleIn((await it.open('/boat')).html)).toBeUndefined()
})

test('[S6, S10] a style sheet of the person comes last, and may name no address', async () => {
  await it.publish({ tag: 'all', look: { theme: 'blog', style: 'h1 { color: teal }\r\n' } })
  const text = await (await it.reader.get(styleIn((await it.open('/boat')).html)!)).text()
  expect(text.endsWith('h1 { color: teal }')).toBe(true)
  for (const style of [
    '@import "a.css"',
    'a { background: url(//b.example/c) }',
    String.raw`a { background: \75rl(a) }`,
  ])
    expect(await refused({ style })).toMatch(/^The style sheet \(style\) must not contain/)
  expect(await refused({ accent: 'red' })).toContain('such as #246152')
  expect(await refused({ style: 'a'.repeat(16_001) })).toContain('style takes up to 16000 characters')
  expect(await refused({ footer: 'a\u0007' })).toContain('footer must not contain control characters')
  expect(await refused({ logo: 'none.png' })).toBe('logo takes a picture of your notes, such as logo.png. None is called "none.png".') // prettier-ignore
})

test('[S9, S10] a logo and an icon are files of the site, which end with the look', async () => {
  await it.addFile('logo1', 'our logo.png', 'image/png', 'LOGO')
  await it.publish({ pages: ['Anchor'], look: { logo: 'our logo.png', icon: '⛵' } })
  for (const path of ['/anchor', '/search?q=iron', '/nothing']) {
    const { html } = await it.open(path)
    expect([path, html]).toEqual([path, expect.stringContaining('<img src="/p/trip/files/our-logo.png" alt="" />')]) // prettier-ignore
    const icon = /<link rel="icon" href="([^"]+)" type="image\/svg\+xml"/.exec(html)![1]!
    expect(await (await it.reader.get(icon)).text()).toContain('>⛵</text>')
  }
  const logo = await it.open('/files/our-logo.png')
  expect([logo.status, logo.html, logo.headers.get('content-type')]).toEqual([200, 'LOGO', 'image/png'])
  const again = await it.open('/files/our-logo.png', { 'If-None-Match': logo.headers.get('etag')! })
  expect(again.status).toBe(304)
  await it.change({ look: { icon: 'logo1' } })
  expect((await it.open('/anchor')).html).toContain('<link rel="icon" href="/p/trip/files/our-logo.png" type="image/png" />') // prettier-ignore
  await it.change({ look: {} })
  expect((await it.open('/files/our-logo.png')).status).toBe(410)
})

test('[S2, S10] a footer is Markdown whose links lead to published pages alone, on each page', async () => {
  await it.notes.addBoat([])
  await it.publish({ pages: ['Anchor'], look: { footer: 'by **us**, see [[Anchor]] and [[Crew]] <script>x</script> {{query (todo TODO)}}' } }) // prettier-ignore
  for (const path of ['/anchor', '/index', '/search?q=iron', '/nothing']) {
    const { html } = await it.open(path)
    const footer = /<footer[^]*<\/footer>/.exec(html)![0]
    expect(footer).toContain(
      '<strong>us</strong>, see <a class="ref" href="/p/trip/anchor">Anchor</a> and Crew',
    )
    expect(footer).not.toMatch(/<script|\{\{/)
  }
})

test('[S4, S10] a folder has the look too, without a server', async () => {
  await it.addFile('logo1', 'logo.png', 'image/png', 'LOGO')
  await it.publish({ pages: ['Anchor'], look: { theme: 'blog', logo: 'logo1', icon: '⛵', style: 'h1 { color: teal }' } }) // prettier-ignore
  const { files } = await staticFiles(it.api, 'https://trip.example/notes')
  const names = [...files.keys()].filter((name) => /assets\/(?:look|icon-.*svg$)|files\//.test(name))
  expect(names).toEqual(expect.arrayContaining([expect.stringMatching(/^assets\/look-/), 'files/logo.png']))
  const html = files.get('anchor.html')!
  expect(html).toContain('<img src="files/logo.png" alt="" />')
  for (const [, path] of html.matchAll(/<link rel="(?:icon|stylesheet)" href="([^"]+)"/g))
    expect([path, files.has(path!)]).toEqual([path, true])
  const none = files.get('404.html')!
  expect(none).toContain('h1 { color: teal }')
  expect(none).toContain('<img src="/notes/files/logo.png" alt="" />')
  expect(none).toContain('img-src &#39;self&#39;')
})

test('[S10] a site that is published by hand has its look from the change on', async () => {
  await it.publish({ tag: 'all', follows: false, look: { theme: 'blog' } })
  expect(words(main((await it.open('/index')).html))).toContain('21 November 2026 Boat')
  await it.change({ look: { footer: 'new words' } })
  expect((await it.open('/boat')).html).toContain('new words')
})
