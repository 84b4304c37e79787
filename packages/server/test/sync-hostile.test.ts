/**
 * [sync] Malicious pushes: refused with a message, never committed in part, and without access to another account.
 *
 * @module-tag both-stores
 */
import fc from 'fast-check'
import { areEmbedded } from '@notegraph/store/testing'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Reply } from './api.ts'
import { NOON } from './notes.ts'
import { aBlock, aPage, openSync, replaced, whole, zipped, type SyncApi } from './syncing.ts'

let api: SyncApi
let head: number
beforeEach(async () => {
  api = await openSync()
  head = await api.graph.commits.head()
})
afterEach(async () => expectWhole())

const b = aBlock('b', 'words', { rev: 'r0' })
async function expectWhole(): Promise<void> {
  // Records under a parent that does not exist are repaired by devices. @see sync, The device's rules 5
  const isOfDevices = (problem: string) => /: its (page|parent) \S+ is not (there|on its page)$/.test(problem)
  expect((await api.graph.maintenance.check()).filter((problem) => !isOfDevices(problem))).toEqual([])
}
const untouched = async () => expect(await api.graph.commits.head()).toBe(head)
const errorOf = ({ status, body }: Reply): [number, string] => [status, body['error']]
/** The reason for which the one record of a push was refused. */
const why = ({ status, body }: Reply): [number, string, string] => [
  status,
  body['results']?.[0]?.outcome,
  body['results']?.[0]?.error?.error,
]
/** A push as JSON text, for content that no value can express. */
const raw = (record: string, dirty = '["words"]') =>
  api.send(`{"epoch":${api.epoch},"device":"d","records":[{"record":${record},"dirty":${dirty},"seen":[]}]}`)
const text = (record: object): string => JSON.stringify(record)
const keys = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, { v: 1, at: 1 }]))
const nested = (depth: number): unknown => JSON.parse(`${'['.repeat(depth)}1${']'.repeat(depth)}`)

