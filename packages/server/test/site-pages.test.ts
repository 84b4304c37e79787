/** Published sites as readers see them. @see sharing 2, 3, 5, 6 */
import { makePage } from '@notegraph/graph'
import { describe, expect, test } from 'vitest'
import { openApi } from './api.ts'
import { NOON } from './notes.ts'
import { useSite } from './published-site.ts'
import { openPage } from './shared-link.ts'
import { blockId, sharedNotes, THIRD_BLOCK } from './shared-notes.ts'
import { openBrowser } from './web-browser.ts'

const BOAT = '/p/trip/boat'

const it = useSite()
const publish = async (...pages: string[]) => it.publish({ pages })

/** The addresses in the text of a page. */
const addresses = (html: string) => {
  const main = html.slice(html.indexOf('<main'), html.indexOf('</main>'))
  return [...main.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, address]) => address!)
}

async function setProps(name: string, props: Readonly<Record<string, string>>) {
  const { pages, records, commits } = it.api.graph
  const found = (await records.find((await pages.findByName(name))!.id))!
  if (found.record.kind !== 'page') throw new Error('This is not a page.')
  const now = found.record.updatedAt + 1
  const more = Object.fromEntries(Object.entries(props).map(([key, v]) => [key, { v, at: now }]))
  const record = { ...found.record, props: { ...found.record.props, ...more }, updatedAt: now }
  expect((await commits.commit({ puts: [{ record, from: found.seq }] })).ok).toBe(true)
}

