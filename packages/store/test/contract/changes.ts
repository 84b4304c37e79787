/** The suite of `ChangeStore`. */
import { describe, expect, test } from 'vitest'
import type { Change, ChangeFilter, GraphStore, Store } from '../../src/index.ts'
import { committed, entry, keep, listed, put } from '../change-builder.ts'
import { add, block, page, reworded, T0 } from '../builder.ts'
import { useGraph } from './use-graph.ts'

const ALL = { limit: Infinity, offset: 0 }

export function changesContract(open: () => Promise<Store>): void {
  let graph: GraphStore
  let store: Store
  useGraph(open, async (opened, at) => {
    graph = opened
    store = at
    await add(graph, page('p1', 'Ada'), block('b1', 'p1', 'first'))
  })

  const commit = async (change: Change) => committed(graph, change)
  const listedIds = async (since = 0) =>
    (await graph.changes.list({ since }, ALL)).changes.map(({ id }) => id)

  describe('[D8.1] the list of changes', () => {
    test('an entry comes back as it was put, with what it touched', async () => {
      const held = (await graph.records.find('b1'))!
      if (held.record.kind !== 'block') throw new Error('no block')
      const after = reworded(held, 'second', T0 + 1)
      const full = entry('c1', T0, {
        tokenId: 't1',
        blockId: 'b1',
        touched: [
          { kind: 'block', id: 'b1', before: held.record, after },
          { kind: 'page', id: 'p2', before: null, after: page('p2', 'Bob') },
          { kind: 'property', id: 'p1', key: 'born', before: null, after: '1815' },
        ],
      })
      await commit({ puts: [{ record: after, from: held.seq }], entry: { entry: full, most: 1, since: 0 } })
      expect(await graph.changes.find('c1')).toEqual({ ...full, state: 'open' })
      expect(await graph.changes.find('c2')).toBeUndefined()
      const { touched: _, ...shown } = full
      expect(await graph.changes.list({ since: 0 }, ALL)).toEqual({
        changes: [{ ...shown, state: 'open' }],
        total: 1,
      })
      expect(await graph.changes.listWithItems({ since: 0 }, ALL)).toEqual({
        changes: [{ ...full, state: 'open' }],
        total: 1,
      })
    })

    test.each([['A\0da'], ['\0'], ['\u0010'], ['\u00100'], ['\u0010\0\u0010\u00100\0']])(
      'the name of a page comes back as it was put: %j',
      async (name) => {
        const touched = [{ kind: 'property', id: 'p1', key: 'born', before: null, after: '1815' }] as const
        const named = entry('c1', T0, { page: name, summary: `Added a block to ${name}`, touched })
        await commit({ puts: [], entry: { entry: named, most: 0, since: 0 } })
        expect(await graph.changes.find('c1')).toEqual({ ...named, state: 'open' })
        const { touched: _, ...shown } = named
        expect((await graph.changes.list({ since: 0 }, ALL)).changes).toEqual([{ ...shown, state: 'open' }])
      },
    )

    test('newest first, whatever the clock said; total counts all, whatever the window', async () => {
      for (const [id, at] of [
        ['c1', T0],
        ['c2', T0 + 9],
        ['c3', T0 + 5],
      ] as const)
        await commit({ puts: [], entry: listed(id, at) })
      expect(await listedIds()).toEqual(['c3', 'c2', 'c1'])
      expect(await graph.changes.list({ since: 0 }, { limit: 1, offset: 1 })).toMatchObject({
        changes: [{ id: 'c2' }],
        total: 3,
      })
      expect(await graph.changes.list({ since: 0 }, { limit: 0, offset: 0 })).toEqual({
        changes: [],
        total: 3,
      })
      expect(await listedIds(T0 + 5)).toEqual(['c3', 'c2'])
    })

    test('by token, by page, by both', async () => {
      const all = [
        entry('c1', T0, { token: 'a', pageId: 'p1' }),
        entry('c2', T0, { token: 'b', pageId: 'p1' }),
        entry('c3', T0, { token: 'a', tokenId: 't1', pageId: 'p2' }),
      ]
      for (const one of all) await commit({ puts: [], entry: { entry: one, most: 0, since: 0 } })
      const ids = async (filter: Omit<ChangeFilter, 'since'>) => {
        const { changes, total } = await graph.changes.list({ since: 0, ...filter }, ALL)
        expect(total).toBe(changes.length)
        return changes.map(({ id }) => id)
      }
      expect(await ids({ token: 'a' })).toEqual(['c3', 'c1'])
      expect(await ids({ pageId: 'p1' })).toEqual(['c2', 'c1'])
      expect(await ids({ token: 'a\0', pageId: 'p1\0' })).toEqual([])
      expect(await ids({ tokenId: 't1' })).toEqual(['c3']) // [A7] an entry from before has no token id
      expect(await ids({ tokenId: 'a' })).toEqual([])
      expect(await ids({ idStart: 'c3' })).toEqual(['c3'])
      expect(await ids({ idStart: 'c', tokenId: 't1' })).toEqual(['c3'])
      expect(await ids({ idStart: '3' })).toEqual([])
      expect(await ids({ notTokenId: 't1', pageId: 'p2' })).not.toContain('c3')
      expect(await ids({ notTokenId: 't1' })).toEqual((await ids({})).filter((id) => id !== 'c3'))
      expect(await ids({ token: 'b', pageId: 'p1' })).toEqual(['c2'])
      expect(await ids({ token: 'b', pageId: 'p2' })).toEqual([])
    })

    test('neither the list nor kept answers count as storage, and rebuilding leaves them', async () => {
      const used = await graph.storage.bytes()
      await commit({ puts: [], entry: listed('c1'), idempotency: keep('k1'), quota: 0 })
      expect(await graph.storage.bytes()).toBe(used)
      await graph.maintenance.rebuild()
      expect(await listedIds()).toEqual(['c1'])
      expect(await graph.commits.findIdempotencyRecord('k1')).toBeDefined()
    })

    test('two accounts know nothing of each other', async () => {
      await commit({ puts: [], entry: listed('c1'), idempotency: keep('k1') })
      const other = store.graph('two')
      expect(await other.changes.find('c1')).toBeUndefined()
      expect(await other.commits.findIdempotencyRecord('k1')).toBeUndefined()
      expect(await other.changes.countOpen(0)).toBe(0)
      expect(await other.commits.commit({ puts: [], reverts: 'c1' })).toEqual({ ok: false, why: 'not_open' })
    })
  })

  describe('[D8] room in the list', () => {
    test('n entries fit, the one after is refused; one reverted makes room', async () => {
      const most = 3
      for (let n = 0; n < most; n++)
        await commit({ puts: [put(`n${n}`)], entry: listed(`c${n}`, T0, { most }) })
      expect(await graph.changes.countOpen(0)).toBe(most)
      const more: Change = { puts: [put('more')], entry: listed('more', T0, { most }) }
      expect(await graph.commits.commit(more)).toEqual({ ok: false, why: 'trail_full' })
      expect(await graph.records.find('more')).toBeUndefined()
      await commit({ puts: [], reverts: 'c1' })
      expect(await graph.changes.countOpen(0)).toBe(most - 1)
      expect(await graph.commits.commit(more)).toMatchObject({ ok: true })
      expect(await graph.commits.commit({ ...more, puts: [put('again')] })).toEqual({
        ok: false,
        why: 'trail_full',
      })
    })

    test('0 is no limit', async () => {
      for (let n = 0; n < 5; n++) await commit({ puts: [], entry: listed(`c${n}`) })
      expect(await graph.changes.countOpen(0)).toBe(5)
    })

    test('[D8.4] entries of before are dropped and no longer counted, reverted ones too', async () => {
      for (const [id, at] of [
        ['c1', T0],
        ['c2', T0 + 1],
        ['c3', T0 + 2],
      ] as const)
        await commit({ puts: [], entry: listed(id, at) })
      await commit({ puts: [], reverts: 'c1' })
      expect(await graph.changes.countOpen(T0 + 1)).toBe(2)
      expect(await graph.changes.countOpen(T0 + 2)).toBe(1)
      const full = listed('c4', T0 + 3, { most: 2, since: T0 + 1 })
      expect(await graph.commits.commit({ puts: [], entry: full })).toEqual({ ok: false, why: 'trail_full' })
      expect(await listedIds()).toEqual(['c3', 'c2', 'c1'])
      await commit({ puts: [], entry: listed('c4', T0 + 3, { most: 2, since: T0 + 2 }) })
      expect(await listedIds()).toEqual(['c4', 'c3'])
      expect(await graph.changes.find('c2')).toBeUndefined()
    })
  })

  describe('[D8.5] edits of the person', () => {
    const own = (id: string, more: object = {}): Change => ({
      puts: [],
      entry: { entry: entry(id, T0, { tokenId: 'browser', own: true, ...more }), most: 3, since: 0 },
    })

    test('are in no list and no count, and are reverted once', async () => {
      await commit(own('o1'))
      await commit({ puts: [], entry: listed('c1') })
      expect(await listedIds()).toEqual(['c1'])
      for (const filter of [
        { tokenId: 'browser' },
        { pageId: 'p1', tokenId: 'browser' },
        { token: 'laptop' },
      ])
        expect((await graph.changes.list({ since: 0, ...filter }, ALL)).total).toBe('token' in filter ? 1 : 0)
      expect((await graph.changes.listWithItems({ since: 0 }, ALL)).total).toBe(1)
      expect(await graph.changes.countOpen(0)).toBe(1)
      expect(await graph.changes.find('o1')).toMatchObject({ own: true, state: 'open' })
      await commit({ puts: [], reverts: 'o1' })
      expect(await graph.changes.find('o1')).toMatchObject({ own: true, state: 'reverted' })
      expect(await graph.commits.commit({ puts: [], reverts: 'o1' })).toEqual({ ok: false, why: 'not_open' })
      expect(await graph.maintenance.check()).toEqual([])
    })

    test('are never refused, and the oldest go', async () => {
      await commit({ puts: [], entry: listed('c1', T0, { most: 1 }) })
      for (let n = 1; n <= 5; n++) await commit(own(`o${n}`))
      expect(await graph.changes.find('o2')).toBeUndefined()
      expect(await graph.changes.find('o3')).toBeDefined()
      expect(await graph.commits.commit({ puts: [], entry: listed('c2', T0, { most: 1 }) })).toMatchObject({
        why: 'trail_full',
      })
      expect((await graph.storage.usage()).changes.count).toBe(4)
      expect(await graph.maintenance.check()).toEqual([])
    })

    test('make room for programs, and take none from them', async () => {
      const mostBytes = 2_000
      const wide = { summary: 'x'.repeat(1_500) }
      await commit({ puts: [], entry: { entry: entry('c1', T0, wide), most: 9, mostBytes, since: 0 } })
      await commit({ puts: [], entry: { ...own('o1', wide).entry!, mostBytes } })
      await commit({ puts: [], entry: { ...own('o2', wide).entry!, mostBytes } })
      expect(await graph.changes.find('o1')).toBeUndefined()
      expect(await graph.changes.find('c1')).toBeDefined()
      await commit({ puts: [], entry: { entry: entry('c2'), most: 9, mostBytes, since: 0 } })
      expect(await graph.changes.find('o2')).toBeUndefined()
      expect(await listedIds()).toEqual(['c2', 'c1'])
    })
  })

  describe('[D8.6] keeping', () => {
    test('open entries by their ids are accepted once, and leave room', async () => {
      for (const id of ['c1', 'c2', 'c3']) await commit({ puts: [], entry: listed(id, T0, { most: 3 }) })
      await commit({ puts: [], reverts: 'c2' })
      await commit({ puts: [], entry: { entry: entry('o1', T0, { own: true }), most: 3, since: 0 } })
      const which = { ids: ['c1', 'c2', 'o1', 'none\0'] }
      expect(await graph.changes.keep(which, T0 + 5)).toEqual([{ id: 'c1', action: 'add_block' }])
      expect(await graph.changes.keep(which, T0 + 6)).toEqual([])
      expect(await graph.changes.find('c1')).toMatchObject({ state: 'kept', keptAt: T0 + 5 })
      expect((await graph.changes.list({ since: 0 }, ALL)).changes).toMatchObject([
        { id: 'c3', state: 'open' },
        { id: 'c2', state: 'reverted' },
        { id: 'c1', state: 'kept', keptAt: T0 + 5 },
      ])
      expect(await graph.changes.countOpen(0)).toBe(1)
      expect(await graph.commits.commit({ puts: [], reverts: 'c1' })).toEqual({ ok: false, why: 'not_open' })
      expect(await graph.maintenance.check()).toEqual([])
    })

    test('all of a token up to a time', async () => {
      for (const [id, at, token] of [
        ['c1', T0, 'a'],
        ['c2', T0 + 1, 'a'],
        ['c3', T0 + 2, 'a'],
        ['c4', T0, 'b'],
      ] as const)
        await commit({ puts: [], entry: { entry: entry(id, at, { token }), most: 0, since: 0 } })
      const kept = await graph.changes.keep({ token: 'a', until: T0 + 1 }, T0 + 9)
      expect(kept.map(({ id }) => id).toSorted()).toEqual(['c1', 'c2'])
      expect(await graph.changes.keep({ token: 'a\0', until: T0 + 9 }, T0 + 9)).toEqual([])
      expect(await store.graph('two').changes.keep({ token: 'a', until: T0 + 9 }, T0)).toEqual([])
      expect(await graph.changes.countOpen(0)).toBe(2)
    })
  })

  describe('[V4] looking', () => {
    test('an entry is looked at once, and the others are listed by themselves', async () => {
      for (const id of ['c1', 'c2', 'c3']) await commit({ puts: [], entry: listed(id, T0, { most: 3 }) })
      await commit({ puts: [], entry: { entry: entry('o1', T0, { own: true }), most: 3, since: 0 } })
      expect(await graph.changes.see(['c1', 'c2', 'o1', 'none\0'], T0 + 5)).toBe(2)
      expect(await graph.changes.see(['c2', 'c3'], T0 + 6)).toBe(1)
      expect(await store.graph('two').changes.see(['c3'], T0)).toBe(0)
      expect((await graph.changes.list({ since: 0 }, ALL)).changes.map(({ seenAt }) => seenAt)).toEqual([
        T0 + 6,
        T0 + 5,
        T0 + 5,
      ])
      await commit({ puts: [], entry: listed('c4', T0, { most: 4 }) })
      for (const [seen, ids] of [
        [false, ['c4']],
        [true, ['c3', 'c2', 'c1']],
      ] as const) {
        const { changes, total } = await graph.changes.list({ since: 0, seen }, ALL)
        expect([changes.map(({ id }) => id), total]).toEqual([ids, ids.length])
      }
      expect(await graph.maintenance.check()).toEqual([])
    })
  })

  describe('bytes that the list and the kept answers take up', () => {
    const wide = (id: string) => entry(id, T0, { summary: 'x'.repeat(1_000) })
    const touching = (id: string) => {
      const after = block('b1', 'p1', 'y'.repeat(1_000))
      return entry(id, T0, { touched: [{ kind: 'block', id: 'b1', before: null, after }] })
    }
    const counts = async () => {
      const { changes, answers } = await graph.storage.usage()
      return { changes, answers }
    }

    test('are counted apart, whatever comes and goes', async () => {
      const none = { count: 0, bytes: 0 }
      expect(await counts()).toEqual({ changes: none, answers: none })
      await commit({ puts: [], entry: { entry: wide('c1'), most: 0, since: 0 }, idempotency: keep('k1') })
      const one = await counts()
      expect(one).toMatchObject({ changes: { count: 1 }, answers: { count: 1 } })
      expect(one.changes.bytes).toBeGreaterThan(1_000)
      await commit({ puts: [], entry: { entry: wide('c2'), most: 0, since: 0 }, idempotency: keep('k2') })
      expect((await counts()).changes).toEqual({ count: 2, bytes: 2 * one.changes.bytes })
      const since = T0 + 1
      await commit({ puts: [], entry: listed('c3', since, { since }), idempotency: keep('k3', since, since) })
      expect(await counts()).toMatchObject({ changes: { count: 1 }, answers: { count: 1 } })
      expect(await graph.maintenance.check()).toEqual([])
    })

    test('a full list refuses a write until an entry is reverted, which then keeps what it touched no longer', async () => {
      const full = (id: string): Change => ({
        puts: [],
        entry: { entry: touching(id), most: 500, mostBytes: 2_000, since: 0 },
      })
      await commit(full('c1'))
      await commit(full('c2'))
      expect(await graph.commits.commit(full('c3'))).toEqual({ ok: false, why: 'trail_bytes' })
      await commit({ puts: [], reverts: 'c1' })
      expect((await graph.changes.find('c1'))!.touched).toHaveLength(1)
      await commit(full('c3'))
      expect(await graph.changes.find('c1')).toMatchObject({ state: 'reverted', touched: [] })
      expect(await listedIds()).toEqual(['c3', 'c2', 'c1'])
    })

    test('a full list takes from the oldest reverted entries, and no more than it needs', async () => {
      const ids = Array.from({ length: 60 }, (_, n) => `c${n}`)
      for (const id of ids) {
        await commit({ puts: [], entry: { entry: touching(id), most: 500, since: 0 } })
        await commit({ puts: [], reverts: id })
      }
      const mostBytes = (await counts()).changes.bytes
      await commit({ puts: [], entry: { entry: touching('last'), most: 500, mostBytes, since: 0 } })
      const touched = async (id: string) => (await graph.changes.find(id))!.touched.length
      expect([await touched('c0'), await touched('c59'), await touched('last')]).toEqual([0, 1, 1])
      expect(await graph.maintenance.check()).toEqual([])
    })

    test('if entries are not limited in number, the oldest go', async () => {
      for (let n = 0; n < 100; n++)
        await commit({
          puts: [],
          entry: { entry: touching(`c${n}`), most: 0, mostBytes: 30_000, since: 0 },
        })
      const { changes } = await counts()
      expect(changes.bytes).toBeLessThan(32_000)
      expect((await listedIds())[0]).toBe('c99')
      expect(await graph.changes.find('c0')).toBeUndefined()
    })

    test('the oldest answers go before there are more', async () => {
      for (let n = 0; n < 100; n++)
        await commit({ puts: [], idempotency: { ...keep(`k${n}`), mostBytes: 10_000 } })
      expect((await counts()).answers.bytes).toBeLessThan(10_500)
      expect(await graph.commits.findIdempotencyRecord('k0')).toBeUndefined()
      expect(await graph.commits.findIdempotencyRecord('k99')).toBeDefined()
    })
  })

  describe('[D8.3] reverting', () => {
    test('an entry is reverted once', async () => {
      await commit({ puts: [], entry: listed('c1') })
      await commit({ puts: [], reverts: 'c1' })
      expect(await graph.changes.find('c1')).toMatchObject({ state: 'reverted' })
      expect((await graph.changes.list({ since: 0 }, ALL)).changes).toMatchObject([{ state: 'reverted' }])
      const again = await graph.commits.commit({ puts: [put('b2')], reverts: 'c1' })
      expect(again).toEqual({ ok: false, why: 'not_open' })
      expect(await graph.records.find('b2')).toBeUndefined()
      expect(await graph.commits.commit({ puts: [], reverts: 'none' })).toEqual({
        ok: false,
        why: 'not_open',
      })
    })

    test('an entry that another replaces is gone, in any state', async () => {
      await commit({ puts: [], entry: listed('c1') })
      await commit({ puts: [], entry: listed('c2') })
      await commit({ puts: [], reverts: 'c1' })
      await commit({ puts: [], drops: 'c1', entry: listed('c1') })
      const ids = async () => (await graph.changes.list({ since: 0 }, ALL)).changes.map(({ id }) => id)
      expect(await ids()).toEqual(['c1', 'c2'])
      expect(await graph.changes.find('c1')).toMatchObject({ state: 'open' })
      await commit({ puts: [], drops: 'c1' })
      await commit({ puts: [], drops: 'none' })
      expect(await ids()).toEqual(['c2'])
      expect(await graph.maintenance.check()).toEqual([])
    })

    test('one that is refused stays open', async () => {
      await commit({ puts: [], entry: listed('c1') })
      const refused = await graph.commits.commit({ puts: [put('b1')], reverts: 'c1' })
      expect(refused).toEqual({ ok: false, why: 'changed_meanwhile' })
      expect(await graph.changes.find('c1')).toMatchObject({ state: 'open' })
    })
  })
}
