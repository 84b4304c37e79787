import { HISTORY, type BlockRecord, type GraphRecord, type PageRecord } from '@notegraph/graph'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Push } from './index.ts'
import { block, mergedBlock, mergeOne, NOW, page, pushOf, words } from '../test/builder.ts'

const held = block('b', 'first')
const withVersion: BlockRecord = {
  ...held,
  versions: [{ text: 'other', rev: 'v1', at: 90, device: 'x' }],
}
const texts = (record: BlockRecord) => [record.words.text, ...(record.versions ?? []).map(({ text }) => text)]

describe('[sync server 1] a repeated push', () => {
  const once = mergedBlock(mergeOne(held, words(held, 'second', 'r1', 200)))
  const conflict = mergedBlock(mergeOne(held, words(held, 'second', 'r1', 200, [])))
  const later = mergedBlock(mergeOne(once, words(once, 'third', 'r2', 300)))
  test.each<[string, BlockRecord, string]>([
    ['held', once, 'r1'],
    ['in hist', later, 'r1'],
    ['among the versions', mergedBlock(mergeOne(once, words(once, 'older', 'r9', 50, []))), 'r9'],
    ['shown over a version', conflict, 'r1'],
  ])('words whose revision is %s change nothing', (_, now, rev) => {
    const again = mergeOne(now, words(held, 'second', rev, 200))
    expect(again).toMatchObject({ record: now })
    expect('record' in again && again.record).toBe(now)
  })

  test('a place or prop with a future time changes nothing the second time', () => {
    const place = { ...held.place, order: 5, at: NOW + 5_000 }
    const push = pushOf(
      { ...held, place, props: { k: { v: 1, at: NOW + 5_000 } } },
      { dirty: ['place', 'props.k'] },
    )
    const first = mergedBlock(mergeOne(held, push))
    expect(first.place).toEqual({ ...place, at: NOW })
    expect(first.props['k']).toEqual({ v: 1, at: NOW })
    expect(mergeOne(first, push, [], { now: NOW + 50 })).toEqual({ outcome: 'applied', record: first })
  })

  test.each<[string, GraphRecord, Push]>([
    [
      'a place, by a clock that is just ahead',
      block('b', 'first', { at: NOW - 1 }),
      pushOf({ ...held, place: { ...held.place, order: 5, at: NOW + 1 } }, { dirty: ['place'] }),
    ],
    [
      'a page that was named and deleted, by a clock that is ahead',
      page('p', 'Tea', {}, NOW),
      pushOf({ ...page('p', 'Tea', {}, NOW + 2), deleted: NOW + 3 }, { dirty: ['deleted', 'props.name'] }),
    ],
    [
      'words in place of others that were decided against, not among what was seen',
      block('b', 'theirs', { rev: 'r1' }),
      { ...words(held, 'mine', 'r2', 200, []), drops: new Set(['r1']) },
    ],
  ])('%s', (_, before, push) => {
    const first = mergeOne(before, push)
    expect(first).not.toHaveProperty('record', before)
    const again = mergeOne('record' in first ? first.record : undefined, push)
    expect('record' in again && again.record).toBe('record' in first && first.record)
  })

  test('any repeated push changes nothing', () => {
    const revs = ['r0', 'r1', 'r2', 'r3', 'r4']
    const texts = ['a', 'b', 'c', 'a', 'b']
    const at = fc.constantFrom(50, 100, 101, 200, NOW - 1, NOW, NOW + 1, NOW + 2, NOW + 500)
    const state = fc
      .record({
        order: fc.shuffledSubarray(revs, { minLength: 5 }),
        versions: fc.integer({ min: 0, max: 2 }),
        words: at,
        place: fc.record({ order: fc.constantFrom(1, 2), at }),
        k: fc.record({ v: fc.constantFrom('x', 'y', null), at }),
        deleted: fc.option(at, { nil: undefined }),
      })
      .map(({ order: [rev = '', ...rest], versions, words, place, k, deleted }): BlockRecord => {
        const wordsOf = (one: string) => ({ text: texts[revs.indexOf(one)]!, rev: one, at: words })
        const kept = rest.slice(0, versions).map((one) => ({ ...wordsOf(one), device: 'x' }))
        return {
          ...held,
          words: wordsOf(rev),
          place: { ...held.place, ...place },
          props: { k },
          hist: rest.slice(versions, versions + 1),
          ...(versions > 0 && { versions: kept }),
          ...(deleted !== undefined && { deleted }),
        }
      })
    const groups = fc.subarray(['words', 'place', 'props.k', 'deleted', 'versions'])
    fc.assert(
      fc.property(
        state,
        state,
        groups,
        fc.subarray(revs),
        fc.subarray(revs),
        (before, sent, dirty, seen, drops) => {
          const own = new Set([sent.words, ...(sent.versions ?? [])].map(({ rev }) => rev))
          const others = drops.filter((rev) => !own.has(rev))
          const push = pushOf(sent, { dirty, seen, drops: others })
          const first = mergedBlock(mergeOne(before, push))
          expect(mergedBlock(mergeOne(first, push))).toBe(first)
        },
      ),
      { numRuns: 1_000 },
    )
  })
})

