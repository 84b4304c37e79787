/**
 * The addresses of a published site, as readers use them. @see sharing 9
 *
 * @module-tag both-stores
 */
import { makeBlock, makePage } from '@notegraph/graph'
import { describe, expect, test } from 'vitest'
import { NOON } from './notes.ts'
import { useSite } from './published-site.ts'

const it = useSite()

const add = async (id: string, name: string, createdAt = NOON) =>
  it.api.graph.commits.commit({ puts: [{ record: makePage({ id, name, props: [['tags', 'port']], now: createdAt }), from: 0 }] }) // prettier-ignore
async function rename(id: string, name: string) {
  const { seq } = (await it.api.graph.records.find(id))!
  const record = makePage({ id, name, props: [['tags', 'port']], now: NOON + seq })
  expect(await it.api.graph.commits.commit({ puts: [{ record, from: seq }] })).toMatchObject({ ok: true })
}
const leads = async (path: string) => {
  const { status, headers } = await it.open(path)
  return [status, headers.get('location')]
}
const title = async (path: string) => /<h1[^>]*>(?:<[^>]*>)*([^<]*)/.exec((await it.open(path)).html)?.[1]

describe('[S9] the address of a page', () => {
  test('has the words of its name, in any script, with numbers by creation', async () => {
    await add('x2', 'Port Quay!', NOON + 1)
    await add('x1', 'Port: quay')
    await add('x3', '港')
    await add('x4', '???')
    await it.publish({ tag: 'port' })
    const { html } = await it.open('/index')
    const listed = Array.from(html.matchAll(/<li>\s*<a href="\/p\/trip\/([^"]*)"/g), ([, name]) => name)
    expect(new Set(listed)).toEqual(new Set(['port-quay', 'port-quay-2', 'x4', encodeURIComponent('港')]))
    expect(await title('/port-quay')).toBe('Port: quay')
    expect(await title('/port-quay-2')).toBe('Port Quay!')
    expect(await title(`/${encodeURIComponent('港')}`)).toBe('港')
  })

  test('leads to a renamed page, until another page takes it', async () => {
    await add('x1', 'Quay')
    await it.publish({ tag: 'port' })
    await rename('x1', 'Pier')
    expect(await leads('/quay')).toEqual([308, '/p/trip/pier'])
    await add('x2', 'Quay', NOON + 1)
    expect(await title('/quay')).toBe('Quay')
    expect(await title('/pier')).toBe('Pier')
  })

  test('in capitals or as a name leads to the one of the page', async () => {
    await add('x1', 'Old Quay')
    await it.publish({ tag: 'port' })
    for (const path of ['/Old-Quay', '/Old%20Quay'])
      expect(await leads(path)).toEqual([308, '/p/trip/old-quay'])
  })

  test('with the slashes of a name, or one at its end, leads to the one of the page', async () => {
    await add('x1', 'Port/Old Quay')
    await it.publish({ tag: 'port' })
    for (const path of ['/Port/Old%20Quay', '/port/old-quay', '/port-old-quay/'])
      expect(await leads(path)).toEqual([308, '/p/trip/port-old-quay'])
    for (const path of ['/port/other', '/port/%E0%A4%A']) expect(await leads(path)).toEqual([404, null])
    await it.change({ tag: null, pages: ['Third page'] })
    expect(await leads('/Port/Old%20Quay')).toEqual([410, null])
  })

  test.each(['/quay', '/pages/x1'])(
    '%s is 410 when the page left, and works when it is back',
    async (path) => {
      await add('x1', 'Quay')
      await it.publish({ tag: 'port' })
      const before = await leads(path)
      expect(before[0]).not.toBe(410)
      await it.change({ tag: null, pages: ['Third page'] })
      expect(await leads(path)).toEqual([410, null])
      await it.change({ tag: 'port' })
      expect(await leads(path)).toEqual(before)
    },
  )

  test('of an earlier version, with its id, leads to it', async () => {
    await add('x1', 'Quay')
    await it.publish({ tag: 'port' })
    expect(await leads('/pages/x1')).toEqual([308, '/p/trip/quay'])
    expect(await leads('/pages')).toEqual([308, '/p/trip/index'])
  })

  test('stays when the site ends and is published again', async () => {
    await add('x1', 'Quay')
    await add('x2', 'Quay?', NOON + 1)
    await it.publish({ tag: 'port' })
    await it.send('POST', '/trip/end')
    await rename('x1', 'Pier')
    await it.publish({ tag: 'port' })
    expect(await title('/quay-2')).toBe('Quay?')
    expect(await leads('/quay')).toEqual([308, '/p/trip/pier'])
  })

  test('is the published name of a site that does not follow the graph', async () => {
    await add('x1', 'Quay')
    await it.publish({ tag: 'port', follows: false })
    await rename('x1', 'Pier')
    expect(await title('/quay')).toBe('Quay')
    await it.change({})
    expect(await leads('/quay')).toEqual([308, '/p/trip/pier'])
  })
})

describe('[S9] the address of a file', () => {
  const PICTURE = '/files/boat.png'
  const publish = async () => {
    await it.addFile('pic1', 'Boat.png', 'image/png', 'bytes')
    await it.notes.addBoat(['![the boat](/api/files/pic1)'])
    await it.publish({ pages: ['Boat', 'Third page'] })
    expect((await it.open('/boat')).html).toContain(`src="/p/trip${PICTURE}"`)
  }

  test('a second visit is answered without a body', async () => {
    await publish()
    const { status, headers, html } = await it.open(PICTURE)
    expect([status, html, headers.get('cache-control')]).toEqual([200, 'bytes', 'public, no-cache'])
    const again = await it.open(PICTURE, { 'If-None-Match': headers.get('etag')! })
    expect([again.status, again.html]).toEqual([304, ''])
    expect([again.headers.get('etag'), again.headers.get('cache-control')]).toEqual([headers.get('etag'), 'public, no-cache']) // prettier-ignore
  })

  test('ends at once with the last page that shows it', async () => {
    await publish()
    const etag = (await it.open(PICTURE)).headers.get('etag')!
    await it.change({ pages: ['Third page'] })
    const gone = await it.open(PICTURE, { 'If-None-Match': etag })
    expect([gone.status, gone.headers.get('cache-control')]).toEqual([410, 'no-store'])
    const record = makeBlock({ id: 'more', rev: 'r', content: '![boat](/api/files/pic1)', pageId: 'third', parentId: null, order: 9, now: NOON }) // prettier-ignore
    await it.api.graph.commits.commit({ puts: [{ record, from: 0 }] })
    await it.open('/third-page')
    expect((await it.open(PICTURE)).status).toBe(200)
  })

  test('of an earlier version leads to it while the page is published', async () => {
    await publish()
    expect(await leads('/pages/boat/files/1')).toEqual([308, `/p/trip${PICTURE}`])
    expect((await leads('/pages/boat/files/2'))[0]).toBe(404)
    await it.change({ pages: ['Third page'] })
    expect((await leads('/pages/boat/files/1'))[0]).toBe(404)
  })
})
