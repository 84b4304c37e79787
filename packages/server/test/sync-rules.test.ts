/** The promises of sync as a device sees them over HTTP, and the server's rules one by one. */
import type { BlockRecord } from '@notegraph/graph'
import { beforeEach, describe, expect, test } from 'vitest'
import { NOON } from './notes.ts'
import { aBlock, aPage, openSync, replaced, reworded, whole, type Item, type SyncApi } from './syncing.ts'

let api: SyncApi
beforeEach(async () => {
  api = await openSync()
})

/** The outcome of each record of a push. */
async function push(items: readonly unknown[], device = 'phone') {
  const { status, body } = await api.push(items, { device })
  expect(status).toBe(200)
  return body['results'] as {
    id: string
    outcome: string
    record: BlockRecord | null
    error?: { error: string }
  }[]
}
const pushOne = async (item: unknown, device?: string) => (await push([item], device))[0]!

const b = aBlock('b', 'as it was', { rev: 'r0', at: NOON - 9_000 })
const deletion = (record: BlockRecord, seen: readonly string[], at = NOON): Item => ({
  record: { ...record, deleted: at },
  dirty: ['deleted'],
  seen,
})
/** The record as a client sends it that only knows `id` and `updatedAt`. */
const plain = (record: object, updatedAt: number, changed: object = {}) => ({
  ...record,
  ...changed,
  updatedAt,
})

describe('[service, What the service does 2] the server keeps the record with the later updatedAt', () => {
  const text = (text: string) => ({ words: { ...b.words, text } })

  test('a plain record that it does not have is kept', async () => {
    expect(await pushOne(b)).toMatchObject({ id: 'b', outcome: 'applied', record: b })
  })

  test('a later one takes its place', async () => {
    await pushOne(b)
    const result = await pushOne(plain(b, NOON - 5_000, text('later')))
    expect(result).toMatchObject({
      outcome: 'applied',
      record: { updatedAt: NOON - 5_000, words: { text: 'later' } },
    })
    expect((await api.get('/blocks/b')).body['block'].content).toBe('later')
  })

  test('a stale push is answered with the record the server holds', async () => {
    await pushOne(b)
    const held = (await pushOne(plain(b, NOON - 5_000, text('later')))).record
    const stale = await pushOne(plain(b, NOON - 9_000))
    expect(stale).toEqual({ id: 'b', outcome: 'kept', record: held })
    expect(await api.held('b')).toEqual(held)
  })

  test('by one that says its id and updatedAt alone too', async () => {
    await pushOne(b)
    const held = await api.held('b')
    for (const updatedAt of [1, NOON - 10_000, NOON - 9_000])
      expect(await pushOne({ id: 'b', updatedAt })).toEqual({ id: 'b', outcome: 'kept', record: held })
  })

  test.each([
    [
      { id: 'b', updatedAt: NOON },
      `b was changed at ${NOON}, later than the server's record, but the push has no content. Send the whole record.`,
    ],
    [
      { id: 'none', updatedAt: NOON },
      'The server has no record none. Send the whole record, with its kind, words, place and props.',
    ],
    [{ id: 'b' }, 'b: updatedAt takes a time in milliseconds since 1970, but is missing.'],
    [
      { id: 'b', updatedAt: '2026-11-20' },
      'b: updatedAt takes a time in milliseconds since 1970, not "2026-11-20".',
    ],
    [
      { id: 'a/b', updatedAt: 1 },
      'a/b: id takes an id of 1 to 64 characters of A-Z a-z 0-9 . _ -, not "a/b".',
    ],
    [
      { updatedAt: 1 },
      'records[0]: id takes an id of 1 to 64 characters of A-Z a-z 0-9 . _ -, but is missing.',
    ],
    [7, 'records[0]: a record must be an object.'],
    [{ id: 'b', updatedAt: NOON, kind: 'block' }, 'b: words takes an object, but is missing.'],
    [{ id: 'b', updatedAt: NOON, kind: 'file' }, 'b: kind takes page, block or shape.'],
  ])('%j is explained in words', async (record, error) => {
    await pushOne(b)
    expect(await pushOne(record)).toMatchObject({ outcome: 'refused', error: { error, code: 'bad_request' } })
  })

  test('keys that the server does not know are kept and sent on', async () => {
    await pushOne({ ...b, mood: 'calm', x: { y: [1] } })
    const { body } = await api.pull()
    expect(body['records'].at(-1)).toMatchObject({ id: 'b', mood: 'calm', x: { y: [1] } })
  })
})