describe('[sync server 2] words', () => {
  test.each<[string, BlockRecord, ReturnType<typeof words>, string[], string]>([
    ['seen: an update', held, words(held, 'second', 'r1', 200), ['second'], 'applied'],
    ['seen, by a clock that is behind', held, words(held, 'second', 'r1', 5), ['second'], 'applied'],
    [
      'not seen, later: shown, the other kept',
      held,
      words(held, 'mine', 'r1', 200, []),
      ['mine', 'first'],
      'applied',
    ],
    ['not seen, earlier: kept beside', held, words(held, 'mine', 'r1', 50, []), ['first', 'mine'], 'kept'],
    [
      'not seen, at the same time: the held one stays',
      held,
      words(held, 'mine', 'r1', 100, []),
      ['first', 'mine'],
      'kept',
    ],
    ['not seen, the same text', held, words(held, 'first', 'r1', 200, []), ['first'], 'applied'],
    ['the text of a version', withVersion, words(held, 'other', 'r1', 200, []), ['first', 'other'], 'kept'],
    [
      'seen, beside a version: it stays',
      withVersion,
      words(held, 'second', 'r1', 200),
      ['second', 'other'],
      'applied',
    ],
  ])('%s', (_, before, push, expected, outcome) => {
    const merged = mergeOne(before, push)
    expect(merged.outcome).toBe(outcome)
    expect(texts(mergedBlock(merged))).toEqual(expected)
  })

  test('an update is later than its predecessor and records the revision', () => {
    const record = mergedBlock(mergeOne(held, words(held, 'second', 'r1', 5)))
    expect(record).toMatchObject({ words: { at: 101 }, updatedAt: 101, hist: ['r0'] })
  })

  test('a pushed version restores a block that was deleted without seeing the version', () => {
    const versions = [{ text: 'theirs', rev: 'v1', at: 90, device: 'x' }]
    const offered = pushOf({ ...held, versions }, { dirty: ['versions'] })
    expect(mergedBlock(mergeOne({ ...held, deleted: 300 }, offered))).toMatchObject({ versions })
    expect(mergedBlock(mergeOne({ ...held, deleted: 300 }, offered)).deleted).toBeUndefined()
    const seen = { ...held, versions, deleted: 300 }
    expect(mergeOne(seen, offered)).toMatchObject({ record: seen })
  })

  test('drops delete versions, whose revisions stay in the history', () => {
    const record = mergedBlock(mergeOne(withVersion, pushOf(withVersion, { drops: ['v1', 'none'] })))
    expect(record.versions).toBeUndefined()
    expect(record.hist).toEqual(['v1'])
  })

  const first = words(held, 'first draft', 'r1', 200)
  test.each<[string, BlockRecord | undefined, Push]>([
    ['an update', held, words(held, 'final', 'r2', 201, ['r0', 'r1'])],
    [
      'words beside those of others',
      block('b', 'theirs', { rev: 'o1' }),
      words(held, 'final', 'r2', 201, ['r0', 'r1']),
    ],
    ['an equal text', block('b', 'final', { rev: 'o1' }), words(held, 'final', 'r2', 201, ['r0', 'r1'])],
    ['a block that was deleted', { ...held, deleted: 150 }, words(held, 'final', 'r2', 201, ['r0', 'r1'])],
    [
      'a new block',
      undefined,
      pushOf(block('b', 'final', { rev: 'r2' }), { dirty: ['words', 'place'], seen: ['r1'] }),
    ],
  ])(
    'words of a device that come later than their replacement change nothing, after %s',
    (_, before, push) => {
      const now = mergedBlock(mergeOne(before, push))
      const late = mergeOne(now, first)
      expect('record' in late && late.record).toBe(now)
    },
  )

  test('an older text that becomes a version keeps the name of its device', () => {
    const made = block('b', 'first', { rev: 'phone~12ab' })
    expect(mergedBlock(mergeOne(made, words(made, 'mine', 'r1', 200, []))).versions).toMatchObject([
      { device: 'phone' },
    ])
    expect(mergedBlock(mergeOne(made, words(made, 'mine', 'r1', 50, []))).versions).toMatchObject([
      { device: 'dev' },
    ])
  })

  test('hist keeps the latest 32 revisions', () => {
    let record = held
    for (let n = 1; n <= 40; n++) record = mergedBlock(mergeOne(record, words(record, `${n}`, `r${n}`, 200)))
    expect(record.hist).toHaveLength(HISTORY)
    expect(record.hist[0]).toBe('r39')
  })
})

