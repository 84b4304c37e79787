/**
 * A page leaves a site while every cache is warm: those of the server, and copies of browsers and proxies that ask with their
 * `ETag`. The clock does not move, so nothing waits for an age. @see sharing 5, 9, 12
 */
import { hostRecord } from '@notegraph/service'
import { makeBlock, makePage, type GraphRecord } from '@notegraph/graph'
import { beforeEach, describe, expect, test } from 'vitest'
import { NOON } from './notes.ts'
import { useSite } from './published-site.ts'

const HOST = 'garden.example'
const { value } = hostRecord('me', 'trip', HOST)
const it = useSite({ siteHosts: { named: {}, resolve: async () => [value] } })

const page = (props: [string, string][] = []) =>
  makePage({ id: 'boat', name: 'Boat', props: [['tags', 'all'], ...props], now: NOON })
const block = (id: string, pageId: string, content: string, rev = 'r') =>
  makeBlock({ id, rev, content, pageId, parentId: null, order: 1, now: NOON })

async function put(...records: readonly GraphRecord[]): Promise<void> {
  const { graph } = it.api
  const puts = await Promise.all(records.map(async (record) => ({ record, from: (await graph.records.find(record.id))?.seq ?? 0 }))) // prettier-ignore
  expect(await graph.commits.commit({ puts })).toMatchObject({ ok: true })
}

beforeEach(async () => {
  await it.addFile('pic1', 'boat.png', 'image/png', 'PNG')
  await put(
    page(),
    block('b-boat', 'boat', 'hullwords ![](/api/files/pic1)'),
    makePage({ id: 'quay', name: 'Quay', props: [['tags', 'all']], now: NOON }),
    block('b-quay', 'quay', '[[Boat]] {{embed [[Boat]]}} {{query hullwords}}'),
  )
})

/** Paths of the page, and paths that show something of it. */
const OWN = ['/boat', '/boat.md', '/files/boat.png', '/boat?offset=0']
const AROUND = ['/', '/index', '/quay', '/quay.md', '/graph', '/search?q=hullwords', '/feed.xml', '/feed.json', '/sitemap.xml', '/llms.txt'] // prettier-ignore
/** The words of the page, and the ways to it. Its name stays where others wrote it. */
const OF_PAGE = /hullwords|\/boat\b/
/** The words that a reader searched for, and a query as it is written, stay too. */
const found = (text: string) => OF_PAGE.exec(text.replaceAll(/value="[^"]*"|<code>hullwords<\/code>|`hullwords`/g, ''))?.[0] // prettier-ignore

type Places = ReadonlyMap<string, (path: string, tag?: string) => Promise<Response>>
const places: Places = new Map([
  ['/p/trip', async (path: string, tag = '') => it.reader.get(`/p/trip${path === '/' ? '' : path}`, { 'If-None-Match': tag })], // prettier-ignore
  [HOST, async (path: string, tag = '') => it.api.app.request(`http://${HOST}${path}`, { headers: { Host: HOST, 'If-None-Match': tag } })], // prettier-ignore
])

describe.each([true, false])('[S5] when the site follows the graph: %s', (follows) => {
  test.each<[how: string, leave: () => Promise<unknown>]>([
    ['a property', async () => put(page([['public', 'false']]))],
    ['a property in its first block', async () => put(block('b-boat', 'boat', 'hullwords ![](/api/files/pic1)\nprivate:: yes', 'r2'))], // prettier-ignore
    ['its tag', async () => put(page([['tags', 'all, draft']]))],
    ['its end', async () => it.api.post('/pages/Boat/delete', {})],
    ['the rule', async () => it.change({ tag: null, pages: ['Quay'] })],
  ])('a page that leaves by %s is gone at each address at once', async (_, leave) => {
    await it.publish({ tag: 'all', except: 'draft', hosts: [HOST], follows })
    const tags = new Map<string, string>()
    for (const [name, get] of places)
      for (const path of [...OWN, ...AROUND]) {
        await get(path) // fills the memory of the server
        const answer = await get(path)
        expect([name, path, answer.status]).toEqual([name, path, 200])
        expect([path, answer.headers.get('cache-control')]).toEqual([path, 'public, no-cache'])
        tags.set(name + path, answer.headers.get('etag')!)
        expect((await get(path, tags.get(name + path))).status).toBe(304)
        const isOwn = OWN.includes(path)
        expect([path, isOwn || found(await answer.text()) !== undefined]).toEqual([path, true])
      }
    await leave()
    for (const [name, get] of places) {
      for (const path of OWN)
        for (const tag of ['', tags.get(name + path)])
          expect([name, path, (await get(path, tag)).status]).toEqual([name, path, 410])
      for (const path of AROUND) {
        const answer = await get(path, tags.get(name + path))
        expect([name, path, answer.status, found(await answer.text())]).toEqual([name, path, 200, undefined])
      }
    }
  })

  test('a site that ended is gone at each address at once', async () => {
    await it.publish({ tag: 'all', hosts: [HOST], follows })
    for (const get of places.values()) for (const path of [...OWN, ...AROUND]) await get(path)
    await it.send('POST', '/trip/end')
    for (const path of [...OWN, ...AROUND])
      expect([path, (await places.get('/p/trip')!(path)).status]).toEqual([path, 410])
    for (const path of [...OWN, ...AROUND])
      expect([path, (await places.get(HOST)!(path)).status]).toEqual([path, 404])
  })
})