describe('[service, What the service does 2] a block whose words changed on two devices is never overwritten', () => {
  test.each([
    ['the later comes last', NOON - 5_000, NOON - 3_000, 'there', 'here'],
    ['the later came first', NOON - 3_000, NOON - 5_000, 'here', 'there'],
    ['both at once', NOON - 5_000, NOON - 5_000, 'here', 'there'],
  ])('%s: both versions are kept until a person picks one', async (_, first, second, shown, kept) => {
    await pushOne(whole(b))
    await pushOne(reworded(b, 'here', 'phone~1', first))
    await pushOne(reworded(b, 'there', 'laptop~1', second), 'laptop')
    expect(await api.held('b')).toMatchObject({ words: { text: shown }, versions: [{ text: kept }] })
    const { body } = await api.conflicts()
    await api.pick('b', body['blocks'][0].versions[0].rev)
    expect(await api.held('b')).toMatchObject({ words: { text: kept } })
    expect(await api.held('b')).not.toHaveProperty('versions')
  })

  test('by plain records too', async () => {
    await pushOne(b)
    await pushOne(plain(b, NOON - 5_000, { words: { ...b.words, text: 'here' } }))
    await pushOne(plain(b, NOON - 3_000, { words: { ...b.words, text: 'there' } }), 'laptop')
    expect(await api.held('b')).toMatchObject({ words: { text: 'there' }, versions: [{ text: 'here' }] })
  })
})

test('[service, What the service does 2] two devices that open the same day produce one record', async () => {
  const day = (at: number) => whole(aPage('journal-20261121', '2026-11-21', at))
  await push([day(NOON - 5_000), whole(aBlock('one', 'from the phone', { pageId: 'journal-20261121' }))])
  await push(
    [day(NOON - 4_000), whole(aBlock('two', 'from the laptop', { pageId: 'journal-20261121' }))],
    'laptop',
  )
  const { body } = await api.get('/days/2026-11-21')
  expect(body['page'].id).toBe('journal-20261121')
  expect(body['total']).toBe(2)
})

describe('[sync server 1] a retried push changes nothing and takes no seq', () => {
  beforeEach(async () => {
    await pushOne(whole(b))
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
    const first = await push(items())
    const head = await api.graph.commits.head()
    api.clock.now += 60_000
    const again = await push(items())
    expect(await api.graph.commits.head()).toBe(head)
    expect(again.map(({ record }) => record)).toEqual(first.map(({ record }) => record))
  })

  test('a rev that came before is known, whatever came since', async () => {
    await pushOne(reworded(b, 'one', 'r1', NOON - 5_000))
    const held = (await pushOne(reworded(b, 'two', 'r2', NOON - 4_000, ['r1']))).record
    expect(await pushOne(reworded(b, 'one', 'r1', NOON))).toMatchObject({ outcome: 'kept', record: held })
  })

  test('words that collapsed into equal ones are known, whatever came since', async () => {
    await pushOne(reworded(b, 'the same', 'r1', NOON - 5_000))
    const collapsed = reworded(b, 'the same', 'r2', NOON - 4_000)
    await pushOne(collapsed, 'laptop')
    const held = (await pushOne(reworded(b, 'more', 'r3', NOON - 3_000, ['r1']))).record
    expect(await pushOne(collapsed, 'laptop')).toMatchObject({ outcome: 'kept', record: held })
    expect(await api.held('b')).not.toHaveProperty('versions')
  })
})