describe('[sync server 3] place', () => {
  const move = (to: Partial<BlockRecord['place']>) =>
    pushOf({ ...held, place: { ...held.place, at: 200, ...to } }, { dirty: ['place'] })
  const child = block('c', 'child', { parentId: 'b' })
  const grandchild = block('g', 'grandchild', { parentId: 'c' })
  const elsewhere = block('e', 'elsewhere', { pageId: 'q' })
  const all = [child, grandchild, elsewhere]

  test.each<[string, Partial<BlockRecord['place']>, boolean]>([
    ['later', { order: 7 }, true],
    ['earlier', { order: 7, at: 99 }, false],
    ['at the same time', { order: 7, at: 100 }, false],
    ['under its own child', { parentId: 'c' }, false],
    ['under its own grandchild', { parentId: 'g' }, false],
    ['under a block of another page', { parentId: 'e' }, false],
    ['under that block on its page', { parentId: 'e', pageId: 'q' }, true],
    ['under a block that is not there yet', { parentId: 'later' }, true],
    ['to a page that is not there yet', { pageId: 'later' }, true],
  ])('a move %s', (_, to, isApplied) => {
    const merged = mergeOne(held, move(to), all)
    expect(merged.outcome).toBe(isApplied ? 'applied' : 'kept')
    expect(mergedBlock(merged).place).toEqual(isApplied ? { ...held.place, at: 200, ...to } : held.place)
  })

  test.each([
    ['with a circular parent is top level', 'waits', { pageId: 'p', parentId: null }],
    ['whose parent went to another page goes there, under it', 'e', { pageId: 'q', parentId: 'e' }],
  ])('[A10.6] a new block %s', (_, parentId, place) => {
    const waits = block('waits', 'x', { parentId: 'n' })
    const fresh = block('n', 'new', { parentId })
    const merged = mergeOne(undefined, pushOf(fresh, { dirty: ['words', 'place'] }), [waits, elsewhere])
    expect(merged.outcome).toBe('kept')
    expect(mergedBlock(merged).place).toMatchObject(place)
  })

  test.each<[parentId: string | null, place: object]>([
    [null, { pageId: 'q', parentId: null }],
    ['e', { pageId: 'q', parentId: 'e' }],
    ['c', { pageId: 'q', parentId: null }],
  ])(
    '[A10.6] a new block under %s of a merged page goes to the page that took its blocks',
    (parentId, place) => {
      const env = { homeOf: (pageId: string) => (pageId === 'p' ? 'q' : pageId) }
      const fresh = block('n', 'new')
      const push = pushOf({ ...fresh, place: { ...fresh.place, parentId } }, { dirty: ['words', 'place'] })
      const merged = mergeOne(undefined, push, [child, elsewhere], env)
      expect([merged.outcome, mergedBlock(merged).place]).toMatchObject(['kept', place])
      expect(mergedBlock(mergeOne(held, move({ order: 7 }), all, env)).place).toMatchObject({
        pageId: 'p',
        order: 7,
      })
    },
  )

  test('[A10.6] a new block that follows its parent forgets through which pages its device moved it, also if that arrives late', () => {
    const env = { homeOf: (pageId: string) => (pageId === 'gone' ? 'p' : pageId) }
    const path = { v: ['gone', 'p', 100], at: 100 }
    const pathAfter = (to: Partial<BlockRecord['place']>): unknown => {
      const fresh = block('n', 'new')
      const push = pushOf(
        { ...fresh, place: { ...fresh.place, ...to }, props: { ':path': path } },
        { dirty: ['words', 'place', 'props.:path'] },
      )
      const stored = mergedBlock(mergeOne(undefined, push, [elsewhere], env))
      return mergedBlock(mergeOne(stored, push, [elsewhere], env)).props
    }
    const cleared = { ':path': { v: null, at: 101 } }
    expect(pathAfter({ parentId: 'e' })).toEqual(cleared)
    expect(pathAfter({ pageId: 'gone' })).toEqual(cleared)
    expect(pathAfter({})).toEqual({ ':path': path })
  })

  test('[A10.6] a new block does not follow its parent onto a deleted page', () => {
    const env = { homeOf: (pageId: string) => (pageId === 'q' ? undefined : pageId) }
    const push = pushOf(block('n', 'new', { parentId: 'e' }), { dirty: ['words', 'place'] })
    expect(mergedBlock(mergeOne(undefined, push, [elsewhere], env)).place).toMatchObject({
      pageId: 'p',
      parentId: null,
    })
  })
})

