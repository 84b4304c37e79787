/** A site at a name of its own. @see sharing 12 */
import { hostRecord } from '@notegraph/service'
import { makeBlock, makePage } from '@notegraph/graph'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { LATER, siteHosts, txtResolver, type ResolveTxt } from '../src/site-hosts.ts'
import { NOON } from './notes.ts'
import { openNameServer, SERVER_FAULT } from './name-server.ts'
import { useSite } from './published-site.ts'

/** TXT records by name; `undefined` if name servers fail. */
let records: Map<string, readonly string[]> | undefined
let asked: string[]
/** Asks a name server in place of the records. */
let answered: ResolveTxt | undefined
const resolve = async (name: string) => {
  if (answered) return answered(name)
  asked.push(name)
  if (!records) throw new Error('no answer')
  return records.get(name) ?? []
}
const it = useSite({ siteHosts: { named: { 'named.example': 'inn' }, resolve } })
const GARDEN = 'garden.example'
const prove = (host: string) => {
  const { name, value } = hostRecord('me', 'trip', host)
  records!.set(name, ['v=spf1 -all', value])
}

beforeEach(async () => {
  records = new Map()
  answered = undefined
  asked = []
  const page = makePage({ id: 'api', name: 'Api', props: [['tags', 'all']], now: NOON })
  const block = makeBlock({ id: 'b-api', rev: 'r', content: 'to [[Third page]]', pageId: 'api', parentId: null, order: 1, now: NOON }) // prettier-ignore
  await it.api.graph.commits.commit({ puts: [page, block].map((record) => ({ record, from: 0 })) })
})

async function at(host: string, path: string, init: RequestInit = {}) {
  const response = await it.api.app.request(`http://${host}${path}`, { ...init, headers: { Host: host, ...(init.headers as object) } }) // prettier-ignore
  return { status: response.status, headers: response.headers, html: await response.text() }
}
const publish = (rule: object = {}) =>
  it.publish({ pages: ['Third page', 'Api'], start: 'Api', hosts: ['Garden.Example'], ...rule })

