/**
 * The server's rules of merging: retries, words, places, props, times, and writes of the notes API.
 *
 * @module-tag both-stores
 */
import type { BlockRecord } from '@notegraph/graph'
import { beforeEach, describe, expect, test } from 'vitest'
import { NOON } from './notes.ts'
import {
  aBlock,
  aPage,
  deletion,
  openSync,
  replaced,
  reworded,
  whole,
  type Item,
  type SyncApi,
} from './syncing.ts'

let api: SyncApi
beforeEach(async () => {
  api = await openSync()
})

const b = aBlock('b', 'as it was', { rev: 'r0', at: NOON - 9_000 })

describe('[sync server 1] a retried push changes nothing and takes no seq', () => {
  beforeEach(async () => {
    await api.pushOne(whole(b))
  })
  test.each<[string, () => Item[]]>([
    ['new records', () => [whole(aPage('p', 'P')), whole(aBlock('n', 'x', { pageId: 'p' }))]],
    ['words', () => [reworded(b, 'new', 'r1', NOON)]],
    ['words that had not seen the others', () => [reworded(b, 'new', 'r1', NOON, [])]],
    ['words of the future', () => [reworded(b, 'new', 'r1', NOON + 9_000_000)]],
    ['a place', () => [replaced(b, { order: 7 }, NOON)]],
    ['a place of the future', () => [replaced(b, { order: 7 }, NOON + 9_000_000)]],
    [
      'a prop of the future',
      () => [{ record: { ...b, props: { k: { v: 1, at: NOON * 2 } } }, dirty: ['props.k'] }],
    ],
    ['a deletion', () => [deletion(b, ['r0'])]],
  ])('%s', async (_, items) => {
    const first = await api.pushAll(items())
    const head = await api.graph.commits.head()
    api.clock.now += 60_000
    const again = await api.pushAll(items())
    expect(await api.graph.commits.head()).toBe(head)
    expect(again.map(({ record }) => record)).toEqual(first.map(({ record }) => record))
  })

  test('a rev that came before is known, whatever came since', async () => {
    await api.pushOne(reworded(b, 'one', 'r1', NOON - 5_000))
    const held = (await api.pushOne(reworded(b, 'two', 'r2', NOON - 4_000, ['r1']))).record
    expect(await api.pushOne(reworded(b, 'one', 'r1', NOON))).toMatchObject({ outcome: 'kept', record: held })
  })

  test('words that collapsed into equal ones are known, whatever came since', async () => {
    await api.pushOne(reworded(b, 'the same', 'r1', NOON - 5_000))
    const collapsed = reworded(b, 'the same', 'r2', NOON - 4_000)
    await api.pushOne(collapsed, 'laptop')
    const held = (await api.pushOne(reworded(b, 'more', 'r3', NOON - 3_000, ['r1']))).record
    expect(await api.pushOne(collapsed, 'laptop')).toMatchObject({ outcome: 'kept', record: held })
    expect(await api.held('b')).not.toHaveProperty('versions')
  })
})

describe('[sync server 2] words', () => {
  beforeEach(async () => {
    await api.pushOne(whole(b))
  })
  test('a held rev that was seen: an update, stamped later than the one before', async () => {
    const { record } = await api.pushOne(reworded(b, 'older by its clock', 'r1', NOON - 99_000))
    expect(record!.words).toEqual({ text: 'older by its clock', rev: 'r1', at: b.words.at + 1 })
    expect(record!.hist).toEqual(['r0'])
  })
  test('equal text collapses', async () => {
    await api.pushOne(reworded(b, 'the same', 'r1', NOON - 5_000))
    const { record } = await api.pushOne(reworded(b, 'the same', 'r2', NOON - 4_000), 'laptop')
    expect(record).not.toHaveProperty('versions')
  })
  test('drops removes the versions a person has decided on', async () => {
    await api.pushOne(reworded(b, 'here', 'r1', NOON - 5_000))
    await api.pushOne(reworded(b, 'there', 'r2', NOON - 4_000), 'laptop')
    const item = { ...reworded(b, 'both', 'r3', NOON - 1_000, ['r1', 'r2']), drops: ['r1'] }
    const { record } = await api.pushOne(item)
    expect(record).toMatchObject({ words: { text: 'both' } })
    expect(record).not.toHaveProperty('versions')
  })
})

describe('[sync server 3] place: the later at wins', () => {
  const c = aBlock('c', 'below', { parentId: 'b', at: NOON - 9_000 })
  beforeEach(async () => {
    await api.pushAll([whole(b), whole(c)])
  })
  test('and not an earlier one', async () => {
    await api.pushOne(replaced(c, { order: 5 }, NOON - 3_000))
    expect(await api.pushOne(replaced(c, { order: 6 }, NOON - 4_000))).toMatchObject({
      outcome: 'kept',
      record: { place: { order: 5 } },
    })
  })
  test('and takes no words along', async () => {
    await api.pushOne(reworded(c, 'reworded', 'r1', NOON - 5_000))
    await api.pushOne(replaced(c, { parentId: null }, NOON - 1_000), 'laptop')
    expect(await api.held('c')).toMatchObject({ words: { text: 'reworded' }, place: { parentId: null } })
  })
  test.each<[string, Partial<BlockRecord['place']>]>([
    ['would close a circle', { parentId: 'c' }],
    ['goes under a block of another page', { parentId: 'ada-1' }],
  ])('a move that %s is answered with the held place', async (_, place) => {
    expect(await api.pushOne(replaced(b, place, NOON))).toMatchObject({
      outcome: 'kept',
      record: { place: b.place },
    })
  })
})