describe('[sync server 2] words', () => {
  beforeEach(async () => {
    await pushOne(whole(b))
  })
  test('a held rev that was seen: an update, stamped later than the one before', async () => {
    const { record } = await pushOne(reworded(b, 'older by its clock', 'r1', NOON - 99_000))
    expect(record!.words).toEqual({ text: 'older by its clock', rev: 'r1', at: b.words.at + 1 })
    expect(record!.hist).toEqual(['r0'])
  })
  test('equal text collapses', async () => {
    await pushOne(reworded(b, 'the same', 'r1', NOON - 5_000))
    const { record } = await pushOne(reworded(b, 'the same', 'r2', NOON - 4_000), 'laptop')
    expect(record).not.toHaveProperty('versions')
  })
  test('drops removes the versions a person has decided on', async () => {
    await pushOne(reworded(b, 'here', 'r1', NOON - 5_000))
    await pushOne(reworded(b, 'there', 'r2', NOON - 4_000), 'laptop')
    const item = { ...reworded(b, 'both', 'r3', NOON - 1_000, ['r1', 'r2']), drops: ['r1'] }
    const { record } = await pushOne(item)
    expect(record).toMatchObject({ words: { text: 'both' } })
    expect(record).not.toHaveProperty('versions')
  })
})

describe('[sync server 3] place: the later at wins', () => {
  const c = aBlock('c', 'below', { parentId: 'b', at: NOON - 9_000 })
  beforeEach(async () => {
    await push([whole(b), whole(c)])
  })
  test('and not an earlier one', async () => {
    await pushOne(replaced(c, { order: 5 }, NOON - 3_000))
    expect(await pushOne(replaced(c, { order: 6 }, NOON - 4_000))).toMatchObject({
      outcome: 'kept',
      record: { place: { order: 5 } },
    })
  })
  test('and takes no words along', async () => {
    await pushOne(reworded(c, 'reworded', 'r1', NOON - 5_000))
    await pushOne(replaced(c, { parentId: null }, NOON - 1_000), 'laptop')
    expect(await api.held('c')).toMatchObject({ words: { text: 'reworded' }, place: { parentId: null } })
  })
  test.each<[string, Partial<BlockRecord['place']>]>([
    ['would close a circle', { parentId: 'c' }],
    ['goes under a block of another page', { parentId: 'ada-1' }],
  ])('a move that %s is answered with the held place', async (_, place) => {
    expect(await pushOne(replaced(b, place, NOON))).toMatchObject({
      outcome: 'kept',
      record: { place: b.place },
    })
  })
})

describe('[sync device 8] a block whose parent is not on its page reads as top level', () => {
  const under = (id: string, parentId: string, order: number) =>
    aBlock(id, `TODO ${id}`, { pageId: 'p', parentId, order })
  beforeEach(async () => {
    const mother = aBlock('mother', 'x', { pageId: 'p', order: 1 })
    await push([aPage('p', 'Page'), mother, under('a', 'nowhere', 2), under('b', 'mother', 3)].map(whole))
    await push([deletion(mother, [mother.words.rev])])
    await push([whole(under('c', 'a', 4))])
  })

  test.each([
    ['/pages/Page', 'blocks'],
    ['/pages/Page?limit=2&offset=1', 'blocks'],
    ['/search?q=TODO', 'blocks'],
    ['/tasks', 'tasks'],
  ])('%s', async (path, list) => {
    const { body } = await api.get(path)
    const blocks = body[list] as { id: string; parentId: string | null }[]
    expect(blocks.length).toBeGreaterThan(0)
    for (const { id, parentId } of blocks) expect([id, parentId]).toEqual([id, id === 'c' ? 'a' : null])
  })

  test('and by itself, until its parent comes', async () => {
    const parentOf = async (id: string) => (await api.get(`/blocks/${id}`)).body['block'].parentId
    expect([await parentOf('a'), await parentOf('b'), await parentOf('c')]).toEqual([null, null, 'a'])
    await push([whole(aBlock('nowhere', 'here now', { pageId: 'p' }))])
    expect(await parentOf('a')).toBe('nowhere')
    expect(await api.held('a')).toMatchObject({ place: { parentId: 'nowhere' } })
  })
})

