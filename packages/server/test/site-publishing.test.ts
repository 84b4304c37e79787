/**
 * A site that does not follow the graph: it shows what was published last. @see sharing 3, 5
 *
 * @module-tag both-stores
 */
import { makeBlock, makePage } from '@notegraph/graph'
import { beforeEach, describe, expect, test } from 'vitest'
import { NOON } from './notes.ts'
import { useSite } from './published-site.ts'
import { blockId, NESTED_WORDS, SECRET_BLOCK, SECRET_WORDS, THIRD_BLOCK, THIRD_WORDS } from './shared-notes.ts' // prettier-ignore

const it = useSite()
const BOAT = '/boat'

/** Changes the words of a block, later than it was made. */
async function write(block: string, text: string) {
  it.api.clock.now += 60_000
  const { status } = await it.api.call(`/api/v1/notes/blocks/${block}`, {
    method: 'PATCH',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ text }),
  })
  expect(status).toBe(200)
}

async function setProperty(page: string, key: string, value: string | null) {
  const { status } = await it.api.call(`/api/v1/notes/pages/${page}/properties/${key}`, {
    method: 'PATCH',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ value }),
  })
  expect(status).toBe(200)
}

async function remove(id: string) {
  const { record, seq } = (await it.api.graph.records.find(id))!
  const done = await it.api.graph.commits.commit({
    puts: [{ record: { ...record, deleted: NOON + 1 }, from: seq }],
  })
  expect(done.ok).toBe(true)
}

async function addPort() {
  const page = makePage({ id: 'port', name: 'Port', props: [['tags', 'water']], now: NOON })
  await it.api.graph.commits.commit({ puts: [{ record: page, from: 0 }] })
}

const html = async (path: string) => (await it.open(path)).html
const searched = async (q: string) => {
  const page = await html(`/search?q=${q}`)
  const found = page.slice(page.indexOf('<main'))
  return [...found.matchAll(/href="\/p\/trip\/([^"]*)"/g)].map(([, id]) => id)
}
const publishAgain = () => it.change({})

let site: Record<string, unknown>

beforeEach(async () => {
  await it.notes.addBoat([`old hull to [[Third page]]`, `((${THIRD_BLOCK}))`], [['tags', 'water']])
  site = await it.publish({ tag: 'water', pages: ['Third page'], follows: false })
})

describe('[S3] published content stays until it is published again', () => {
  test.each<[where: string, path: string, old: string, fresh: string]>([
    ['the words of a page', BOAT, 'old hull', 'new hull'],
    ['quoted words', BOAT, THIRD_WORDS, 'newthird'],
    ['a field', BOAT, 'blue', 'green'],
    ['the feed', '/feed.xml', 'old hull', 'new hull'],
    ['a new page', '/port', 'no longer published', '<h1 dir="auto">Port</h1>'],
    ['a new page in the index', '/index', '2 pages', 'Port'],
    ['a new page in the map', '/sitemap.xml', '/p/trip/boat', '/p/trip/port'],
    ['the pages that link a page', '/third-page', 'Linked from', '/third-page'],
  ])('%s', async (_, path, old, fresh) => {
    await setProperty('Boat', 'colour', 'blue')
    await publishAgain()
    const before = await html(path)
    expect(before).toContain(old)
    await setProperty('Boat', 'colour', 'green')
    await write(blockId(0), 'new hull')
    await write(THIRD_BLOCK, 'newthird')
    await addPort()
    expect(await html(path)).toBe(before)
    await publishAgain()
    const after = await html(path)
    expect(after).toContain(fresh)
    expect(after).not.toBe(before)
  })

  test('a search finds the words that readers see', async () => {
    await write(blockId(0), 'new hull')
    expect([await searched('old+hull'), await searched('new+hull')]).toEqual([['boat'], []])
    await publishAgain()
    expect([await searched('old+hull'), await searched('new+hull')]).toEqual([[], ['boat']])
  })

  test('each publication has a time of its own, also two at the same moment', async () => {
    expect(site).toMatchObject({ follows: false, publishedAt: NOON, published: 2 })
    for (const next of [1, 2]) expect(await publishAgain()).toMatchObject({ publishedAt: NOON + next })
  })

  test('a site can follow the graph again', async () => {
    await write(blockId(0), 'new hull')
    const following = await it.change({ follows: true })
    expect(following).toMatchObject({ follows: true })
    expect(following).not.toHaveProperty('publishedAt')
    expect(await html(BOAT)).toContain('new hull')
  })
})