describe('a record that is not one', () => {
  test.each<[string, object, string]>([
    ['an id with a slash', { id: '../../etc/passwd' }, 'id takes an id of 1 to 64 characters'],
    ['an id of 65 characters', { id: 'x'.repeat(65) }, 'id takes an id of 1 to 64 characters'],
    ['no id', { id: '' }, 'id takes an id of 1 to 64 characters'],
    ['an id that is a number', { id: 7 }, 'id takes an id of 1 to 64 characters'],
    ['an id with NUL', { id: 'b\0' }, 'id takes an id of 1 to 64 characters'],
    ['a page of a wrong id', { place: { ...b.place, pageId: 'a b' } }, 'place.pageId takes an id'],
    ['a parent of a wrong id', { place: { ...b.place, parentId: '木' } }, 'place.parentId takes an id'],
    [
      'itself as its parent',
      { place: { ...b.place, parentId: 'b' } },
      'place.parentId is the id of the record itself',
    ],
    [
      'an order that is words',
      { place: { ...b.place, order: '1' } },
      'place.order takes a finite number, not "1"',
    ],
    ['no order', { place: { ...b.place, order: null } }, 'place.order takes a finite number, not null'],
    ['a time before 1970', { updatedAt: -1 }, 'updatedAt takes a time in milliseconds since 1970, not -1'],
    ['no time', { createdAt: null }, 'createdAt takes a time in milliseconds since 1970, not null'],
    [
      'words with NUL',
      { words: { ...b.words, text: 'a\0b' } },
      'words.text contains NUL or half of a surrogate pair',
    ],
    [
      'half of a pair',
      { words: { ...b.words, text: 'a\uD83D' } },
      'words.text contains NUL or half of a surrogate pair',
    ],
    [
      'a revision with a space',
      { words: { ...b.words, rev: 'a b' } },
      'words.rev takes a revision of 1 to 64 visible',
    ],
    [
      'a hundred revisions too many',
      { hist: Array.from({ length: 357 }, String) },
      'hist has 357 members. The limit is 256',
    ],
    ['a hundred thousand keys', { props: keys(40_000) }, 'props has 40000 keys. The limit is 1000'],
    [
      'a thousand and one keys of its own',
      keys(1_001),
      'the record has 1001 unknown keys. The limit is 1000',
    ],
    [
      'a value that nests too deep',
      { props: { k: { v: nested(33), at: 1 } } },
      'props.k.v nests deeper than 32',
    ],
    ['a key of its own that does', { deep: nested(33) }, 'deep nests deeper than 32'],
    [
      'a value with NUL',
      { props: { k: { v: ['\0'], at: 1 } } },
      'props.k.v contains NUL or half of a surrogate pair',
    ],
    [
      'a nested key with half of a pair',
      { props: { k: { v: [{ 'a\uD83D': 1 }], at: 1 } } },
      'props.k.v has a key with NUL or half of a surrogate pair',
    ],
    ['a key of its own with NUL', { 'x\0': 1 }, 'an unknown key contains NUL or half of a surrogate pair'],
    ['a key with half of a pair', { props: { 'k\uDC00': { v: 1, at: 1 } } }, 'a key has 1 to 128 characters'],
    [
      'a prop without a time',
      { props: { k: { v: 1 } } },
      'props.k.at takes a time in milliseconds since 1970',
    ],
    [
      'a version by nobody',
      { versions: [{ ...b.words, device: 'a\u0007b' }] },
      'versions[0].device takes a name',
    ],
    ['another schema', { schema: 2 }, 'schema 2 is unknown'],
    ['a schema that is no text', { schema: { toString: null } }, 'schema {"toString":null} is unknown'],
    ['deleted, but not when', { deleted: true }, 'deleted takes a time in milliseconds since 1970'],
  ])('%s', async (_, wrong, words) => {
    const reply = await api.push([{ record: { ...b, ...wrong }, dirty: ['words'], seen: [] }])
    expect(why(reply)).toEqual([200, 'refused', expect.stringContaining(words)])
    await untouched()
  })

  test.each([
    [
      'an endless order',
      text(b).replace('"order":100', '"order":1e999'),
      'place.order takes a finite number',
    ],
    ['an endless time', text(b).replace(/"at":\d+/, '"at":1e999'), 'takes a time in milliseconds'],
    [
      'an endless value',
      text({ ...b, props: { k: { v: '!', at: 1 } } }).replace('"!"', '-1e999'),
      'props.k.v takes a finite',
    ],
    [
      'an endless value deep in a key of its own',
      text({ ...b, deep: ['!'] }).replace('"!"', '1e999'),
      'deep takes a finite',
    ],
  ])('%s', async (_, record, words) => {
    expect(why(await raw(record))).toEqual([200, 'refused', expect.stringContaining(words)])
    await untouched()
  })

  test.each([
    [900, [200, 'refused', expect.stringContaining('b: ')]],
    [400_000, [400, undefined, undefined]],
  ])('nested %i levels deep', async (depth, answer) => {
    const reply = await raw(`{"id":"b","updatedAt":1,"kind":${'['.repeat(depth)}${']'.repeat(depth)}}`)
    expect(why(reply)).toEqual(answer)
    await untouched()
  })

  test('with more values than a prop may hold', async () => {
    const v = Array.from({ length: 5_001 }, () => [1])
    const reply = await api.push([{ record: { ...b, props: { k: { v, at: 1 } } }, dirty: ['props.k'] }])
    expect(why(reply)).toEqual([200, 'refused', 'b: props.k.v has more than 10000 values.'])
    await untouched()
  })

  test.each([
    ['a group that it has not', ['colour'], 'dirty names "colour", a group that the record does not have'],
    ['one that every object has', ['constructor'], 'dirty names "constructor"'],
    ['a prop that it has not', ['props.toString'], 'dirty names "props.toString"'],
    ['a number', [7], 'dirty[0] takes a string, not 7'],
  ])('dirty names %s', async (_, dirty, words) => {
    expect(why(await api.push([{ record: b, dirty, seen: [] }]))).toEqual([
      200,
      'refused',
      expect.stringContaining(words),
    ])
    await untouched()
  })
})