describe('[S3] a site', () => {
  test('starts with its index, which lists what is published and nothing else', async () => {
    await it.notes.addBoat(['hull'])
    await publish('Boat', 'Third page')
    for (const path of ['', '/', '/index']) {
      const { status, html } = await it.open(path)
      expect(status).toBe(200)
      expect(html).toContain('Our trip')
      expect(addresses(html)).toEqual([BOAT, '/p/trip/third-page'])
      expect(html).not.toContain('Secret')
    }
  })

  test('starts with the chosen page while that is published', async () => {
    await it.notes.addBoat(['hull'])
    await publish('Boat', 'Third page')
    await it.change({ start: 'Boat' })
    expect((await it.open('')).html).toContain('hull')
    await setProps('boat', { public: 'false' })
    const { html } = await it.open('')
    expect(html).not.toContain('hull')
    expect(addresses(html)).toEqual(['/p/trip/third-page'])
  })

  test('has one address for its start page', async () => {
    await it.notes.addBoat(['hull'])
    await it.publish({ pages: ['Boat', 'Third page'], start: 'Boat' })
    for (const path of ['', '/boat'])
      expect((await it.open(path)).html).toContain(
        '<link rel="canonical" href="https://notes.example/p/trip" />',
      )
    expect((await it.open('/sitemap.xml')).html.match(/(?<=<loc>).*?(?=<\/loc>)/g)).toEqual([
      'https://notes.example/p/trip',
      'https://notes.example/p/trip/third-page',
    ])
  })

  test('follows links among published pages both ways; others are text', async () => {
    await it.notes.addBoat(['to [[Third page]] and [[Secret plan]] and [[Hush]]'])
    await publish('Boat', 'Third page')
    const { html } = await it.open('/boat')
    expect(addresses(html)).toEqual(['/p/trip/third-page'])
    expect(html).not.toContain('Linked from')
    const third = await it.open('/third-page')
    expect(third.html).toContain('Linked from')
    expect(addresses(third.html)).toEqual([BOAT])
  })

  test('names each published page that links a page, however many private ones do', async () => {
    await it.notes.addBoat(['to [[Third page]]'])
    const days = Array.from({ length: 1_001 }, (_, n) =>
      makePage({ id: `a${n}`, name: `A day ${n}`, props: [['about', '[[Third page]]']], now: NOON }),
    )
    await it.api.graph.commits.commit({ puts: days.map((record) => ({ record, from: 0 })) })
    await publish('Boat', 'Third page')
    expect(addresses((await it.open('/third-page')).html)).toEqual([BOAT])
  })

  test('names the first thousand of the pages that link a page', async () => {
    const ports = Array.from({ length: 1_002 }, (_, n) => {
      const props = [['tags', 'port'], ['about', '[[Third page]]']] as const // prettier-ignore
      return makePage({ id: `a${n}`, name: `Port ${1_000 + n}`, props, now: NOON })
    })
    await it.api.graph.commits.commit({ puts: ports.map((record) => ({ record, from: 0 })) })
    await it.publish({ pages: ['Third page'], tag: 'port' })
    const linking = addresses((await it.open('/third-page')).html).map((path) => path.split('/').at(-1))
    expect(linking).toEqual(Array.from({ length: 1_000 }, (_, n) => `port-${1_000 + n}`))
  })

  test('leads to a page by its alias, unless the alias is the name of another page', async () => {
    await it.notes.addBoat(['to [[Skiff]] and [[Hull]]'])
    const hull = makePage({ id: 'hull', name: 'Hull', now: NOON })
    const third = makePage({
      id: 'skiffs',
      name: 'Small boats',
      props: [['alias', 'Skiff, Hull']],
      now: NOON,
    })
    await it.api.graph.commits.commit({ puts: [hull, third].map((record) => ({ record, from: 0 })) })
    await publish('Boat', 'Small boats')
    expect(addresses((await it.open('/boat')).html)).toEqual(['/p/trip/small-boats'])
  })

  test('leads to a heading and to a named block of a page, also from the page itself', async () => {
    const named = ['## The **hull**', 'a plank ^4cc75e', '## The hull']
    const links = [
      'to [[#The hull]]',
      'to [[boat#^4cc75e]]',
      'to [[Third page#Größe & Länge]]',
      '[[Secret plan#Hull]]',
    ]
    await it.notes.addBoat([...named, ...links, `((${blockId(0)}))`, `[words](((${THIRD_BLOCK})))`])
    await publish('Boat', 'Third page')
    const { html } = await it.open('/boat')
    expect(addresses(html)).toEqual([
      `${BOAT}#at-the-hull`,
      `${BOAT}#at-4cc75e`,
      '/p/trip/third-page#at-gr%C3%B6%C3%9Fe-l%C3%A4nge',
      `${BOAT}#at-the-hull`,
      '/p/trip/third-page',
    ])
    for (const id of ['at-the-hull', 'at-4cc75e']) expect(html.split(` id="${id}"`)).toHaveLength(2)
    expect((await it.open('/boat.md')).html).toContain('(https://notes.example/p/trip/boat#at-4cc75e)')
    const { html: shared } = await openPage(it.reader, await it.share({ page: 'Boat' }))
    expect(shared).toMatch(/href="\/s\/[\w-]{22}#at-the-hull"/)
    expect(shared).toContain(' id="at-the-hull"')
  })

  test('has an address for search engines and for programs that show links', async () => {
    await it.notes.addBoat(['hull'])
    await publish('Boat')
    const { html, headers } = await it.open('/boat')
    expect(html).toContain(`<link rel="canonical" href="https://notes.example${BOAT}" />`)
    expect(html).toContain('<meta property="og:title" content="Boat" />')
    expect(html).toContain('<meta property="og:site_name" content="Our trip" />')
    expect(html).not.toContain('noindex')
    expect(headers.has('x-robots-tag')).toBe(false)
    expect(it.reader.cookies.size).toBe(0)
  })

  test('[O3.1] goes on with the numbers of a list in a later part of a page', async () => {
    await it.notes.addBoat(Array.from({ length: 201 }, () => 'row\nlogseq.order-list-type:: number'))
    await publish('Boat')
    expect((await it.open('/boat?offset=200')).html).toContain('class="number">201.<')
  })

  test('shows a long index in parts', async () => {
    const ports = Array.from({ length: 201 }, (_, n) =>
      makePage({
        id: `p${n}`,
        name: `Port ${String(n).padStart(3, '0')}`,
        props: [['tags', 'port']],
        now: NOON,
      }),
    )
    await it.api.graph.commits.commit({ puts: ports.map((record) => ({ record, from: 0 })) })
    await it.publish({ tag: 'port' })
    expect(addresses((await it.open('/index')).html).at(-1)).toBe('/p/trip/index?offset=200')
    expect((await it.open('/index?offset=200')).html).toContain('Port 200')
  })

  test('has on each page its language, the form of its search and its feed', async () => {
    await it.publish({ pages: ['Third page'], lang: 'de' })
    const feed = /<link\s+rel="alternate"\s+type="application\/atom\+xml"[^>]*href="\/p\/trip\/feed.xml"/
    const pages = ['', '/index', '/third-page']
    for (const path of [...pages, '/search?q=third']) {
      const { html } = await it.open(path)
      expect(html).toContain('<form method="get" action="/p/trip/search" role="search"')
      expect(html).toMatch(feed)
    }
    for (const path of pages) expect((await it.open(path)).html).toContain('<html lang="de">')
  })

  test('has a map of what is published, with the day of the latest edit', async () => {
    await it.notes.addBoat(['hull'])
    await publish('Boat', 'Third page')
    const { headers, html: xml } = await it.open('/sitemap.xml')
    expect(headers.get('content-type')).toBe('application/xml')
    expect(
      [...xml.matchAll(/<loc>(.*?)<\/loc>(?:<lastmod>(.*?)<\/lastmod>)?/g)].map((found) => found.slice(1)),
    ).toEqual([
      ['https://notes.example/p/trip', undefined],
      [`https://notes.example${BOAT}`, '2026-11-20'],
      ['https://notes.example/p/trip/third-page', '2026-11-20'],
    ])
  })

  test('below a base path, its addresses have that path', async () => {
    it.api = await openApi({ baseUrl: 'https://notes.example/notes' })
    it.reader = openBrowser(it.api)
    await (await sharedNotes(it.api.graph)).addBoat(['hull'])
    await publish('Boat')
    const { html } = await it.open('')
    expect(html).toContain(`href="/notes${BOAT}"`)
    expect(html).toContain('href="https://notes.example/notes/p/trip"')
  })
})

