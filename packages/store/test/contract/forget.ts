/** The suite of forgetting: the earlier states of a page or a block, with all that has their words. @see decisions 9.10 */
import type { GraphRecord } from '@notegraph/graph'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ChangeEntry, GraphStore, NewChangeEntry, Store } from '../../src/index.ts'
import { block, deleted, page, reworded, T0 } from '../builder.ts'
import { entry } from '../change-builder.ts'
import { ADA, authoredWrites, BOT, textOf } from './authored-writes.ts'
import { useGraph } from './use-graph.ts'

const MINUTE = 60_000
const DAY = 86_400_000

/**
 * Tests what a store forgets.
 * @param open opens an empty store
 * @example
 * describe('my store', () => {
 *   forgetContract(async () => openMyStore())
 * })
 */
export function forgetContract(open: () => Promise<Store>): void {
  let graph: GraphStore
  let store: Store
  useGraph(open, (opened, at) => {
    graph = opened
    store = at
  })
  const { commit, write, start, textAt } = authoredWrites(() => graph)

  /** The texts of a block at numbers, or of what is kept for it. */
  const texts = async (id: string, ...seqs: number[]) => Promise.all(seqs.map(async (seq) => textAt(id, seq)))
  const touching = (change: string, id: string, more: Partial<ChangeEntry> = {}): NewChangeEntry => ({
    entry: {
      ...entry(change, T0, { pageId: 'elsewhere' }),
      touched: [{ kind: 'property', id, key: 'k', before: 'secret', after: null }],
      ...more,
    },
    most: 0,
    since: 0,
  })
  const note = async (given: NewChangeEntry, key?: string) =>
    graph.commits.commit({
      puts: [],
      entry: given,
      ...(key !== undefined && {
        idempotency: {
          key,
          request: key,
          at: T0,
          since: 0,
          answer: () => JSON.stringify({ json: JSON.stringify({ id: key }) }),
        },
      }),
    })
  const changes = async () =>
    (await graph.changes.list({ since: 0 }, { limit: 99, offset: 0 })).changes.map(({ id }) => id).toSorted()

  test('[D9.10] a live block counts as having been as it is now, and the others keep their states', async () => {
    await start()
    for (const [n, text] of ['uno', 'eins', 'ichi'].entries())
      for (const id of ['b1', 'b2']) await write(id, `${text} ${id}`, n % 2 === 0 ? BOT : ADA, T0 + n * DAY)
    const before = (await graph.storage.usage()).history
    expect(await graph.history.forget({ block: 'b1' })).toMatchObject({ states: 3, changes: 0 })
    expect(await texts('b1', 1, 2, 4, 5)).toEqual(Array.from({ length: 4 }, () => 'ichi b1'))
    expect(await texts('b2', 1, 2, 4, 5)).toEqual(['two', 'two', 'uno b2', 'eins b2'])
    expect((await graph.storage.usage()).history).toMatchObject({ count: before.count - 2 })
    expect(await graph.history.isComplete(1)).toBe(true)
    expect(new Set((await graph.history.pageAt('p1', 1)).map(textOf))).toEqual(new Set(['ichi b1', 'two']))
    expect(await graph.history.forget({ block: 'b1' })).toMatchObject({ states: 0, changes: 0 })
    const seq = await write('b1', 'yi', BOT, T0 + 9 * DAY)
    expect(await texts('b1', 1, seq - 1, seq)).toEqual(['ichi b1', 'ichi b1', undefined])
  })

  test('[D9.10] of a block that is deleted, nothing stays', async () => {
    await start()
    await write('b1', 'uno', BOT, T0 + 1)
    await write('b1', null, BOT, T0 + 2)
    expect(await graph.history.forget({ block: 'b1' })).toMatchObject({ states: 2, changes: 0 })
    expect(await texts('b1', 1, 2)).toEqual([undefined, undefined])
    expect((await graph.storage.usage()).history).toEqual({ count: 0, bytes: 0 })
  })

  test('[D9.10] a page with all that is or was on it, and no other', async () => {
    await start()
    await commit({ ...ADA, at: T0 }, [
      page('p2', 'Away'),
      block('c1', 'p2', 'cat'),
      block('gone', 'p1', 'gone'),
    ])
    await write('gone', null, ADA, T0 + 1)
    const { record } = (await graph.records.find('b2'))!
    if (record.kind !== 'block') throw new Error(record.kind)
    await commit({ ...ADA, at: T0 + 2 }, [{ ...record, place: { ...record.place, pageId: 'p2' } }])
    await commit({ ...ADA, at: T0 + 3 }, [page('p1', 'House', [], T0 + 3)])
    await write('b1', 'uno', BOT, T0 + DAY)
    await write('c1', 'dog', BOT, T0 + DAY)
    const { states } = await graph.history.forget({ page: 'p1' })
    expect(states).toBe(4)
    expect(await texts('gone', 2)).toEqual([undefined])
    expect(await texts('b1', 1)).toEqual(['uno'])
    expect(await graph.history.recordAt('p1', 1)).toMatchObject({
      record: { props: { name: { v: 'House' } } },
    })
    expect(await graph.history.recordAt('b2', 1)).toMatchObject({ record: { place: { pageId: 'p2' } } })
    expect(await texts('c1', 2)).toEqual(['cat'])
  })

  test('[D9.10] entries of the list and stored answers go that touched it, and make room', async () => {
    await start()
    await note(touching('of-b1', 'b1'), 'b1')
    await note(touching('of-b2', 'b2'), 'b2')
    await note(touching('of-page', 'none', { pageId: 'p1' }), 'p1')
    const answers = async () => {
      const keys = ['b1', 'b2', 'p1']
      const found = await Promise.all(keys.map(async (key) => graph.commits.findIdempotencyRecord(key)))
      return found.map((one) => one?.request)
    }
    expect(await graph.history.forget({ block: 'b1' })).toMatchObject({ states: 0, changes: 1 })
    expect(await changes()).toEqual(['of-b2', 'of-page'])
    expect(await answers()).toEqual([undefined, 'b2', 'p1'])
    expect(await graph.history.forget({ page: 'p1' })).toMatchObject({ states: 0, changes: 2 })
    expect(await changes()).toEqual([])
    expect(await answers()).toEqual([undefined, undefined, undefined])
  })

  test('[D9.10] an answer about a block that left the page goes too', async () => {
    await start()
    const { record } = (await graph.records.find('b1'))!
    if (record.kind !== 'block') throw new Error(record.kind)
    await commit({ ...ADA, at: T0 + 1 }, [
      page('p2', 'Away'),
      { ...record, place: { ...record.place, pageId: 'p2' } },
    ])
    await note(touching('of-b1', 'b1'), 'b1')
    expect((await graph.history.forget({ page: 'p1' })).ids.toSorted()).toEqual(['b1', 'b2', 'p1'])
    expect(await graph.commits.findIdempotencyRecord('b1')).toBeUndefined()
  })

  test('[D9.10] a block that came to the page after its deletion counts as on it', async () => {
    await start()
    await commit({ ...ADA, at: T0 }, [page('p2', 'Away')])
    await write('b1', 'uno', BOT, T0 + 1)
    await write('p2', null, ADA, T0 + 2)
    const { record } = (await graph.records.find('b1'))!
    if (record.kind !== 'block') throw new Error(record.kind)
    await commit({ ...ADA, at: T0 + 3 }, [{ ...record, place: { ...record.place, pageId: 'p2' } }])
    expect((await graph.history.forget({ page: 'p2' })).ids.toSorted()).toEqual(['b1', 'p2'])
    expect(await textAt('b1', 1)).toBe('uno')
    await commit({ ...ADA, at: T0 + 4 }, [page('p2', 'Away', [], T0 + 4)])
  })

  test('[D9.10] what is not there is forgotten without a trace', async () => {
    await start()
    for (const what of [{ page: 'none' }, { block: 'none' }, { block: 'no\u0000ne' }])
      expect(await graph.history.forget(what)).toMatchObject({ states: 0, changes: 0 })
  })

  test('[D9.10] whatever was written before, only the present words are left', async () => {
    const step = fc.record({
      id: fc.constantFrom('b1', 'b2'),
      text: fc.option(fc.nat(9).map((n) => `word${n}`)),
      by: fc.constantFrom(ADA, BOT, undefined),
    })
    let n = 0
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 8 }), fc.constantFrom('b1', 'p1'), async (steps, what) => {
        graph = store.graph(`forget-${++n}`)
        await start()
        for (const [i, { id, text, by }] of steps.entries()) {
          const held = (await graph.records.find(id))!
          const { deleted: _, ...record } = held.record
          const live = { ...held, record: record as GraphRecord }
          const at = T0 + i * MINUTE * 6
          await commit(by && { ...by, at }, [
            text === null ? deleted(live, at) : reworded(live, `${text} ${i}`, at),
          ])
        }
        const head = await graph.commits.head()
        const seqs = Array.from({ length: head }, (_, i) => i + 1)
        const others = await texts('b2', ...seqs)
        await graph.history.forget(what === 'p1' ? { page: what } : { block: what })
        for (const id of what === 'p1' ? ['b1', 'b2'] : ['b1']) {
          const held = (await graph.records.find(id))!
          const present = held.record.deleted ? undefined : textOf(held)
          const shown = new Set(await texts(id, ...seqs))
          expect([...shown].filter((text) => text !== undefined && text !== present)).toEqual([])
        }
        const after = await texts('b2', ...seqs)
        expect(what === 'b1' ? after : others).toEqual(others)
        expect(await graph.maintenance.check()).toEqual([])
      }),
      { numRuns: 20 },
    )
  })
}