describe('[sync server 4] props: per key, the later at wins', () => {
  const set = (v: unknown, at: number): Item => ({
    record: { ...b, props: { k: { v, at } } },
    dirty: ['props.k'],
  })
  beforeEach(async () => {
    await push([whole(b), set('middle', NOON - 5_000)])
  })
  test.each([
    ['later', set('new', NOON - 4_000), 'new'],
    ['earlier', set('new', NOON - 6_000), 'middle'],
    ['equal: the greater value', set('zebra', NOON - 5_000), 'zebra'],
    ['equal: the greater value, held', set('apple', NOON - 5_000), 'middle'],
    ['cleared: stays as a dated null', set(null, NOON - 4_000), null],
  ])('%s', async (_, item, v) => {
    expect((await pushOne(item)).record!.props['k']).toMatchObject({ v })
  })
  test('two devices that set two keys both keep theirs', async () => {
    await pushOne({ record: { ...b, props: { a: { v: 1, at: NOON - 3_000 } } }, dirty: ['props.a'] })
    const { record } = await pushOne(set(2, NOON - 4_000), 'laptop')
    expect(record!.props).toMatchObject({ a: { v: 1 }, k: { v: 2 } })
  })
})

describe('[sync server 5] deleting', () => {
  beforeEach(async () => {
    await pushOne(whole(b))
  })
  test('with the held rev seen', async () => {
    expect(await pushOne(deletion(b, ['r0']))).toMatchObject({
      outcome: 'applied',
      record: { deleted: NOON },
    })
    expect((await api.get('/blocks/b')).status).toBe(404)
  })
  test('without it the block stays and is answered', async () => {
    await pushOne(reworded(b, 'since', 'r1', NOON - 1_000))
    const { outcome, record } = await pushOne(deletion(b, ['r0']), 'laptop')
    expect([outcome, record!.words.text]).toEqual(['kept', 'since'])
    expect(record).not.toHaveProperty('deleted')
  })
  test('nor without every version', async () => {
    await pushOne(reworded(b, 'here', 'r1', NOON - 5_000))
    await pushOne(reworded(b, 'there', 'r2', NOON - 4_000), 'laptop')
    expect((await pushOne(deletion(b, ['r2']))).outcome).toBe('kept')
    expect((await pushOne(deletion(b, ['r1', 'r2']))).outcome).toBe('applied')
  })
  test('words written to a deleted block bring it back', async () => {
    await pushOne(deletion(b, ['r0'], NOON - 2_000))
    const { record } = await pushOne(reworded(b, 'back again', 'r1', NOON - 5_000), 'laptop')
    expect(record).toMatchObject({ words: { text: 'back again' } })
    expect((await api.get('/blocks/b')).body['block'].content).toBe('back again')
  })
})

