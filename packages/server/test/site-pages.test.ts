/** Published sites as readers see them. @see sharing 2, 3, 5, 6 */
import { makePage } from '@notegraph/graph'
import { beforeEach, describe, expect, test } from 'vitest'
import { openApi, type Api } from './api.ts'
import { NOON } from './notes.ts'
import { NESTED_WORDS, SECRET_BLOCK, SECRET_WORDS, sharedNotes, THIRD_BLOCK, THIRD_WORDS, type SharedNotes } from './shared-notes.ts' // prettier-ignore
import { openBrowser, type WebBrowser } from './web-browser.ts'

const SITES = '/api/v1/settings/sites'
const BOAT = '/p/trip/pages/boat'

let api: Api
let notes: SharedNotes
let reader: WebBrowser
let session: string

beforeEach(async () => {
  api = await openApi()
  notes = await sharedNotes(api.graph)
  reader = openBrowser(api)
  ;({ session } = await api.operators.createSession('me', { device: 'Phone' }))
})

async function send(method: string, path: string, body?: object, of: Api = api, token = session) {
  const { status } = await of.call(`${SITES}${path}`, {
    method,
    token,
    headers: { 'Content-Type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  expect(status).toBe(200)
}
const publish = (...pages: string[]) => send('POST', '', { slug: 'trip', title: 'Our trip', pages })
const change = (body: object) => send('PATCH', '/trip', body)

const open = async (path: string, headers?: Readonly<Record<string, string>>) => {
  const response = await reader.get(path, headers)
  return { status: response.status, headers: response.headers, html: await response.text() }
}

/** The addresses in the text of a page. */
const addresses = (html: string) =>
  [...html.slice(html.indexOf('<main')).matchAll(/(?:href|src)="([^"]*)"/g)].map(([, address]) => address!)

async function setProps(name: string, props: Readonly<Record<string, string>>, from: Api = api) {
  const { pages, records, commits } = from.graph
  const found = (await records.find((await pages.findByName(name))!.id))!
  if (found.record.kind !== 'page') throw new Error('This is not a page.')
  const now = found.record.updatedAt + 1
  const more = Object.fromEntries(Object.entries(props).map(([key, v]) => [key, { v, at: now }]))
  const record = { ...found.record, props: { ...found.record.props, ...more }, updatedAt: now }
  expect((await commits.commit({ puts: [{ record, from: found.seq }] })).ok).toBe(true)
}

describe('[S3] a site', () => {
  test('starts with its index, which lists what is published and nothing else', async () => {
    await notes.addBoat(['hull'])
    await publish('Boat', 'Third page')
    for (const path of ['/p/trip', '/p/trip/index']) {
      const { status, html } = await open(path)
      expect(status).toBe(200)
      expect(html).toContain('Our trip')
      expect(addresses(html)).toEqual([BOAT, '/p/trip/pages/third'])
      expect(html).not.toContain('Secret')
    }
  })

  test('starts with the chosen page while that is published', async () => {
    await notes.addBoat(['hull'])
    await publish('Boat', 'Third page')
    await change({ start: 'Boat' })
    expect((await open('/p/trip')).html).toContain('hull')
    await setProps('boat', { public: 'false' })
    const { html } = await open('/p/trip')
    expect(html).not.toContain('hull')
    expect(addresses(html)).toEqual(['/p/trip/pages/third'])
  })

  test('shows a page with its fields and its outline, as they are now', async () => {
    await notes.addBoat(['hull\ncolour:: green', 'TODO oil the oars'], [['type', 'book'], ['pages', '12']]) // prettier-ignore
    await publish('Boat')
    const { status, html } = await open(BOAT)
    expect(status).toBe(200)
    for (const words of ['<h1 dir="auto">Boat</h1>', 'hull', 'green', 'oil the oars', '12'])
      expect(html).toContain(words)
  })

  test('follows links among published pages both ways; others are text', async () => {
    await notes.addBoat(['to [[Third page]] and [[Secret plan]] and [[Hush]]'])
    await publish('Boat', 'Third page')
    expect(addresses((await open(BOAT)).html)).toEqual(['/p/trip/pages/third'])
    const { html } = await open('/p/trip/pages/third')
    expect(html).toContain('Linked from')
    expect(addresses(html)).toEqual([BOAT])
  })

  test('names each published page that links a page, however many private ones do', async () => {
    await notes.addBoat(['to [[Third page]]'])
    const days = Array.from({ length: 1_001 }, (_, n) =>
      makePage({ id: `a${n}`, name: `A day ${n}`, props: [['about', '[[Third page]]']], now: NOON }),
    )
    await api.graph.commits.commit({ puts: days.map((record) => ({ record, from: 0 })) })
    await publish('Boat', 'Third page')
    expect(addresses((await open('/p/trip/pages/third')).html)).toEqual([BOAT])
  })

  test('names the first thousand of the pages that link a page', async () => {
    const ports = Array.from({ length: 1_002 }, (_, n) => {
      const props = [['tags', 'port'], ['about', '[[Third page]]']] as const // prettier-ignore
      return makePage({ id: `a${n}`, name: `Port ${1_000 + n}`, props, now: NOON })
    })
    await api.graph.commits.commit({ puts: ports.map((record) => ({ record, from: 0 })) })
    await send('POST', '', { slug: 'trip', title: 'Our trip', pages: ['Third page'], tag: 'port' })
    const linking = addresses((await open('/p/trip/pages/third')).html).map((path) => path.split('/').at(-1))
    expect(linking).toEqual(Array.from({ length: 1_000 }, (_, n) => `a${n}`))
  })

  test('names no private page among those that link a page', async () => {
    await notes.addBoat(['to [[Third page]]'])
    await publish('Third page')
    const { html } = await open('/p/trip/pages/third')
    expect(html).not.toContain('Linked from')
    expect(html).not.toContain('Boat')
  })

  test('leads to a page by its alias, unless the alias is the name of another page', async () => {
    await notes.addBoat(['to [[Skiff]] and [[Hull]]'])
    const hull = makePage({ id: 'hull', name: 'Hull', now: NOON })
    const third = makePage({
      id: 'skiffs',
      name: 'Small boats',
      props: [['alias', 'Skiff, Hull']],
      now: NOON,
    })
    await api.graph.commits.commit({ puts: [hull, third].map((record) => ({ record, from: 0 })) })
    await publish('Boat', 'Small boats')
    expect(addresses((await open(BOAT)).html)).toEqual(['/p/trip/pages/skiffs'])
  })

  test('shows quoted words of published pages alone', async () => {
    await notes.addBoat([
      `((${THIRD_BLOCK})) and ((${SECRET_BLOCK}))`,
      `{{embed ((${SECRET_BLOCK}))}}`,
      '{{embed [[Secret plan]]}}',
    ])
    await publish('Boat', 'Third page')
    const { html } = await open(BOAT)
    expect(html).toContain(THIRD_WORDS)
    for (const hidden of [SECRET_WORDS, NESTED_WORDS]) expect(html).not.toContain(hidden)
    await change({ pages: ['Boat', 'Third page', 'Secret plan'] })
    const later = await open(BOAT)
    for (const shown of [SECRET_WORDS, NESTED_WORDS]) expect(later.html).toContain(shown)
  })

  test('has an address for search engines and for programs that show links', async () => {
    await notes.addBoat(['hull'])
    await publish('Boat')
    const { html, headers } = await open(BOAT)
    expect(html).toContain(`<link rel="canonical" href="https://notes.example${BOAT}" />`)
    expect(html).toContain('<meta property="og:title" content="Boat" />')
    expect(html).toContain('<meta property="og:site_name" content="Our trip" />')
    expect(html).not.toContain('noindex')
    expect(headers.has('x-robots-tag')).toBe(false)
    expect(reader.cookies.size).toBe(0)
  })

  test('shows a long page, and a long index, in parts', async () => {
    await notes.addBoat(Array.from({ length: 201 }, (_, n) => `plank ${n} of the hull`))
    const pages = Array.from({ length: 201 }, (_, n) =>
      makePage({
        id: `p${n}`,
        name: `Port ${String(n).padStart(3, '0')}`,
        props: [['tags', 'port']],
        now: NOON,
      }),
    )
    await api.graph.commits.commit({ puts: pages.map((record) => ({ record, from: 0 })) })
    await send('POST', '', { slug: 'trip', title: 'Our trip', pages: ['Boat'], tag: 'port' })
    expect(addresses((await open(BOAT)).html)).toEqual([`${BOAT}?offset=200`])
    expect((await open(`${BOAT}?offset=200`)).html).toContain('plank 200 of')
    expect(addresses((await open('/p/trip/index')).html).at(-1)).toBe('/p/trip/index?offset=200')
    expect((await open('/p/trip/index?offset=200')).html).toContain('Port 200')
  })

  test('has a map of what is published, with the day of the latest edit', async () => {
    await notes.addBoat(['hull'])
    await publish('Boat', 'Third page')
    const { headers, html: xml } = await open('/p/trip/sitemap.xml')
    expect(headers.get('content-type')).toBe('application/xml')
    expect(headers.get('cache-control')).toBe('public, no-cache')
    expect(
      [...xml.matchAll(/<loc>(.*?)<\/loc>(?:<lastmod>(.*?)<\/lastmod>)?/g)].map((found) => found.slice(1)),
    ).toEqual([
      ['https://notes.example/p/trip', undefined],
      [`https://notes.example${BOAT}`, '2026-11-20'],
      ['https://notes.example/p/trip/pages/third', '2026-11-20'],
    ])
    expect((await open('/p/other/sitemap.xml')).status).toBe(404)
  })

  test('below a base path, its addresses have that path', async () => {
    const based = await openApi({ baseUrl: 'https://notes.example/notes' })
    await (await sharedNotes(based.graph)).addBoat(['hull'])
    const { session: token } = await based.operators.createSession('me', { device: 'Phone' })
    await send('POST', '', { slug: 'trip', title: 'Our trip', pages: ['Boat'] }, based, token)
    const html = await (await openBrowser(based).get('/p/trip')).text()
    expect(html).toContain(`href="/notes${BOAT}"`)
    expect(html).toContain('href="https://notes.example/notes/p/trip"')
  })
})

test('[S2] a shared page leads to pages that are shared or published, and no others', async () => {
  await notes.addBoat(['to [[Third page]] and [[Secret plan]]'])
  await publish('Third page')
  const made = await api.call('/api/v1/settings/shares', {
    method: 'POST',
    token: session,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ page: 'Boat' }),
  })
  const path = `/s/${(made.body as { id: string }).id}`
  expect(addresses((await open(path)).html)).toEqual(['/p/trip/pages/third'])
  await send('POST', '/trip/end')
  expect(addresses((await open(path)).html)).toEqual([])
})

describe('[S5] a page that leaves a site is gone at once', () => {
  test.each<[how: string, leave: () => Promise<unknown>]>([
    ['public:: false', async () => setProps('boat', { public: 'false' })],
    ['the chosen tag', async () => setProps('boat', { tags: 'mine' })],
    ['another rule', async () => change({ pages: ['Third page'] })],
    ['the end of the site', async () => send('POST', '/trip/end')],
  ])('%s', async (_, leave) => {
    await notes.addBoat(['hull'])
    await publish('Boat', 'Third page')
    await change({ except: 'mine' })
    const { status, headers } = await open(BOAT)
    expect(status).toBe(200)
    await leave()
    const gone = await open(BOAT, { 'If-None-Match': headers.get('etag')! })
    expect(gone.status).toBe(410)
    expect(gone.html).not.toContain('hull')
    expect(gone.headers.get('cache-control')).toBe('no-store')
  })

  test('a private page and one that never was look the same', async () => {
    await publish('Third page')
    const [secret, never] = [await open('/p/trip/pages/secret'), await open('/p/trip/pages/nothing')]
    expect([secret.status, secret.html]).toEqual([410, never.html])
    expect(never.status).toBe(410)
  })

  test('caches ask again each time, and get a page that did not change once', async () => {
    await notes.addBoat(['hull'])
    await publish('Boat')
    for (const path of ['/p/trip', '/p/trip/index', BOAT]) {
      const { headers } = await open(path)
      expect(headers.get('cache-control')).toBe('public, no-cache')
      const again = await open(path, { 'If-None-Match': headers.get('etag')! })
      expect(again).toMatchObject({ status: 304, html: '' })
    }
  })

  test.each(['/p/other', '/p/other/index', '/p/other/pages/boat', '/p/No%20slug'])(
    '%s never was',
    async (path) => {
      expect((await open(path)).status).toBe(404)
    },
  )

  test('the end of grace closes a site, and the plan opens it again', async () => {
    await publish('Third page')
    await api.operators.setAccount('me', { plan: 'none' })
    expect((await open('/p/trip')).status).toBe(410)
    await api.operators.setAccount('me', { plan: 'active' })
    expect((await open('/p/trip')).status).toBe(200)
  })
})

describe('[S6] readers', () => {
  test('get a strict policy, and words of a page run nothing', async () => {
    await notes.addBoat(['<script>alert(1)</script> ![x](https://other.example/a.png)'])
    await publish('Boat')
    const { html, headers } = await open(BOAT)
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(html).not.toContain('<script')
    expect(html).not.toContain('src="https://other.example')
  })

  test('have a rate of their own, for pages and files together', async () => {
    const limited = await openApi({ rates: { requestsPerAddress: 1 } })
    const one = openBrowser(limited)
    const paths = ['/p/x', '/p/x/pages/boat/files/1']
    const statuses = new Set<number>()
    for (let n = 0; n < 150; n++) for (const path of paths) statuses.add((await one.get(path)).status)
    expect([...statuses]).toEqual([404])
    for (const path of paths) {
      const { status, headers } = await one.get(path)
      expect([status, headers.get('retry-after')]).toEqual([429, '60'])
    }
    expect((await one.get('/sign-in')).status).toBe(200)
  })
})

describe('[S2] pictures and files', () => {
  test('open on their page while it is published, never by their id', async () => {
    const chunks = (async function* () {
      yield Buffer.from('bytes')
    })()
    const received = (await api.blobs.receive('me', chunks, 1_000))!
    await received.keep()
    await received.drop()
    const file = {
      id: 'pic1',
      name: 'boat.png',
      type: 'image/png',
      hash: received.hash,
      size: 5,
      createdAt: NOON,
    }
    await api.graph.commits.commit({ puts: [], files: [file] })
    await notes.addBoat(['![the boat](/api/files/pic1)'])
    await publish('Boat', 'Third page')
    const { html } = await open(BOAT)
    expect(html).not.toMatch(/pic1|\/api\//)
    expect(new Set(addresses(html))).toEqual(new Set([`${BOAT}/files/1`]))
    const picture = await open(`${BOAT}/files/1`)
    expect([picture.status, picture.html]).toEqual([200, 'bytes'])
    expect((await open('/p/trip/pages/third/files/1')).status).toBe(404)
    await setProps('boat', { public: 'false' })
    expect((await open(`${BOAT}/files/1`)).status).toBe(404)
  })

  test('a file takes no other method', async () => {
    expect((await reader.post(`${BOAT}/files/1`)).status).toBe(405)
  })
})