describe('[S12] a site', () => {
  test('says the record that proves each host, and answers there once it is proven', async () => {
    const site = await publish()
    expect(site).toMatchObject({ hosts: [GARDEN], hostRecords: [hostRecord('me', 'trip', GARDEN)] })
    expect((await at(GARDEN, '/')).status).toBe(404)
    prove(GARDEN)
    it.api.clock.now += 61_000
    const { status, html, headers } = await at(GARDEN, '/')
    expect([status, headers.get('set-cookie')]).toEqual([200, null])
    expect(html).toContain('<link rel="canonical" href="https://garden.example/"')
    expect(html).toContain('<meta property="og:url" content="https://garden.example/"')
    expect(html).toContain('href="/third-page"')
    expect(html).not.toMatch(/\/p\/trip|notes\.example/)
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
  })

  test('has its pages, feeds, map, files and wrong addresses there', async () => {
    await it.addFile('pic1', 'boat.png', 'image/png', 'PNG')
    await it.notes.addBoat(['![boat](/api/files/pic1)', '```mermaid\ngraph TD\n```'])
    await publish({ pages: ['Third page', 'Api', 'Boat'], look: { theme: 'blog', icon: '⛵' } })
    prove(GARDEN)
    const page = await at(GARDEN, '/boat')
    expect([page.status, page.html.includes('src="/files/boat.png"')]).toEqual([200, true])
    const file = await at(GARDEN, '/files/boat.png')
    expect([file.status, file.html]).toEqual([200, 'PNG'])
    const { headers } = file
    expect((await at(GARDEN, '/files/boat.png', { headers: { 'If-None-Match': headers.get('etag')! } })).status).toBe(304) // prettier-ignore
    for (const path of ['/feed.xml', '/feed.json', '/sitemap.xml', '/robots.txt', '/llms.txt', '/boat.md']) {
      const { status, html } = await at(GARDEN, path)
      expect([path, status, html.includes('https://garden.example/')]).toEqual([path, 200, true])
      expect(html).not.toMatch(/\/p\/trip|notes\.example/)
    }
    for (const path of ['/index', '/graph', '/search?q=boat'])
      expect([path, (await at(GARDEN, path)).status]).toEqual([path, 200])
    const none = await at(GARDEN, '/no/such')
    expect([none.status, none.html.includes('action="/search"')]).toEqual([404, true])
    for (const path of ['/Third-Page', '/Third/Page', '/third-page/']) {
      const { status, headers } = await at(GARDEN, path)
      expect([path, status, headers.get('location')]).toEqual([path, 308, '/third-page'])
    }
    const linked = Array.from(page.html.matchAll(/href="(\/assets\/[^"]+)"/g), ([, path]) => path!)
    expect(linked.filter((path) => /\/(?:look|icon)-/.test(path))).toHaveLength(2)
    for (const path of linked) expect([path, (await at(GARDEN, path)).status]).toEqual([path, 200])
    const frame = /data-document="([^"]+)"/.exec(page.html)![1]!
    expect((await at(GARDEN, frame)).headers.get('content-security-policy')).toContain(
      'sandbox allow-scripts',
    )
  })

  test('has nothing of the server there', async () => {
    await publish()
    prove(GARDEN)
    const { token } = it.api
    const headers = { Authorization: `Bearer ${token}`, Accept: 'application/json' }
    for (const path of [
      '/api/v1/notes/pages',
      '/mcp',
      '/api/mcp',
      '/settings',
      '/sign-in',
      '/oauth/token',
      '/.well-known/oauth-authorization-server',
      '/p/trip',
      '/s/1234567890123456789012',
      '/healthz/x',
    ])
      // prettier-ignore
      expect([path, (await at(GARDEN, path, { headers })).status]).toEqual([path, 404])
    expect((await at(GARDEN, '/api')).html).toContain('Third page') // a page with this name
    const posted = await at(GARDEN, '/api/v1/notes/pages', { method: 'POST', headers, body: '{}' })
    expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  })

  test('is known by its host below the address of the server too', async () => {
    await publish()
    expect((await it.open('/third-page')).html).toContain('href="https://notes.example/p/trip/third-page"')
    prove(GARDEN)
    it.api.clock.now += 61_000
    await at(GARDEN, '/')
    expect((await it.open('/third-page')).html).toContain('<link rel="canonical" href="https://garden.example/third-page"') // prettier-ignore
    expect((await it.open('/sitemap.xml')).html).toContain('<loc>https://garden.example/third-page</loc>')
  })

  test('leaves a host with its record, with the setting and with its end', async () => {
    await publish()
    prove(GARDEN)
    expect((await at(GARDEN, '/')).status).toBe(200)
    records!.clear()
    it.api.clock.now += 5 * 60_000
    expect((await at(GARDEN, '/')).status).toBe(404)
    prove(GARDEN)
    it.api.clock.now += 61_000
    expect((await at(GARDEN, '/')).status).toBe(200)
    await it.change({ hosts: null })
    expect((await at(GARDEN, '/')).status).toBe(404)
    await it.change({ hosts: [GARDEN] })
    await it.send('POST', '/trip/end')
    expect((await at(GARDEN, '/')).status).toBe(404)
  })

  test('stays while name servers fail, and answers 503 if none ever answered', async () => {
    await publish({ hosts: [GARDEN, 'new.example'] })
    prove(GARDEN)
    await at(GARDEN, '/')
    records = undefined
    it.api.clock.now += 3_600_000
    expect((await at(GARDEN, '/')).status).toBe(200)
    expect((await at('new.example', '/')).status).toBe(503)
    it.api.clock.now += 86_400_000
    expect((await at(GARDEN, '/')).status).toBe(503)
  })

  test('is at a host that the operator named, without a record', async () => {
    await publish({ slug: 'inn', hosts: [] })
    expect((await at('named.example', '/')).status).toBe(200)
    expect(asked).toEqual([])
  })
})

test('[S12] a record of another account or site proves nothing', async () => {
  await publish()
  const { name } = hostRecord('me', 'trip', GARDEN)
  records!.set(name, [hostRecord('other', 'trip', GARDEN).value, hostRecord('me', 'trip', 'b.example').value, 'notegraph-site=trip']) // prettier-ignore
  expect((await at(GARDEN, '/')).status).toBe(404)
})

test('[S12] a proxy asks before it fetches a certificate', async () => {
  await publish()
  await publish({ slug: 'inn', hosts: [] })
  prove(GARDEN)
  const ask = async (domain: string) => (await at('127.0.0.1:8787', `/site-host?domain=${domain}`)).status
  expect([await ask(GARDEN), await ask('named.example'), await ask('other.example'), await ask('x'), await ask('')]).toEqual([200, 200, 404, 404, 404]) // prettier-ignore
  await it.send('POST', '/trip/end')
  await it.send('POST', '/inn/end')
  expect([await ask(GARDEN), await ask('named.example')]).toEqual([404, 404])
})

const SERVERS = [
  'notes.example',
  'notes.example.',
  'Notes.Example:443',
  '127.0.0.1:8787',
  'notegraph:8787',
  '[::1]:8787',
]
test.each(SERVERS)('[S12] %s is the server', async (host) => {
  const answer = await at(host, '/api/v1/notes/tasks')
  expect(answer.status).toBe(401)
  expect(asked).toEqual([])
})

const OTHERS = [
  'other.example',
  'other.example.',
  'other.example.:443',
  'other.example..',
  'a_b.example',
  'a.b-',
]
test.each(OTHERS)('[S12] %s is the name of no site, and has only the health of the server', async (host) => {
  expect((await at(host, '/settings')).status).toBe(404)
  expect((await at(host, '/healthz')).status).toBe(200)
})