describe('[sync server 3] [A10.6] after pages were merged', () => {
  const put = async (id: string, pageId: string, parentId: string | null) =>
    (await api.pushOne(whole(aBlock(id, `words of ${id}`, { pageId, parentId })))).record!.place
  beforeEach(async () => {
    const pages = ['First', 'Second', 'Third'].map((name) => whole(aPage(`p-${name}`, name)))
    await api.pushAll([...pages, whole(aBlock('held', 'held', { pageId: 'p-First' }))])
    await api.post('/pages/First/rename', { to: 'Second', merge: true })
  })

  test('a new block goes to the page that took the others, also under one of them', async () => {
    expect(await put('n1', 'p-First', null)).toMatchObject({ pageId: 'p-Second', parentId: null })
    expect(await put('n2', 'p-First', 'held')).toMatchObject({ pageId: 'p-Second', parentId: 'held' })
    expect(await put('n3', 'p-First', 'n1')).toMatchObject({ pageId: 'p-Second', parentId: 'n1' })
    expect(await put('n4', 'p-Second', null)).toMatchObject({ pageId: 'p-Second' })
  })

  test('a new block goes to the last of several pages, and stays where none is left', async () => {
    await api.post('/pages/Second/rename', { to: 'Third', merge: true })
    expect(await put('n1', 'p-First', null)).toMatchObject({ pageId: 'p-Third' })
    await api.post('/pages/Third/delete', {})
    expect(await put('n2', 'p-First', null)).toMatchObject({ pageId: 'p-First' })
  })
})

describe('[sync server 4] props: per key, the later at wins', () => {
  const set = (v: unknown, at: number): Item => ({
    record: { ...b, props: { k: { v, at } } },
    dirty: ['props.k'],
  })
  beforeEach(async () => {
    await api.pushAll([whole(b), set('middle', NOON - 5_000)])
  })
  test.each([
    ['later', set('new', NOON - 4_000), 'new'],
    ['earlier', set('new', NOON - 6_000), 'middle'],
    ['equal: the greater value', set('zebra', NOON - 5_000), 'zebra'],
    ['equal: the greater value, held', set('apple', NOON - 5_000), 'middle'],
    ['cleared: stays as a dated null', set(null, NOON - 4_000), null],
  ])('%s', async (_, item, v) => {
    expect((await api.pushOne(item)).record!.props['k']).toMatchObject({ v })
  })
  test('two devices that set two keys both keep theirs', async () => {
    await api.pushOne({ record: { ...b, props: { a: { v: 1, at: NOON - 3_000 } } }, dirty: ['props.a'] })
    const { record } = await api.pushOne(set(2, NOON - 4_000), 'laptop')
    expect(record!.props).toMatchObject({ a: { v: 1 }, k: { v: 2 } })
  })
})

test.each([
  ['tomorrow', NOON + 86_400_000],
  ['the largest whole number', Number.MAX_SAFE_INTEGER],
  ['after all days that there are', 1e300],
])("[sync server 6] an at in the future is cut to the server's now: %s", async (_, at) => {
  const { record } = await api.pushOne(whole(aBlock('f', 'x', { at })))
  expect(record).toMatchObject({
    createdAt: NOON,
    updatedAt: NOON,
    words: { at: NOON },
    place: { at: NOON },
  })
})

test('[sync server 2] a version names the device that pushed it, under any name', async () => {
  await api.pushOne(whole(b))
  const { record } = await api.pushOne(reworded(b, 'older', 'r1', 1, []), 'Ada’s phone')
  expect(record!.versions).toMatchObject([{ text: 'older', device: 'Ada’s phone' }])
})

describe('[sync server 8] a write over the API', () => {
  test("makes a version of a device's unsynced edit of the same words", async () => {
    await api.pushOne(whole(b))
    await api.patch('/blocks/b', { text: 'by a program' })
    const { outcome, record } = await api.pushOne(reworded(b, 'by a person', 'r1', NOON - 1_000))
    expect(outcome).toBe('kept')
    const texts = [record!.words, ...record!.versions!].map(({ text }) => text)
    expect(texts.toSorted()).toEqual(['by a person', 'by a program'])
  })
  test('keeps the versions that wait', async () => {
    await api.pushOne(whole(b))
    await api.pushOne(reworded(b, 'here', 'r1', NOON - 5_000))
    await api.pushOne(reworded(b, 'there', 'r2', NOON - 4_000), 'laptop')
    await api.patch('/blocks/b', { text: 'by a program' })
    expect(await api.held('b')).toMatchObject({
      words: { text: 'by a program' },
      versions: [{ text: 'here' }],
    })
  })
  test('and its revert come to the device as edits', async () => {
    await api.pushOne(whole(b))
    const { body: before } = await api.pull()
    await api.patch('/blocks/b', { text: 'by a program' })
    const { changes } = (await api.call('/api/v1/settings/changes', { token: api.session })).body
    await api.call(`/api/v1/settings/changes/${changes[0].id}/revert`, { method: 'POST', token: api.session })
    const { body } = await api.pull(`?cursor=${before['cursor']}`)
    expect(body['records']).toMatchObject([{ id: 'b', words: { text: 'as it was' } }])
    expect(body['records'][0].hist).toHaveLength(2)
  })
})