describe('[sync server 5] deleting a page', () => {
  const tea = aPage('tea', 'Tea', NOON - 9_000)
  const leaf = (id: string, rest = {}) => aBlock(id, id, { pageId: 'tea', at: NOON - 8_000, ...rest })
  const removal = deletion(tea as unknown as BlockRecord, [], NOON - 1_000)
  const cursor = async () => (await api.pull()).body['cursor'] as string
  const remove = async (pulledTo: string | undefined, device = 'phone', item = removal) => {
    const more = { device, ...(pulledTo !== undefined && { cursor: pulledTo }) }
    const { status, body } = await api.push([item], more)
    expect(status).toBe(200)
    const { outcome, record } = (body['results'] as { outcome: string; record: BlockRecord }[])[0]!
    return [outcome, record.deleted === undefined ? 'lives' : 'deleted']
  }
  beforeEach(async () => {
    await push([whole(tea), whole(leaf('a'))])
  })

  test('that holds only what the device had pulled deletes it', async () => {
    expect(await remove(await cursor(), 'laptop')).toEqual(['applied', 'deleted'])
  })
  test('leaves it where another device added a block since, and is answered with it', async () => {
    const pulledTo = await cursor()
    await push([whole(leaf('b'))], 'laptop')
    expect(await remove(pulledTo)).toEqual(['kept', 'lives'])
    expect((await api.get('/pages/Tea')).body['blocks']).toMatchObject([{ id: 'a' }, { id: 'b' }])
  })
  test('leaves it where another device reworded a block since, or moved one there', async () => {
    await push([whole(aBlock('far', 'far', { at: NOON - 8_000 }))])
    for (const item of [
      reworded(leaf('a'), 'since', 'r1', NOON - 2_000, ['rev-a']),
      replaced(aBlock('far', 'far'), { pageId: 'tea' }, NOON - 2_000),
    ]) {
      const pulledTo = await cursor()
      await push([item], 'laptop')
      expect(await remove(pulledTo)).toEqual(['kept', 'lives'])
    }
  })
  test('leaves it where the API wrote since', async () => {
    const pulledTo = await cursor()
    expect((await api.post('/pages/Tea/blocks', { text: 'by a program' })).status).toBe(200)
    expect(await remove(pulledTo)).toEqual(['kept', 'lives'])
    expect(await remove(await cursor())).toEqual(['applied', 'deleted'])
  })
  test('takes along what the device itself added since', async () => {
    const pulledTo = await cursor()
    await push([whole(leaf('b'))])
    expect(await remove(pulledTo)).toEqual(['applied', 'deleted'])
  })
  test('takes along what others added and deleted again', async () => {
    const pulledTo = await cursor()
    await push([whole(leaf('b'))], 'laptop')
    await push([deletion(leaf('b'), ['rev-b'], NOON - 2_000)], 'laptop')
    expect(await remove(pulledTo)).toEqual(['applied', 'deleted'])
  })
  test('with a cursor of another epoch leaves what others wrote at any time', async () => {
    expect(await remove(`${api.epoch - 1}.9999.0`, 'laptop')).toEqual(['kept', 'lives'])
    expect(await remove(`${api.epoch - 1}.9999.0`, 'phone')).toEqual(['applied', 'deleted'])
  })
  test('by a plain record is held to the cursor too', async () => {
    const pulledTo = await cursor()
    await push([whole(leaf('b'))], 'laptop')
    const deleted = { ...tea, deleted: NOON - 1_000, updatedAt: NOON - 1_000 }
    expect(await remove(pulledTo, 'phone', deleted as unknown as Item)).toEqual(['kept', 'lives'])
  })
  test('without a cursor is as it was before there was one', async () => {
    await push([whole(leaf('b'))], 'laptop')
    expect(await remove(undefined)).toEqual(['applied', 'deleted'])
  })
  test.each(['', 'x', '1.2', '1.2.3.4'])('a cursor that was never one is 400: %j', async (cursor) => {
    expect(await api.push([removal], { cursor })).toMatchObject({
      status: 400,
      body: { code: 'bad_request', error: 'cursor takes the cursor of the last pull.' },
    })
  })
})