test('[S12] the name of a site may end with the dot of the root', async () => {
  await publish()
  prove(GARDEN)
  const { status, html } = await at(`${GARDEN}.`, '/')
  expect(status).toBe(200)
  expect(html).toContain('<link rel="canonical" href="https://garden.example/"')
})

test.each([
  [['a b.example'], 'hosts takes names such as garden.example, not "a b.example".'],
  [['localhost'], 'hosts takes names such as garden.example, not "localhost".'],
  [['10.0.0.1'], 'hosts takes names such as garden.example, not "10.0.0.1".'],
  [['https://a.example/'], 'hosts takes names such as garden.example, not "https://a.example/".'],
  [['1', '2', '3', '4', '5', '6'], 'hosts takes up to 5 names, not 6.'],
])('[S12] %j is refused', async (hosts, error) => {
  const { session } = await it.api.operators.createSession('me', { device: 'Phone' })
  const body = JSON.stringify({ slug: 'trip', title: 'Trip', pages: ['Api'], hosts })
  const call = { method: 'POST', token: session, headers: { 'Content-Type': 'application/json' }, body }
  const answer = await it.api.call('/api/v1/settings/sites', call)
  expect([answer.status, answer.body['error']]).toEqual([400, error])
})

test('[S12, D9.6] a new host needs a sign-in of the last 15 minutes, and an old one none', async () => {
  const { session } = await it.api.operators.createSession('me', { device: 'Phone' })
  const call = async (method: string, path: string, body: object) =>
    it.api.call(`/api/v1/settings/sites${path}`, { method, token: session, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }) // prettier-ignore
  const change = async (hosts: readonly string[] | null) => (await call('PATCH', '/trip', { hosts })).status
  await publish({ hosts: [GARDEN, 'b.example'] })
  it.api.clock.now += 15 * 60_000
  expect(await change([GARDEN, 'new.example'])).toBe(403)
  expect((await call('PATCH', '/trip', { hosts: ['new.example'] })).body).toMatchObject({
    error: 'This needs a sign-in of the last minutes.',
  })
  expect((await call('POST', '', { slug: 'inn', title: 'Inn', pages: ['Api'], hosts: [GARDEN] })).status).toBe(403) // prettier-ignore
  for (const hosts of [['b.example', GARDEN], ['B.example'], null]) expect(await change(hosts)).toBe(200)
  expect(await change(['b.example'])).toBe(403) // it left, so that it is new again
  it.api.clock.now -= 1
  expect(await change(['b.example'])).toBe(200)
})

describe('[S12] the lookup', () => {
  let close: (() => Promise<void>) | undefined
  afterEach(async () => {
    await close?.()
    close = undefined
  })

  test('gives up on a silent name server', async () => {
    const server = await openNameServer(() => undefined)
    close = async () => server.close()
    await expect(txtResolver([server.address], 200)('_notegraph.garden.example')).rejects.toThrow()
    expect(server.asked.length).toBeGreaterThan(0)
  })

  test('reads the record of a host from a name server, among others', async () => {
    let answer: readonly string[] | typeof SERVER_FAULT = []
    const server = await openNameServer((name, kind) =>
      kind === 'TXT' && name === `_notegraph.${GARDEN}` ? answer : [],
    )
    close = async () => server.close()
    const real = txtResolver([server.address])
    answered = real
    await publish()
    expect((await at(GARDEN, '/')).status).toBe(404)
    answer = ['v=spf1 -all', 'x'.repeat(600), hostRecord('me', 'trip', GARDEN).value]
    it.api.clock.now += 61_000
    expect((await at(GARDEN, '/')).html).toContain('<link rel="canonical" href="https://garden.example/"')
    expect((await at('b.example', '/')).status).toBe(404)
    expect(await real(`_notegraph.${GARDEN}`)).toEqual(answer) // long texts come in parts

    // The record is gone, and then the name server too.
    answer = []
    it.api.clock.now += 5 * 60_000
    expect((await at(GARDEN, '/')).status).toBe(404)
    answer = SERVER_FAULT
    expect((await at('c.example', '/')).status).toBe(404)
    await expect(real(`_notegraph.${GARDEN}`)).rejects.toThrow(/SERVFAIL/)
    expect(new Set(server.asked)).toEqual(new Set(['garden', 'b', 'c'].map((name) => `TXT _notegraph.${name}.example`))) // prettier-ignore
  })

  test('asks once for many requests, and for eight hosts at once', async () => {
    const waiting: (() => void)[] = []
    const slow = async (name: string): Promise<readonly string[]> => {
      asked.push(name)
      await new Promise<void>((go) => waiting.push(go))
      return []
    }
    const hosts = siteHosts(it.api.store, {}, slow, () => NOON)
    const all = Array.from({ length: 20 }, async (_, n) => hosts.slugAt(`h${n % 10}.example`))
    expect(asked).toHaveLength(8)
    for (const go of waiting) go()
    const found = await Promise.all(all)
    expect(found.filter((one) => one === LATER)).toHaveLength(4)
  })
})