describe('[sync server 4] props', () => {
  const before = page('p', 'Tea', { k: 'b' })
  const put = (v: string | null, at: number) =>
    pushOf({ ...before, props: { ...before.props, k: { v, at } } }, { dirty: ['props.k'] })
  test.each<[string | null, number, string | null]>([
    ['a', 101, 'a'],
    ['c', 99, 'b'],
    ['c', 100, 'c'],
    ['a', 100, 'b'],
    [null, 101, null],
  ])('%j at %i leaves %j', (v, at, expected) => {
    const merged = mergeOne(before, put(v, at))
    expect('record' in merged && merged.record.props['k']?.v).toBe(expected)
  })

  test('only dirty props are applied', () => {
    const push = pushOf(
      { ...before, props: { k: { v: 'x', at: 500 }, l: { v: 'y', at: 500 } } },
      { dirty: ['props.l'] },
    )
    const merged = mergeOne(before, push)
    expect('record' in merged && merged.record.props).toEqual({ ...before.props, l: { v: 'y', at: 500 } })
  })

  test('the key __proto__ is an ordinary key', () => {
    const props = JSON.parse('{"__proto__":{"v":"x","at":500}}') as PageRecord['props']
    const merged = mergeOne(before, pushOf({ ...before, props }, { dirty: ['props.__proto__'] }))
    expect('record' in merged && JSON.stringify(merged.record.props)).toContain(
      '"__proto__":{"v":"x","at":500}',
    )
  })
})