describe('a push that is none', () => {
  test.each([
    ['no epoch', { epoch: undefined }, 'the push: epoch takes a finite number, but is missing.'],
    ['an epoch in words', { epoch: '1' }, 'the push: epoch takes a finite number, not "1".'],
    [
      'no device',
      { device: undefined },
      'the push: device takes a name of 1 to 100 characters without control characters, but is missing.',
    ],
    [
      'a device of two lines',
      { device: 'a\nb' },
      'the push: device takes a name of 1 to 100 characters without control characters, not "a\\nb".',
    ],
    ['records that are one', { records: b }, 'the push: records takes an array, not an object.'],
  ])('%s: 400', async (_, more, error) => {
    expect(errorOf(await api.push([whole(b)], more))).toEqual([400, error])
    await untouched()
  })

  test('twenty megabytes: 413, however they come', async () => {
    const long = 'x'.repeat(20_000_000)
    const words = 'The request is larger than 1048576 bytes.'
    expect(errorOf(await api.send(long))).toEqual([413, words])
    const gzip = { headers: { 'Content-Encoding': 'gzip' } }
    expect(errorOf(await api.send(zipped(JSON.stringify({ long })), gzip))).toEqual([413, words])
    const stream = new Blob([long]).stream() as ReadableStream<Uint8Array>
    expect(errorOf(await api.send(stream))).toEqual([413, words])
    await untouched()
  })

  test('deeper than any: 400', async () => {
    expect((await api.send('['.repeat(1_000_000))).status).toBe(400)
    expect((await api.send('['.repeat(500_000) + ']'.repeat(500_000))).status).toBe(400)
    await untouched()
  })
})

describe('circles', () => {
  test('in one push', async () => {
    const ring = ['x', 'y', 'z'].map((id, i, all) =>
      aBlock(id, id, { parentId: all[(i + 1) % 3]!, order: i }),
    )
    await api.push(ring.map(whole))
    const { body } = await api.get('/pages/Long')
    expect(body['blocks'].map(({ id }: { id: string }) => id)).toEqual(
      expect.arrayContaining(['x', 'y', 'z']),
    )
  })
  test('over two devices', async () => {
    const [x, y] = [aBlock('x', 'x'), aBlock('y', 'y', { order: 101 })]
    await api.push([whole(x), whole(y)])
    await api.push([replaced(x, { parentId: 'y' }, NOON - 500)])
    const { body } = await api.push([replaced(y, { parentId: 'x' }, NOON - 400)], { device: 'laptop' })
    expect(body['results'][0]).toMatchObject({ outcome: 'kept', record: { place: { parentId: null } } })
  })
  test('a chain that is very deep', async () => {
    const chain = Array.from({ length: 400 }, (_, n) =>
      aBlock(`n${n}`, 'x', { parentId: n > 0 ? `n${n - 1}` : null }),
    )
    await api.push(chain.map(whole))
    const { body } = await api.push([replaced(chain[0]!, { parentId: 'n399' }, NOON)])
    expect(body['results'][0].outcome).toBe('kept')
  })
})

describe('keys that every object has', () => {
  const odd = JSON.parse('{"__proto__": {"v": "x", "at": 1}, "constructor": {"v": "y", "at": 1}}')
  test('are keys like any other', async () => {
    await raw(text({ ...b, props: odd }), '["words","place","props.__proto__","props.constructor"]')
    await raw(text(b).replace('{', '{"__proto__":{"polluted":1},"toString":1,'))
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
    const { records } = (await api.pull()).body
    const held = records.find(({ id }: { id: string }) => id === 'b')
    expect(Object.keys(held.props)).toEqual(['__proto__', 'constructor'])
    expect(Object.getOwnPropertyDescriptor(held, '__proto__')?.value).toEqual({ polluted: 1 })
    expect((await api.get('/pages/Long')).status).toBe(200)
  })
})

describe('reliability: another account', () => {
  const secret = 'the words of somebody else'
  let session: string
  beforeEach(async () => {
    await api.operators.createAccount('other', {})
    ;({ session } = await api.operators.createSession('other', { device: 'Laptop' }))
    const { epoch } = await api.store.graph('other').feed.state()
    const theirs = [aPage('p', secret), aBlock('theirs', secret, { rev: 'their-rev', pageId: 'p' })]
    await api.push(theirs.map(whole), { epoch }, { token: session })
  })
  afterEach(async () => expectKept())

  async function expectKept(): Promise<void> {
    const held = await api.store.graph('other').records.find('theirs')
    expect(held?.record).toMatchObject({ words: { text: secret, rev: 'their-rev' } })
    expect(held?.record).not.toHaveProperty('deleted')
  }

  test.each<[string, () => Promise<Reply>]>([
    ['its block as a bare record', () => api.push([{ id: 'theirs', updatedAt: 1 }])],
    [
      'a block on its page',
      () => api.push([whole(aBlock('mine', 'x', { pageId: 'p', parentId: 'theirs' }))]),
    ],
    [
      'a deletion of its block',
      () => {
        const gone = { ...aBlock('theirs', 'mine', { rev: 'their-rev' }), deleted: NOON }
        return api.push([{ record: gone, dirty: ['deleted'], seen: ['their-rev'] }])
      },
    ],
    ['words for its block', () => api.push([whole(aBlock('theirs', 'mine', { rev: 'mine' }))])],
    ['a pick on its block', () => api.pick('theirs', 'their-rev')],
    [
      'its cursor',
      async () => {
        const { cursor } = (await api.pull('', { token: session })).body
        return api.pull(`?cursor=${cursor}`)
      },
    ],
    ['its conflicts', () => api.conflicts()],
  ])('shows nothing and changes nothing: %s', async (_, ask) => {
    const reply = await ask()
    expect(reply.text).not.toContain(secret)
    expect((await api.pull()).text).not.toContain(secret)
  })
})

