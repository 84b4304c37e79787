/** The suite of `HistoryStore`: the states that commits replace, and snapshots. */
import type { GraphRecord } from '@notegraph/graph'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { HISTORY_FLOOR, KNOWN_AUTHORS, type Author, type GraphStore, type Store } from '../../src/index.ts'
import { block, deleted, page, reworded, T0 } from '../builder.ts'
import { ADA, authoredWrites, BOT, textOf } from './authored-writes.ts'
import { useGraph } from './use-graph.ts'

const MINUTE = 60_000
const DAY = 86_400_000
const FROM_START = 0

/**
 * Tests what a store keeps of replaced states.
 * @param open opens an empty store
 * @example
 * describe('my store', () => {
 *   historyContract(async () => openMyStore())
 * })
 */
export function historyContract(open: () => Promise<Store>): void {
  let graph: GraphStore
  let store: Store
  useGraph(open, (opened, at) => {
    graph = opened
    store = at
  })

  const { commit, write, start, textAt } = authoredWrites(() => graph)
  const listed = async (id = 'p1') => graph.history.listByPage(id, 100)

  describe('[H1] a commit keeps what it replaces', () => {
    test('with the number that wrote it, the time, and the author', async () => {
      await start()
      await write('b1', 'uno', BOT, T0 + 5)
      await write('b1', 'eins', ADA, T0 + 9)
      const first = { id: 'b1', since: 1, seq: 1, until: 2, deleted: false, at: T0, by: ADA }
      const second = { id: 'b1', since: 2, seq: 2, until: 3, deleted: false, at: T0 + 5, by: BOT }
      expect(await listed()).toEqual([second, first])
      expect(await graph.history.recordAt('b1', 1)).toEqual({ ...first, record: block('b1', 'p1', 'one') })
      expect([await textAt('b1', 2), await textAt('b1', 3)]).toEqual(['uno', undefined])
      expect(await graph.history.listByPage('p1', 1)).toEqual([second])
    })

    test('[A12.3] the states of some records come with the times at which they were replaced', async () => {
      await start()
      await write('b1', 'uno', BOT, T0 + 5)
      await write('b2', null, ADA, T0 + 7)
      await write('b1', 'eins', ADA, T0 + 9)
      const states = await graph.history.listByRecords(['b2', 'b1', 'none'], 9)
      expect(states.map((state) => [state.id, textOf(state), state.at, state.ended, state.by])).toEqual([
        ['b1', 'uno', T0 + 5, T0 + 9, BOT],
        ['b2', 'two', T0, T0 + 7, ADA],
        ['b1', 'one', T0, T0 + 5, ADA],
      ])
      expect((await graph.history.listByRecords(['b1'], 1)).map(textOf)).toEqual(['uno'])
    })

    test('a move to another page, and an edit after it, leave the state on the earlier page', async () => {
      await start()
      const { record } = (await graph.records.find('b1'))!
      if (record.kind !== 'block') throw new Error(record.kind)
      const moved = { ...record, place: { ...record.place, pageId: 'p2' } }
      await commit({ ...ADA, at: T0 + 1 }, [page('p2', 'Away'), moved])
      await write('b1', 'uno', ADA, T0 + 2)
      await write('b1', 'eins', ADA, T0 + 3)
      const pageAt = async (seq: number) => (await graph.history.recordAt('b1', seq))?.record
      expect(await pageAt(1)).toMatchObject({ place: { pageId: 'p1' } })
      expect(await pageAt(3)).toMatchObject({ place: { pageId: 'p2' } })
      expect((await listed('p2')).map(({ since, until }) => [since, until])).toEqual([[2, 4]])
    })

    test('[A12.3] the last author on a page: of a commit, or of a later one that replaced a state there', async () => {
      await start()
      const last = async (seq: number) => graph.history.lastAuthorship('p1', seq)
      expect(await last(1)).toEqual({ ...ADA, at: T0 })
      expect(await last(0)).toBeUndefined()
      await write('b1', 'uno', BOT, T0 + 1)
      expect(await last(1)).toEqual({ ...BOT, at: T0 + 1 })
      await write('b1', 'eins', undefined, T0 + 2)
      expect(await last(3)).toBeUndefined()
    })

    test('a commit without an author keeps nothing', async () => {
      await start()
      await write('b1', 'uno', undefined, T0 + 5)
      expect(await listed()).toEqual([])
      expect((await graph.storage.usage()).history).toEqual({ count: 0, bytes: 0 })
    })

    test('a state of an unknown author has the time of its record', async () => {
      await start()
      await write('b1', 'uno', undefined, T0 + 5)
      await write('b1', 'eins', ADA, T0 + 9)
      expect(await listed()).toEqual([{ id: 'b1', since: 2, seq: 2, until: 3, deleted: false, at: T0 + 5 }])
    })

    test('a refused commit keeps nothing', async () => {
      await start()
      const held = (await graph.records.find('b1'))!
      const put = { record: reworded(held, 'a longer text', T0), from: 1 }
      const by = { ...ADA, at: T0 }
      const refused = await graph.commits.commit({ puts: [put], by, quota: 1 })
      expect(refused).toEqual({ ok: false, why: 'quota_full' })
      expect(await listed()).toEqual([])
      expect(await graph.history.authorships([1, 2])).toEqual(new Map([[1, by]]))
    })

    test('records of one transaction keep their states, and new ones have none', async () => {
      await start()
      const held = (await graph.records.find('b1'))!
      const by = { ...BOT, at: T0 + 1 }
      const done = await graph.commits.commitAll([
        { puts: [{ record: reworded(held, 'uno', T0 + 1), from: 1 }], by },
        { puts: [{ record: block('b3', 'p1', 'three'), from: 0 }], by },
      ])
      expect(done).toEqual({ ok: true, seq: 3 })
      expect((await listed()).map(({ id, until }) => [id, until])).toEqual([['b1', 2]])
    })

    test('many states are each found, of their record and of their page', async () => {
      const ids = Array.from({ length: 50 }, (_, n) => `many-${n + 10}`)
      await commit({ ...ADA, at: T0 }, [page('p1', 'Home'), ...ids.map((id) => block(id, 'p1', `0 ${id}`))])
      const seqs: number[] = [1]
      for (let round = 1; round <= 2; round++)
        for (const id of ids) seqs.push(await write(id, `${round} ${id}`, BOT, T0 + round * DAY))
      const found = async (seq: number) => new Set((await graph.history.pageAt('p1', seq)).map(textOf))
      const roundAt = (n: number, seq: number) => (seq < seqs[n + 1]! ? 0 : seq < seqs[n + 51]! ? 1 : 2)
      for (const seq of [1, seqs[30]!, seqs[50]!, seqs[80]!, seqs[99]!, seqs[100]!]) {
        const texts = ids.map((id, n) => [id, roundAt(n, seq)] as const).filter(([, round]) => round < 2)
        expect(await found(seq)).toEqual(new Set(texts.map(([id, round]) => `${round} ${id}`)))
        expect(await graph.history.pageAt('p1', seq)).toHaveLength(texts.length)
        for (const [id, round] of texts) expect(await textAt(id, seq)).toBe(`${round} ${id}`)
      }
      const latest = [...ids, ...ids].map((id, n) => [id, seqs[n + 1]!]).toReversed()
      expect((await listed()).map(({ id, until }) => [id, until])).toEqual(latest)
      expect((await graph.storage.usage()).history.count).toBe(100)
      expect(await graph.maintenance.check()).toEqual([])
    })

    test('a page keeps its own states, and those of blocks that left it', async () => {
      await start()
      await commit({ ...BOT, at: T0 + 1 }, [page('p2', 'Away'), page('p1', 'House', [], T0 + 1)])
      const held = (await graph.records.find('b1'))!.record
      if (held.kind !== 'block') throw new Error('b1 is a block')
      const moved = { ...held, place: { ...held.place, pageId: 'p2', at: T0 + 2 }, updatedAt: T0 + 2 }
      await commit({ ...BOT, at: T0 + 2 }, [moved])
      expect((await listed()).map(({ id }) => id)).toEqual(['b1', 'p1'])
      expect((await graph.history.pageAt('p1', 1)).map(({ id }) => id).toSorted()).toEqual(['b1', 'p1'])
      expect((await graph.history.pageAt('p1', 2)).map(({ id }) => id)).toEqual(['b1'])
      expect(await graph.history.pageAt('p1', 3)).toEqual([])
    })
  })

  describe('[H1] states of one author within ten minutes count as one', () => {
    test.each<[string, writes: [string | null, Author, minute: number][], kept: (string | undefined)[]]>([
      [
        'the last of them stays',
        [
          ['a', ADA, 1],
          ['b', ADA, 2],
          ['c', ADA, 3],
        ],
        ['b'],
      ],
      [
        'from the first of them on',
        [
          ['a', ADA, 9],
          ['b', ADA, 11],
          ['c', ADA, 12],
        ],
        ['a', 'b'],
      ],
      [
        'another author has another state',
        [
          ['a', ADA, 1],
          ['b', BOT, 2],
          ['c', ADA, 3],
        ],
        ['a', 'b'],
      ],
      [
        'a deletion keeps the state before it',
        [
          [null, ADA, 1],
          ['b', ADA, 2],
          ['c', ADA, 3],
        ],
        ['one', 'one', 'b'],
      ],
    ])('%s', async (_, writes, kept) => {
      await start()
      for (const [text, by, minute] of writes) {
        const held = (await graph.records.find('b1'))!
        const { deleted: _gone, ...record } = held.record
        const live = text === null ? held : { ...held, record: record as GraphRecord }
        await commit({ ...by, at: T0 + minute * MINUTE }, [
          text === null ? deleted(live, T0 + minute) : reworded(live, text, T0 + minute),
        ])
      }
      const states = await Promise.all(
        (await listed()).map(async ({ seq }) => graph.history.recordAt('b1', seq)),
      )
      expect(states.map(textOf).toReversed()).toEqual(kept)
    })

    test('a state that another counts with is found as that one', async () => {
      await start()
      await write('b1', 'a', ADA, T0 + 1)
      await write('b1', 'b', ADA, T0 + 2)
      expect(await listed()).toMatchObject([{ since: 1, seq: 2, until: 3 }])
      expect([await textAt('b1', 1), await textAt('b1', 2)]).toEqual(['a', 'a'])
    })

    test('[H2] a snapshot in between keeps both', async () => {
      await start()
      await graph.history.addSnapshot({ id: 'day', at: T0 }, 0)
      await write('b1', 'a', ADA, T0 + 1)
      await write('b1', 'b', ADA, T0 + 2)
      expect([await textAt('b1', 1), await textAt('b1', 2)]).toEqual(['one', 'a'])
    })

    test('any state is found at its number, in whatever order authors write', async () => {
      await start()
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.record({ by: fc.constantFrom(ADA, BOT), wait: fc.nat(15) }), { maxLength: 8 }),
          async (writes) => {
            let at = T0
            const shown: [seq: number, text: string][] = []
            for (const [i, { by, wait }] of writes.entries()) {
              at += wait * MINUTE
              shown.push([await write('b1', `text ${i}`, by, at), `text ${i}`])
            }
            // The last state is the present one. Others are found, or the later one that they count with.
            const found = await Promise.all(shown.map(async ([seq]) => graph.history.recordAt('b1', seq)))
            expect(found.at(-1)).toBeUndefined()
            expect(
              shown.slice(0, -1).filter(([seq, text], i) => {
                const state = found[i]
                const isOwn = state?.seq === seq && textOf(state) === text
                const isLater = state !== undefined && state.since <= seq && seq < state.seq
                return !isOwn && !isLater
              }),
            ).toEqual([])
          },
        ),
        { numRuns: 5 },
      )
    })
  })

  describe('[H1] kept states are bounded', () => {
    const LONG = 'x'.repeat(HISTORY_FLOOR / 10)

    test('they count as a kind of their own', async () => {
      await start()
      const before = await graph.storage.usage()
      await write('b1', 'uno', BOT, T0 + 1)
      await write('b1', 'one', BOT, T0 + 1)
      const { history, ...rest } = await graph.storage.usage()
      expect(rest.pages).toEqual(before.pages)
      expect(history.count).toBe(2)
      expect(history.bytes).toBeGreaterThan(256)
    })

    test('the oldest go first, once they occupy more than the graph and a megabyte', async () => {
      await start()
      const seqs: number[] = []
      for (let i = 0; i < 14; i++)
        seqs.push(await write('b1', `${i} ${LONG}`, i % 2 === 0 ? ADA : BOT, T0 + i))
      const { history } = await graph.storage.usage()
      expect(history.bytes).toBeLessThanOrEqual(HISTORY_FLOOR)
      expect(history.bytes).toBeGreaterThan(HISTORY_FLOOR * 0.8)
      expect(await textAt('b1', seqs[0]!)).toBeUndefined()
      expect(await textAt('b1', seqs.at(-2)!)).toMatch(/^12 /)
    })

    test('they give way to the graph under its quota', async () => {
      await start()
      const quota = 3 * LONG.length
      await write('b1', LONG, ADA, T0 + 1, quota)
      await write('b1', 'x', BOT, T0 + 2, quota)
      await write('b1', `y${LONG}`, ADA, T0 + 3, quota)
      await write('b2', LONG, ADA, T0 + 4, quota)
      const { history } = await graph.storage.usage()
      expect(history.bytes + (await graph.storage.bytes())).toBeLessThanOrEqual(quota)
      expect(history.bytes).toBeLessThan(LONG.length)
    })

    test('[H2] a state that a named snapshot needs is not dropped', async () => {
      await start()
      const kept = (await graph.history.addSnapshot({ id: 's', name: 'before', at: T0 }, 9))!
      for (let i = 0; i < 40; i++) await write('b1', `${i} ${LONG}`, i % 2 === 0 ? ADA : BOT, T0 + i)
      expect(await textAt('b1', kept.seq)).toBe('one')
      while (await graph.history.expire(T0 + DAY));
      expect(await listed()).toHaveLength(1)
      expect(await graph.history.oldest()).toBeUndefined()
      expect(await graph.history.removeSnapshot('s')).toBe(true)
      expect(await graph.history.oldest()).toBe(T0)
      while (await graph.history.expire(T0 + DAY));
      expect(await listed()).toEqual([])
    })

    test('states that were replaced before a time expire', async () => {
      await start()
      await write('b1', 'a', BOT, T0 + DAY)
      await write('b1', 'b', ADA, T0 + 2 * DAY)
      expect(await graph.history.oldest()).toBe(T0 + DAY)
      expect(await graph.history.expire(T0 + DAY + 1)).toBe(false)
      expect((await listed()).map(({ seq }) => seq)).toEqual([2])
      expect(await graph.history.oldest()).toBe(T0 + 2 * DAY)
    })
  })

  test('the authors of commits are known, and the commit at a time', async () => {
    await start()
    await write('b1', 'a', BOT, T0 + 5)
    await write('b1', 'b', undefined, T0 + 6)
    expect(await graph.history.authorships([1, 2, 3, 4, KNOWN_AUTHORS])).toEqual(
      new Map([
        [1, { ...ADA, at: T0 }],
        [2, { ...BOT, at: T0 + 5 }],
      ]),
    )
    expect(await graph.history.numberAt(T0 - 1)).toBeUndefined()
    expect([await graph.history.numberAt(T0 + 4), await graph.history.numberAt(T0 + 9)]).toEqual([1, 2])
  })

  describe('a number is complete while each of its states is known', () => {
    const complete = async (...seqs: number[]) =>
      Promise.all(seqs.map(async (seq) => graph.history.isComplete(seq)))

    test('from the last commit on that replaced something without an author', async () => {
      await start()
      await write('b1', 'a', BOT, T0 + 1)
      expect(await complete(0, 1, 2, 3)).toEqual([true, true, true, false])
      await write('b1', 'b', undefined, T0 + 2)
      await commit(undefined, [block('b9', 'p1', 'new')])
      expect(await complete(0, 1, 2, 3, 4)).toEqual([false, false, false, true, true])
    })

    test('from the latest deleted state on, and at a named snapshot', async () => {
      await start()
      await graph.history.addSnapshot({ id: 's', name: 'Start', at: T0 }, 9)
      await write('b1', 'a', BOT, T0 + 1)
      await write('b1', 'b', ADA, T0 + 2)
      await write('b1', 'c', BOT, T0 + 3)
      await graph.history.expire(T0 + 3)
      expect(await complete(1, 2, 3, 4)).toEqual([true, false, true, true])
    })
  })

  test('the states of a whole graph come in parts', async () => {
    await start()
    await write('b1', 'a', BOT, T0 + 1)
    await write('b2', 'b', BOT, T0 + 2)
    const first = await graph.history.listAt(1, FROM_START, 1)
    expect(first.states.map(textOf)).toEqual(['one'])
    const rest = await graph.history.listAt(1, first.next!, 10)
    expect(rest.states.map(textOf)).toEqual(['two'])
    expect(rest.next).toBeUndefined()
    expect((await graph.history.listAt(2, FROM_START, 10)).states.map(textOf)).toEqual(['two'])
  })

  describe('[H2] snapshots', () => {
    test('name the number of the latest commit, the newest first', async () => {
      await start()
      expect(await graph.history.addSnapshot({ id: 'd', at: T0 }, 0)).toEqual({ id: 'd', seq: 1, at: T0 })
      expect(await graph.history.addSnapshot({ id: 'd', at: T0 }, 0)).toBeUndefined()
      await write('b1', 'a', BOT, T0 + 1)
      const named = { id: 'n', name: 'Before', at: T0 + 2 }
      expect(await graph.history.addSnapshot(named, 1)).toEqual({ ...named, seq: 2 })
      expect(await graph.history.snapshots()).toEqual([
        { ...named, seq: 2 },
        { id: 'd', seq: 1, at: T0 },
      ])
    })

    test('are as many named ones as the caller allows, beside those of days', async () => {
      expect(await graph.history.addSnapshot({ id: 'a', name: 'A', at: T0 }, 1)).toBeDefined()
      expect(await graph.history.addSnapshot({ id: 'b', name: 'B', at: T0 }, 1)).toBeUndefined()
      expect(await graph.history.addSnapshot({ id: 'd', at: T0 }, 1)).toBeDefined()
      expect(await graph.history.removeSnapshot('a')).toBe(true)
      expect(await graph.history.removeSnapshot('a')).toBe(false)
      expect(await graph.history.addSnapshot({ id: 'b', name: 'B', at: T0 }, 1)).toBeDefined()
    })

    test('of days expire, and named ones do not', async () => {
      await graph.history.addSnapshot({ id: 'a', name: 'A', at: T0 }, 1)
      await graph.history.addSnapshot({ id: 'd', at: T0 }, 1)
      await graph.history.addSnapshot({ id: 'e', at: T0 + DAY }, 1)
      await graph.history.expire(T0 + 1)
      expect((await graph.history.snapshots()).map(({ id }) => id).toSorted()).toEqual(['a', 'e'])
    })
  })

  describe('[H4] a hold for a restore', () => {
    test('keeps the states of its number, and is in no list of snapshots', async () => {
      await start()
      for (const at of [1, 2]) await write('b1', `text ${at}`, at === 1 ? BOT : ADA, T0 + at)
      expect(await graph.history.hold({ id: 'h', seq: 2, at: T0 + DAY })).toBe(2)
      expect(await graph.history.hold({ id: 'now', at: T0 + DAY })).toBe(3)
      expect(await graph.history.snapshots()).toEqual([])
      expect(await graph.history.addSnapshot({ id: 'a', name: 'A', at: T0 }, 1)).toBeDefined()
      while (await graph.history.expire(T0 + DAY));
      expect((await listed()).map(({ seq }) => seq)).toEqual([2])
      expect([await graph.history.isComplete(1), await graph.history.isComplete(2)]).toEqual([false, true])
      await graph.history.release('h')
      while (await graph.history.expire(T0 + DAY));
      expect(await listed()).toEqual([])
    })

    test('does not replace a snapshot of the same id', async () => {
      const made = await graph.history.addSnapshot({ id: 's', name: 'Clean', at: T0 }, 50)
      expect(await graph.history.hold({ id: 's', at: T0 + DAY })).toBeUndefined()
      await graph.history.release('s')
      expect(await graph.history.snapshots()).toEqual([made])
    })

    test('is not removed as a snapshot, and a snapshot does not end as a hold', async () => {
      await start()
      await write('b1', 'uno', BOT, T0 + 1)
      await graph.history.hold({ id: 'h', seq: 1, at: T0 + DAY })
      await graph.history.addSnapshot({ id: 'd', at: T0 + DAY }, 0)
      expect(await graph.history.removeSnapshot('h')).toBe(false)
      await graph.history.release('d')
      while (await graph.history.expire(T0 + DAY));
      expect((await listed()).map(({ seq }) => seq)).toEqual([1])
      expect((await graph.history.snapshots()).map(({ id }) => id)).toEqual(['d'])
    })

    test('is refused once states of its time are gone, and ends by itself', async () => {
      await start()
      await write('b1', 'uno', BOT, T0 + 1)
      await graph.history.hold({ id: 'h', seq: 1, at: T0 + DAY })
      while (await graph.history.expire(T0 + DAY + 1));
      expect(await listed()).toEqual([])
      expect(await graph.history.hold({ id: 'i', seq: 1, at: T0 + DAY })).toBeUndefined()
    })
  })

  describe('[H1] another account with records of the same ids, such as the journal of a day,', () => {
    async function elsewhere(work: () => Promise<unknown>): Promise<void> {
      const own = graph
      graph = store.graph('two')
      await work()
      graph = own
    }

    test('does not part the states that count as one', async () => {
      await start()
      await write('b1', 'a', ADA, T0 + 1)
      await elsewhere(async () => {
        await start()
        for (const [i, by] of [ADA, BOT, ADA].entries()) await write('b1', `${i}`, by, T0 + i)
      })
      await write('b1', 'b', ADA, T0 + 2)
      expect(await listed()).toMatchObject([{ since: 1, until: 3 }])
    })

    test('makes no number complete by its snapshot', async () => {
      await start()
      await elsewhere(async () => {
        await start()
        await graph.history.addSnapshot({ id: 's', name: 'Start', at: T0 }, 9)
      })
      await write('b1', 'a', BOT, T0 + 1)
      await graph.history.expire(T0 + 2)
      expect([await graph.history.isComplete(1), await graph.history.isComplete(2)]).toEqual([false, true])
    })
  })

  test('the states of given records at a number', async () => {
    await start()
    await write('b1', 'uno', BOT, T0 + 1)
    await write('b2', 'dos', BOT, T0 + 1)
    expect((await graph.history.recordsAt(['b1', 'b2', 'p1', 'none'], 2)).map(textOf)).toEqual(['two'])
    expect(await graph.history.recordsAt([], 2)).toEqual([])
  })
}