test('[S2] a shared page leads to pages that are shared or published, and no others', async () => {
  await it.notes.addBoat(['to [[Third page]] and [[Secret plan]]'])
  await publish('Third page')
  const path = await it.share({ page: 'Boat' })
  const leads = async () => addresses(await (await it.reader.get(path)).text())
  expect(await leads()).toEqual(['/p/trip/third-page'])
  await it.send('POST', '/trip/end')
  expect(await leads()).toEqual([])
})

/** Each is sent as a browser sends it, as most programs do, and as a program that asks for JSON. */
const ACCEPTED = [{ Accept: 'text/html,*/*;q=0.8' }, {}, { Accept: 'application/json' }]

describe('[S3] an address without a page', () => {
  test.each([
    ['/nothing', 404],
    ['/nothing/below?q=1', 404],
    ['/index/more', 404],
    ['/files/nothing.png', 404],
    ['/pages/third/files/x', 404],
    ['/third-page/more', 404],
    ['/secret-plan', 404],
    ['/pages/secret', 410],
    ['/journals.xml', 410],
  ])('%s answers %i within the site', async (path, status) => {
    await publish('Third page')
    for (const accepted of ACCEPTED) {
      const found = await it.open(path, accepted)
      expect(found.status).toBe(status)
      expect(found.headers.get('content-type')).toBe('text/html; charset=UTF-8')
      expect(found.headers.get('content-security-policy')).toContain("default-src 'none'")
      expect(found.headers.get('cache-control')).toBe('no-store')
      expect(found.html).toContain('<form method="get" action="/p/trip/search" role="search"')
      expect(found.html).toContain('<meta name="robots" content="noindex" />')
      expect(addresses(found.html)).toEqual(['/p/trip'])
    }
  })

  test.each([
    ['/p/other', 404],
    ['/p/other/nothing', 404],
    ['/p/other/pages/boat/files/1', 404],
    ['/p', 404],
    ['/p/', 404],
    ['/p/trip', 410],
    ['/p/trip/nothing', 410],
    ['/s', 404],
    ['/s/AAAAAAAAAAAAAAAAAAAAAA', 404],
    ['/s/AAAAAAAAAAAAAAAAAAAAAA/files/1', 404],
    ['/s/AAAAAAAAAAAAAAAAAAAAAA/more', 404],
    ['<ended>', 410],
  ])('%s without an open site or share is a page that leads nowhere', async (path, status) => {
    await publish('Third page')
    await it.send('POST', '/trip/end')
    const ended = await it.share({ page: 'Third page' })
    await it.endShare(ended)
    for (const accepted of ACCEPTED) {
      const found = await it.reader.get(path.replace('<ended>', ended), accepted)
      expect([found.status, found.headers.get('content-type')]).toEqual([status, 'text/html; charset=UTF-8'])
      expect(await found.text()).not.toMatch(/<a |<form/)
    }
  })

  test('below a base path, the way back has that path', async () => {
    it.api = await openApi({ baseUrl: 'https://notes.example/notes' })
    it.reader = openBrowser(it.api)
    await sharedNotes(it.api.graph)
    await publish('Third page')
    for (const path of ['/nothing', '/files/nothing.png'])
      expect(addresses((await it.open(path)).html)).toEqual(['/notes/p/trip'])
  })
})