describe('[sync server 10] a block stands on 1,000 levels at most', () => {
  /** Blocks, each nested under the one before; the first under `parentId`. */
  const chain = (name: string, length: number, parentId: string | null = null) =>
    Array.from({ length }, (_, i) =>
      aBlock(`${name}${i + 1}`, 'x', { parentId: i === 0 ? parentId : `${name}${i}` }),
    )
  async function pushAll(blocks: readonly BlockRecord[]) {
    const results = []
    for (let i = 0; i < blocks.length; i += 500)
      results.push(...(await push(blocks.slice(i, i + 500).map((block) => whole(block)))))
    return results
  }
  const under = (id: string, parentId: string): Item => replaced(aBlock(id, 'x'), { parentId }, NOON - 500)

  test('the thousandth level is taken, and a new block below it is taken at the top of its page', async () => {
    const results = await pushAll(chain('a', 1_001))
    expect(results.findIndex(({ outcome }) => outcome !== 'applied')).toBe(1_000)
    expect(results[999]!.record!.place.parentId).toBe('a999')
    expect(results[1_000]).toMatchObject({ outcome: 'kept', record: { place: { parentId: null } } })
  })
  test('a block that is moved too deep is answered with the place that it has', async () => {
    await pushAll([...chain('a', 1_000), ...chain('b', 1)])
    expect(await pushOne(under('b1', 'a1000'))).toMatchObject({
      outcome: 'kept',
      record: { place: { parentId: null } },
    })
    expect(await pushOne(under('b1', 'a999'))).toMatchObject({ outcome: 'applied' })
  })
  test('what is nested under a block counts when it moves', async () => {
    await pushAll([...chain('a', 600), ...chain('b', 401)])
    expect(await pushOne(under('b1', 'a600'))).toMatchObject({
      outcome: 'kept',
      record: { place: { parentId: null } },
    })
    expect(await pushOne(under('b1', 'a599'))).toMatchObject({ outcome: 'applied' })
  })
  test('and so does what the same push nests there, or takes away', async () => {
    await pushAll([...chain('a', 600), ...chain('b', 400), ...chain('c', 2), ...chain('d', 1)])
    const kept = await push([under('c1', 'b400'), under('b1', 'a600')])
    expect(kept.map(({ outcome }) => outcome)).toEqual(['applied', 'kept'])
    const taken = await push([under('b400', 'd1'), under('b1', 'a600')])
    expect(taken.map(({ outcome }) => outcome)).toEqual(['applied', 'applied'])
  })
  test('the API nests no block deeper either', async () => {
    await pushAll(chain('a', 1_000))
    const add = (parentId: string) => api.post('/pages/Long/blocks', { text: 'deep', parentId })
    expect(await add('a1000')).toMatchObject({
      status: 400,
      body: { error: 'The parent "a1000" is on level 1,000, and no block can be nested deeper.' },
    })
    expect((await add('a999')).status).toBe(200)
  })
  test('five hundred blocks under the last of them take little more than five hundred under the first', async () => {
    await pushAll(chain('a', 999))
    const timed = async (name: string, parentId: string) => {
      const items = Array.from({ length: 500 }, (_, i) => whole(aBlock(`${name}${i}`, 'x', { parentId })))
      const before = process.cpuUsage()
      await push(items)
      const { user, system } = process.cpuUsage(before)
      return user + system
    }
    await timed('warm', 'a1')
    const [first, last] = [await timed('first', 'a1'), await timed('last', 'a999')]
    expect(last / first).toBeLessThan(8)
  })
})

test.each([
  ['tomorrow', NOON + 86_400_000],
  ['the largest whole number', Number.MAX_SAFE_INTEGER],
  ['after all days that there are', 1e300],
])("[sync server 6] an at in the future is cut to the server's now: %s", async (_, at) => {
  const { record } = await pushOne(whole(aBlock('f', 'x', { at })))
  expect(record).toMatchObject({
    createdAt: NOON,
    updatedAt: NOON,
    words: { at: NOON },
    place: { at: NOON },
  })
})

test('[sync server 2] a version is told as that of the device that pushed it, whatever it is called', async () => {
  await pushOne(whole(b))
  const { record } = await pushOne(reworded(b, 'older', 'r1', 1, []), 'Ada’s phone')
  expect(record!.versions).toMatchObject([{ text: 'older', device: 'Ada’s phone' }])
})