describe('[S5] a page that leaves the site is gone at once', () => {
  test.each<[how: string, leave: () => Promise<unknown>]>([
    ['public:: false', () => setProperty('Third%20page', 'public', 'false')],
    ['its deletion', () => remove('third')],
  ])('%s', async (_, leave) => {
    expect(await html(BOAT)).toContain(THIRD_WORDS)
    await leave()
    expect((await it.open('/third-page')).status).toBe(410)
    for (const path of ['/index', '/sitemap.xml', '/feed.xml'])
      expect(await html(path)).not.toContain('third')
    expect(await searched(THIRD_WORDS)).toEqual([])
    const boat = await html(BOAT)
    expect(boat).toContain('old hull')
    expect(boat).not.toContain('/third-page')
    expect(boat).not.toContain(THIRD_WORDS)
  })

  test('so are its words where another page embeds it', async () => {
    await it.change({ pages: ['Third page', 'Secret plan'] })
    await write(blockId(0), '{{embed [[Secret plan]]}}')
    await write(blockId(1), `{{embed ((${SECRET_BLOCK}))}}`)
    await publishAgain()
    for (const words of [SECRET_WORDS, NESTED_WORDS]) expect(await html(BOAT)).toContain(words)
    await setProperty('Secret%20plan', 'public', 'false')
    for (const words of [SECRET_WORDS, NESTED_WORDS]) expect(await html(BOAT)).not.toContain(words)
  })
})

test('a long page has its parts as on a site that follows', async () => {
  const blocks = Array.from(
    { length: 250 },
    (_, n) =>
    makeBlock({ id: `plank-${n}`, rev: `r${n}`, content: `plank ${n} of`, pageId: 'third', parentId: null, order: n + 2, now: NOON }), // prettier-ignore
  )
  await it.api.graph.commits.commit({ puts: blocks.map((record) => ({ record, from: 0 })) })
  const paths = ['/third-page', '/third-page?offset=200']
  await it.change({ follows: true })
  it.api.clock.now += 60_000
  const live = await Promise.all(paths.map(html))
  await it.change({ follows: false })
  expect(await Promise.all(paths.map(html))).toEqual(live)
  expect(live[0]).toContain('href="/p/trip/third-page?offset=200"')
  expect(live[1]).toContain('plank 200 of')
})

test('a file keeps its address, and opens while the page is published', async () => {
  await it.addFile('pic1', 'picture.png', 'image/png', 'bytes')
  const block = makeBlock({ id: 'picture', rev: 'r1', content: '![](/api/files/pic1)', pageId: 'third', parentId: null, order: 2, now: NOON }) // prettier-ignore
  await it.api.graph.commits.commit({ puts: [{ record: block, from: 0 }] })
  await publishAgain()
  await remove('picture')
  expect(await html('/third-page')).toContain('src="/p/trip/files/picture.png"')
  expect(await it.open('/files/picture.png')).toMatchObject({ status: 200, html: 'bytes' })
  await setProperty('Third%20page', 'public', 'false')
  expect((await it.open('/files/picture.png')).status).toBe(410)
})

test('[S6] a site has up to 5 MB of text, unless it follows', async () => {
  const big = Array.from(
    { length: 150 },
    (_, n) =>
    makeBlock({ id: `big-${n}`, rev: `r${n}`, content: 'x'.repeat(20_000), pageId: 'third', parentId: null, order: n + 2, now: NOON }), // prettier-ignore
  )
  await it.api.graph.commits.commit({ puts: big.map((record) => ({ record, from: 0 })) })
  const { session } = await it.api.operators.createSession('me', { device: 'Mac' })
  const { status, body } = await it.api.call('/api/v1/settings/sites/trip', {
    method: 'PATCH',
    token: session,
    headers: { 'Content-Type': 'application/json' },
    body: '{}',
  })
  expect([status, body['error']]).toEqual([
    409,
    'The pages of this site have more than 5 MB, which is the limit of a site that does not follow the graph.',
  ])
  expect(await html('/third-page')).toContain(THIRD_WORDS)
  expect(await it.change({ follows: true })).toMatchObject({ follows: true })
})