/** Every address of a site with a page `Boat` and journals. */
const ADDRESSES = ['', '/index', '/boat', '/search?q=hull', '/feed.xml', '/journals.xml', '/sitemap.xml']

describe('[S5] a page that leaves a site is gone at once', () => {
  test.each<[how: string, leave: () => Promise<unknown>]>([
    ['public:: false', async () => setProps('boat', { public: 'false' })],
    ['the chosen tag', async () => setProps('boat', { tags: 'mine' })],
    ['another rule', async () => it.change({ pages: ['Third page'] })],
  ])('%s', async (_, leave) => {
    await it.notes.addBoat(['hull'])
    await publish('Boat', 'Third page')
    await it.change({ except: 'mine' })
    const { status, headers } = await it.open('/boat')
    expect(status).toBe(200)
    await leave()
    const gone = await it.open('/boat', { 'If-None-Match': headers.get('etag')! })
    expect(gone.status).toBe(410)
    expect(gone.html).not.toContain('hull')
    expect(gone.headers.get('cache-control')).toBe('no-store')
  })

  test('a private page and one that never was look the same', async () => {
    await publish('Third page')
    const [secret, never] = [await it.open('/pages/secret'), await it.open('/pages/nothing')]
    expect([secret.status, secret.html]).toEqual([410, never.html])
    expect(never.status).toBe(410)
  })

  test('[S5] each address is asked for again each time, runs nothing, and is gone with the site', async () => {
    await it.notes.addBoat(['hull'])
    await it.publish({ pages: ['Boat'], journals: true })
    const known = new Map<string, string>()
    for (const path of ADDRESSES) {
      const { status, headers } = await it.open(path)
      expect([path, status, headers.get('cache-control')]).toEqual([path, 200, 'public, no-cache'])
      expect(headers.get('content-security-policy')).toContain("default-src 'none'")
      known.set(path, headers.get('etag')!)
      const again = await it.open(path, { 'If-None-Match': known.get(path)! })
      expect([path, again]).toMatchObject([path, { status: 304, html: '' }])
      for (const name of ['cache-control', 'etag', 'vary'])
        expect([path, name, again.headers.get(name)]).toEqual([path, name, headers.get(name)])
    }
    await it.send('POST', '/trip/end')
    for (const [path, etag] of known) {
      const { status, headers, html } = await it.open(path, { 'If-None-Match': etag })
      expect([path, status, headers.get('cache-control')]).toEqual([path, 410, 'no-store'])
      expect(html).not.toContain('hull')
    }
  })

  test.each(['/p/other', '/p/other/index', '/p/other/pages/boat', '/p/other/sitemap.xml', '/p/No%20slug'])(
    '%s never was',
    async (path) => {
      expect((await it.reader.get(path)).status).toBe(404)
    },
  )

  test('the end of grace closes a site, and the plan opens it again', async () => {
    await publish('Third page')
    await it.api.operators.setAccount('me', { plan: 'none' })
    expect((await it.open('')).status).toBe(410)
    await it.api.operators.setAccount('me', { plan: 'active' })
    expect((await it.open('')).status).toBe(200)
  })
})

test('[S2] a picture opens on its page while that is published, never by its id', async () => {
  await it.addFile('pic1', 'boat.png', 'image/png', 'bytes')
  await it.notes.addBoat(['![the boat](/api/files/pic1)'])
  await publish('Boat', 'Third page')
  const { html } = await it.open('/boat')
  expect(html).not.toMatch(/pic1|\/api\//)
  expect(new Set(addresses(html))).toEqual(new Set(['/p/trip/files/boat.png']))
  expect(await it.open('/files/boat.png')).toMatchObject({ status: 200, html: 'bytes' })
  expect((await it.open('/files/nothing.png')).status).toBe(404)
  await setProps('boat', { public: 'false' })
  expect((await it.open('/files/boat.png')).status).toBe(410)
})
