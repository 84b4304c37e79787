/** The suite of `StorageTotals`: the sums that each write adds to. */
import { makeShape, type GraphRecord } from '@notegraph/graph'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { recordBytes, type Change, type GraphStore, type KindUsage, type Store } from '../../src/index.ts'
import { add, block, change, deleted, page, reworded, T0 } from '../builder.ts'
import { listed } from '../change-builder.ts'
import { useGraph } from './use-graph.ts'

const NONE: KindUsage = { count: 0, bytes: 0 }
const EMPTY = {
  pages: NONE,
  blocks: NONE,
  shapes: NONE,
  files: NONE,
  changes: NONE,
  answers: NONE,
  history: NONE,
}

const FILE = { id: 'f1', hash: 'h1', name: 'a.png', type: 'image/png', size: 1_000, createdAt: T0 }
const SHAPE = makeShape({ id: 's1', text: 'mill', rev: 'r', pageId: 'p1', order: 1, props: {}, now: T0 })

/**
 * Tests the sums of the storage that a graph uses.
 * @param open opens an empty store
 * @example
 * describe('my store', () => {
 *   storageContract(async () => openMyStore())
 * })
 */
export function storageContract(open: () => Promise<Store>): void {
  let graph: GraphStore
  useGraph(open, (opened) => {
    graph = opened
  })

  const usage = async () => graph.storage.usage()
  const bytesOf = (...records: GraphRecord[]) => records.reduce((sum, one) => sum + recordBytes(one), 0)
  async function commit(given: Change): Promise<void> {
    const result = await graph.commits.commit(given)
    if (!result.ok) throw new Error(result.why)
  }

  test('an empty graph uses no storage', async () => {
    expect(await graph.storage.bytes()).toBe(0)
    expect(await usage()).toEqual(EMPTY)
  })

  test('records and files count by kind, and together', async () => {
    const [ada, mill, first] = [page('p1', 'Ada'), page('p2', 'Mill'), block('b1', 'p1', 'straße 😀')]
    await add(graph, ada, mill, first, SHAPE)
    await commit({ puts: [], files: [FILE] })
    expect(await usage()).toEqual({
      ...EMPTY,
      pages: { count: 2, bytes: bytesOf(ada, mill) },
      blocks: { count: 1, bytes: bytesOf(first) },
      shapes: { count: 1, bytes: bytesOf(SHAPE) },
      files: { count: 1, bytes: FILE.size },
    })
    expect(await graph.storage.bytes()).toBe(bytesOf(ada, mill, first, SHAPE) + FILE.size)
  })

  test.each([
    ['a longer text adds the difference', 'many more words than before'],
    ['a shorter text subtracts the difference', 'w'],
    ['a text of the same length changes nothing', 'sword'],
  ])('%s', async (_, text) => {
    await add(graph, page('p1', 'Ada'), block('b1', 'p1', 'words'))
    await change(graph, 'b1', (stored) => reworded(stored, text, T0 + 1))
    const { record } = (await graph.records.find('b1'))!
    expect((await usage()).blocks).toEqual({ count: 1, bytes: recordBytes(record) })
  })

  test('[sync server 9] a deleted record no longer counts as an item, and its tombstone counts bytes', async () => {
    await add(graph, page('p1', 'Ada'), block('b1', 'p1', 'words'))
    await change(graph, 'b1', (stored) => deleted(stored, T0 + 1))
    const { record } = (await graph.records.find('b1'))!
    expect((await usage()).blocks).toEqual({ count: 0, bytes: recordBytes(record) })
    await change(graph, 'b1', () => block('b1', 'p1', 'words again'))
    expect((await usage()).blocks.count).toBe(1)
  })

  describe('beside the storage of the account', () => {
    test('the change list counts', async () => {
      const before = await graph.storage.bytes()
      await commit({ puts: [], entry: listed('c1') })
      expect((await usage()).changes).toEqual({ count: 1, bytes: expect.toSatisfy((bytes) => bytes > 0) })
      expect(await graph.storage.bytes()).toBe(before)
    })

    test('idempotency records count', async () => {
      await commit({
        puts: [],
        idempotency: { key: 'k', request: 'r', at: T0, since: 0, answer: () => 'done' },
      })
      expect((await usage()).answers).toEqual({ count: 1, bytes: expect.toSatisfy((bytes) => bytes > 0) })
      expect(await graph.storage.bytes()).toBe(0)
    })
  })

  test.each([
    ['exceeds the quota', { puts: [{ record: block('b2', 'p1', 'x'.repeat(500)), from: 0 }], quota: 400 }],
    ['names another version', { puts: [{ record: block('b1', 'p1', 'other'), from: 99 }] }],
    ['needs a missing page', { puts: [{ record: block('b2', 'p9', 'x'), from: 0 }], pages: ['p9'] }],
  ] as const)('a commit that %s changes no sum', async (_, refused) => {
    await add(graph, page('p1', 'Ada'), block('b1', 'p1', 'words'))
    const before = await usage()
    expect((await graph.commits.commit({ ...refused, files: [FILE] })).ok).toBe(false)
    expect(await usage()).toEqual(before)
  })

  test('the sums are those of the records, whatever is written', async () => {
    await add(graph, page('p1', 'Ada'), ...['b0', 'b1', 'b2'].map((id) => block(id, 'p1', 'start')))
    const write = fc.record({
      id: fc.constantFrom('b0', 'b1', 'b2'),
      text: fc.constantFrom('', 'rye', 'straße 😀', 'x'.repeat(300)),
      isDeletion: fc.constantFrom(false, false, true),
    })
    let now = T0
    await fc.assert(
      fc.asyncProperty(fc.array(write, { maxLength: 6 }), async (writes) => {
        for (const { id, text, isDeletion } of writes) {
          now++
          const edited = block(id, 'p1', text, { now })
          await change(graph, id, (stored) => (isDeletion ? deleted(stored, now) : edited))
        }
        const stored = await Promise.all(['p1', 'b0', 'b1', 'b2'].map(async (id) => graph.records.find(id)))
        const records = stored.map((one) => one!.record)
        const blocks = records.slice(1)
        expect((await usage()).blocks).toEqual({
          count: blocks.filter((one) => !one.deleted).length,
          bytes: bytesOf(...blocks),
        })
        expect(await graph.storage.bytes()).toBe(bytesOf(...records))
      }),
      { numRuns: 20 },
    )
  })
}