describe('any push', () => {
  const id = fc.constantFrom(
    'b',
    'x',
    'y',
    'long',
    'ada',
    'ada-1',
    'long-0',
    'journal-20261121',
    'journal-20269999',
    '../',
    '',
  )
  const time = fc.oneof(fc.constantFrom(0, 1, NOON, NOON + 1, NOON * 2, -1, null, '1'), fc.maxSafeNat())
  const content = fc.oneof(
    fc.constantFrom(
      'TODO x\nid:: y',
      '```\n',
      '[[',
      '((b))',
      'a:: b\n:LOGBOOK:',
      '\r\n',
      '\uD800',
      '\0',
      '/api/files/zzzz',
    ),
    fc.string({ unit: 'grapheme', maxLength: 40 }),
    fc.string({ unit: 'binary', maxLength: 20 }),
  )
  const words = fc.record(
    { text: content, rev: fc.constantFrom('r0', 'r1', 'r2', 'a b'), at: time },
    { requiredKeys: ['text', 'rev'] },
  )
  const place = fc.record({
    pageId: id,
    parentId: fc.option(id),
    order: fc.oneof(fc.double(), fc.constant('1')),
    at: time,
  })
  const key = fc.constantFrom(
    'name',
    'type',
    'alias',
    'tags',
    ':kind',
    ':favorite',
    'pdf',
    'image',
    '__proto__',
    'k',
    '',
  )
  const props = fc.dictionary(key, fc.record({ v: fc.jsonValue(), at: time }), { maxKeys: 4 })
  const record = fc.record(
    {
      kind: fc.constantFrom('page', 'block', 'shape', 'file'),
      id,
      createdAt: time,
      updatedAt: time,
      deleted: time,
      words,
      place,
      props,
      versions: fc.array(
        fc.record({
          text: content,
          rev: fc.constantFrom('r1', 'v1', 'v2'),
          at: time,
          device: fc.constantFrom('d', ''),
        }),
        { maxLength: 2 },
      ),
      hist: fc.array(fc.constantFrom('r0', 'r1', 'r2'), { maxLength: 3 }),
      odd: fc.jsonValue(),
    },
    { requiredKeys: ['id'] },
  )
  const groups = fc.constantFrom(
    'words',
    'place',
    'deleted',
    'versions',
    'odd',
    'props.name',
    'props.k',
    'props.__proto__',
  )
  const revs = fc.array(fc.constantFrom('r0', 'r1', 'r2', 'v1', 'rev-long-0'), { maxLength: 3 })
  const item = fc.record(
    { record, dirty: fc.array(groups, { maxLength: 4 }), seen: revs, drops: revs },
    { requiredKeys: ['record'] },
  )

  test('it is answered with a result for each record, and the store stays whole', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(item, record, fc.jsonValue()), { maxLength: 6 }), async (items) => {
        const { status, body } = await api.push(items)
        expect(status).toBe(200)
        expect(body['results']).toHaveLength(items.length)
        for (const { outcome, error } of body['results'])
          expect(outcome === 'refused').toBe(error !== undefined)
      }),
      { numRuns: areEmbedded() ? 400 : 40 },
    )
    expect((await api.pull()).status).toBe(200)
    expect((await api.get('/pages')).status).toBe(200)
  })

  test('and any body at all with 200 or 400', async () => {
    const body = fc.oneof(
      fc.json(),
      fc.string(),
      fc.record({ epoch: fc.constant(1), device: fc.jsonValue(), records: fc.jsonValue() }).map(text),
    )
    await fc.assert(
      fc.asyncProperty(body, async (sent) => {
        const { status } = await api.send(sent)
        expect([400, 409]).toContain(status)
      }),
      { numRuns: areEmbedded() ? 200 : 20 },
    )
    await untouched()
  })
})