describe('[sync server 5] deleting', () => {
  const end = (record: GraphRecord, seen: readonly string[], at = 200) =>
    pushOf({ ...record, deleted: at }, { dirty: ['deleted'], seen })
  const other = { ...held, words: { text: 'second', rev: 'r1', at: 150 } }

  test.each<[string, BlockRecord, readonly string[], boolean]>([
    ['having seen the words', held, ['r0'], true],
    ['not having seen them', other, ['r0'], false],
    ['not having seen a version', withVersion, ['r0'], false],
    ['having seen all', withVersion, ['r0', 'v1'], true],
  ])('%s', (_, before, seen, isApplied) => {
    const merged = mergeOne(before, end(held, seen))
    expect(merged.outcome).toBe(isApplied ? 'applied' : 'kept')
    expect(mergedBlock(merged).deleted).toBe(isApplied ? 200 : undefined)
  })

  test.each<[string, BlockRecord, readonly string[], readonly string[], boolean]>([
    ['their own last words too', held, ['words', 'deleted'], ['r0'], true],
    ['their own last words too, and not a version', withVersion, ['words', 'deleted'], ['r0'], false],
    ['their own last words too, and not those that are shown', other, ['words', 'deleted'], ['r0'], false],
    ['words that are none of theirs', held, ['deleted'], [], false],
  ])('having seen %s', (_, before, dirty, seen, isApplied) => {
    const typed = { text: 'last', rev: 'r9', at: 120 }
    const push = pushOf(
      { ...held, words: dirty.includes('words') ? typed : held.words, deleted: 200 },
      { dirty, seen },
    )
    const merged = mergedBlock(mergeOne(before, push))
    expect(merged.deleted !== undefined).toBe(isApplied)
    expect(mergedBlock(mergeOne(merged, push))).toBe(merged)
  })

  test('new text restores a deleted block at any time, and the repeated deletion changes nothing', () => {
    const gone = mergedBlock(mergeOne(withVersion, end(held, ['r0', 'v1'])))
    const back = mergedBlock(mergeOne(gone, words(held, 'typed', 'r5', 110, [])))
    expect(back.deleted).toBeUndefined()
    expect(texts(back)).toEqual(['typed'])
    expect(back.updatedAt).toBeGreaterThan(200)
    expect(mergeOne(back, end(held, ['r0', 'v1']))).toEqual({ outcome: 'kept', record: back })
  })

  test('a page deleted by a fast clock is created again under its name', () => {
    const gone = { ...page('p', 'Tea'), deleted: NOW + 500, updatedAt: NOW + 500 }
    const name = { v: 'Tea', at: NOW + 501 }
    const push = pushOf({ ...page('p', 'Tea'), props: { name } }, { dirty: ['props.name'] })
    const again = mergeOne(gone, push)
    expect(again).toMatchObject({ outcome: 'applied', record: { props: { name } } })
    expect(again).not.toHaveProperty('record.deleted')
    const record = 'record' in again ? again.record : undefined
    expect(mergeOne(record, push)).toEqual({ outcome: 'applied', record })
  })

  test('a page is deleted unless a later edit changed it', () => {
    const before = page('p', 'Tea', { k: 'v' }, 300)
    expect(mergeOne(before, end(before, [], 299)).outcome).toBe('kept')
    const gone = mergeOne(before, end(before, [], 400))
    expect(gone).toMatchObject({ outcome: 'applied', record: { deleted: 400 } })
    const write = (at: number) => pushOf({ ...before, props: { k: { v: 'w', at } } }, { dirty: ['props.k'] })
    const record = 'record' in gone ? gone.record : undefined
    expect(mergeOne(record, write(399))).toMatchObject({ record: { deleted: 400 } })
    expect(mergeOne(record, write(401))).toMatchObject({ record: { props: { k: { v: 'w' } } } })
    expect(mergeOne(record, write(401))).not.toHaveProperty('record.deleted')
  })
})