describe('[sync server 8] a write over the API', () => {
  test("makes a version of a device's unsynced edit of the same words", async () => {
    await pushOne(whole(b))
    await api.patch('/blocks/b', { text: 'by a program' })
    const { outcome, record } = await pushOne(reworded(b, 'by a person', 'r1', NOON - 1_000))
    expect(outcome).toBe('kept')
    const texts = [record!.words, ...record!.versions!].map(({ text }) => text)
    expect(texts.toSorted()).toEqual(['by a person', 'by a program'])
  })
  test('keeps the versions that wait', async () => {
    await pushOne(whole(b))
    await pushOne(reworded(b, 'here', 'r1', NOON - 5_000))
    await pushOne(reworded(b, 'there', 'r2', NOON - 4_000), 'laptop')
    await api.patch('/blocks/b', { text: 'by a program' })
    expect(await api.held('b')).toMatchObject({
      words: { text: 'by a program' },
      versions: [{ text: 'here' }],
    })
  })
  test('and its revert come to the device as edits', async () => {
    await pushOne(whole(b))
    const { body: before } = await api.pull()
    await api.patch('/blocks/b', { text: 'by a program' })
    const { changes } = (await api.call('/api/v1/settings/changes', { token: api.session })).body
    await api.call(`/api/v1/settings/changes/${changes[0].id}/revert`, { method: 'POST', token: api.session })
    const { body } = await api.pull(`?cursor=${before['cursor']}`)
    expect(body['records']).toMatchObject([{ id: 'b', words: { text: 'as it was' } }])
    expect(body['records'][0].hist).toHaveLength(2)
  })
})

describe('[sync server 9] storage over the quota', () => {
  beforeEach(async () => {
    await push([whole(b), whole(aBlock('wordy', 'x'.repeat(9_000)))])
    await api.operators.setAccount('me', { quota: 1 })
  })
  const held = aBlock('wordy', 'x'.repeat(9_000))

  test('refuses growth, with the error body for the record', async () => {
    const [grown, added, shrunk] = await push([
      reworded(b, 'as it was, and more', 'r1', NOON),
      whole(aBlock('new', 'x')),
      reworded(held, 'short', 'r1', NOON),
    ])
    const error = {
      error: 'Storage is full: this write would exceed the 1 bytes of cloud sync.',
      code: 'quota_full',
      hint: 'Make room in cloud sync.',
    }
    expect(grown).toMatchObject({ outcome: 'refused', record: { words: { text: 'as it was' } }, error })
    expect(added).toEqual({ id: 'new', outcome: 'refused', record: null, error })
    expect(shrunk).toMatchObject({ outcome: 'applied', record: { words: { text: 'short' } } })
  })
  test.each<[string, Item]>([
    ['fewer words', reworded(held, 'x'.repeat(8_999), 'r1', NOON)],
    ['as many', reworded(held, 'y'.repeat(9_000), 'r1', NOON)],
    ['a deletion', deletion(held, [held.words.rev])],
    ['a move', replaced(held, { order: 9 }, NOON)],
  ])('takes what shrinks or stays: %s', async (_, item) => {
    expect((await pushOne(item)).outcome).toBe('applied')
  })
  test('a deletion of a short block makes room for another', async () => {
    const [one, other] = [aBlock('one', 'words', { rev: 'r' }), aBlock('other', 'words')]
    await api.operators.setAccount('me', { quota: 10_000_000 })
    await pushOne(whole(one))
    const used = await api.graph.storage.bytes()
    await api.operators.setAccount('me', { quota: used })
    expect((await pushOne(whole(other))).outcome).toBe('refused')
    expect((await pushOne(deletion(one, ['r']))).outcome).toBe('applied')
    expect(await api.graph.storage.bytes()).toBe(used - (256 + 5) + 32)
    await api.operators.setAccount('me', { quota: used + 32 })
    expect((await pushOne(whole(other))).outcome).toBe('applied')
  })
  test('a deletion makes room for what comes after it in the same push', async () => {
    await api.operators.setAccount('me', { quota: await api.graph.storage.bytes() })
    const results = await push([
      whole(aBlock('before', 'x')),
      deletion(held, [held.words.rev]),
      whole(aBlock('after', 'x')),
    ])
    expect(results.map(({ outcome }) => outcome)).toEqual(['refused', 'applied', 'applied'])
  })
  test('what there is room for is taken, in order', async () => {
    await api.operators.setAccount('me', { quota: (await api.graph.storage.bytes()) + 600 })
    const results = await push([1, 2, 3].map((n) => whole(aBlock(`n-${n}`, 'x'))))
    expect(results.map(({ outcome }) => outcome)).toEqual(['applied', 'applied', 'refused'])
  })
})