describe('[sync server 6] future times and limits', () => {
  test('future times are reduced to now, but never to a losing time', () => {
    const record = mergedBlock(mergeOne(held, words(held, 'x', 'r1', NOW + 9)))
    expect(record.words.at).toBe(NOW)
    const ahead = { ...held, place: { ...held.place, at: NOW + 50 } }
    const push = pushOf({ ...ahead, place: { ...ahead.place, order: 9, at: NOW + 51 } }, { dirty: ['place'] })
    expect(mergedBlock(mergeOne(ahead, push)).place).toMatchObject({ order: 9, at: NOW + 51 })
  })

  test.each<[string, GraphRecord | undefined, ReturnType<typeof pushOf>, string]>([
    [
      'long words',
      held,
      words(held, 'x'.repeat(20_001), 'r1', 200),
      '20001 characters. A block can have 20000',
    ],
    ['a long name', undefined, pushOf(page('p', 'x'.repeat(201))), 'A page name can have 200'],
    ['no name', undefined, pushOf(page('p', ' ')), 'would have no name'],
    [
      'many properties',
      page('p', 'Tea'),
      pushOf(page('p', 'Tea', { a: 'x'.repeat(65_536) }, 200), { dirty: ['props.a'] }),
      'A page can have 65536',
    ],
    ['another kind', page('b', 'Tea'), words(held, 'x', 'r1', 200), 'b is a page here, not a block'],
  ])('%s', (_, before, push, error) => {
    expect(mergeOne(before, push)).toEqual({
      outcome: 'refused',
      error: expect.stringContaining(error) as string,
    })
  })

  test('a record beyond a limit can move and shrink', () => {
    const long = block('b', 'x'.repeat(30_000))
    const move = pushOf({ ...long, place: { ...long.place, order: 3, at: 200 } }, { dirty: ['place'] })
    expect(mergeOne(long, move).outcome).toBe('applied')
    expect(mergeOne(long, words(long, 'x'.repeat(29_999), 'r1', 200)).outcome).toBe('applied')
    expect(mergeOne(long, words(long, 'x'.repeat(30_001), 'r1', 200)).outcome).toBe('refused')
  })
})

describe('unknown keys', () => {
  const strange = { ...held, colour: 'red' } as BlockRecord
  test.each<[string, object, readonly string[], string]>([
    ['are kept when a push has none', {}, ['words'], 'red'],
    ['are left when they are not dirty', { colour: 'blue', updatedAt: 900 }, ['words'], 'red'],
    ['change when they are, later', { colour: 'blue', updatedAt: 900 }, ['colour'], 'blue'],
    ['stay when they are, earlier', { colour: 'blue', updatedAt: 50 }, ['colour'], 'red'],
  ])('%s', (_, members, dirty, colour) => {
    const merged = mergeOne(strange, pushOf({ ...held, ...members }, { dirty, seen: ['r0'] }))
    expect('record' in merged && merged.record).toMatchObject({ colour })
  })
})

test('in any order and number of pushes, each text is shown, kept, or replaced by a device that saw the text', () => {
  const edit = fc.record({
    device: fc.constantFrom(0, 1, 2),
    at: fc.integer({ min: 0, max: 400 }),
    pulls: fc.boolean(),
    again: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.array(edit, { maxLength: 12 }), (edits) => {
      let server = held
      const seen = [held, held, held]
      const replaced = new Set<string>()
      const typed = new Set(['first'])
      for (const [n, { device, at, pulls, again }] of edits.entries()) {
        const base = seen[device]!
        const push = words(base, `text ${n}`, `rev ${n}`.replace(' ', '-'), at)
        const merged = mergedBlock(mergeOne(server, push))
        server = again ? mergedBlock(mergeOne(merged, push)) : merged
        expect(server).toBe(merged)
        typed.add(`text ${n}`)
        if (base.words.text !== `text ${n}`) replaced.add(base.words.text)
        if (pulls) seen[device] = server
      }
      const here = new Set(texts(server))
      const gone = [...typed].filter((text) => !here.has(text))
      expect(gone.filter((text) => !replaced.has(text))).toEqual([])
    }),
  )
})
