/** Tests of the feed for every driver. */
import { makeShape, type BlockRecord, type GraphRecord } from '@notegraph/graph'
import { hashOf, replaced } from '@notegraph/sync'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ChangedPages, FeedPage, FeedPosition, GraphStore, Store } from '../../src/index.ts'
import { add, block, change, deleted, page, reworded, T0 } from '../builder.ts'

const START = { seq: 0, n: 0 }
const ALL = { records: 5_000, bytes: 4_000_000 }
const DAY = 86_400_000
const KEPT = 180 * DAY
const FAR = '5f0c6a1e-3b0d-4c5a-9e1f-000000000001'
const NOWHERE = '5f0c6a1e-3b0d-4c5a-9e1f-000000000002'

const idsOf = ({ records }: FeedPage) => records.map((json) => (JSON.parse(json) as GraphRecord).id)

export function feedContract(open: () => Promise<Store>): void {
  let store: Store
  let graph: GraphStore
  beforeEach(async () => {
    store = await open()
    graph = store.graph('one')
  })
  afterEach(() => store.close())
  afterEach(async () =>
    expect((await graph.maintenance.check()).filter((problem) => !problem.includes('is not there'))).toEqual(
      [],
    ),
  )

  /** Reads all records after a position, some at a time. */
  async function walk(from: FeedPosition, records: number): Promise<string[]> {
    const ids: string[] = []
    for (let position = from; ;) {
      const read = await graph.feed.read(position, { ...ALL, records })
      ids.push(...idsOf(read))
      position = read.position
      if (!read.more) return ids
    }
  }

  describe('[sync] the feed', () => {
    test('an empty graph has nothing to tell', async () => {
      const read = await graph.feed.read(START, ALL)
      expect(read).toMatchObject({ records: [], position: START, more: false, head: 0, floor: START })
      expect(read.totals).toEqual({ count: 0, sum: 0 })
      expect(read.epoch).toBeGreaterThan(0)
    })

    test('each record once, as it is now, in the order of the commits that last wrote it', async () => {
      await add(graph, page('p1', 'Ada'), block('b1', 'p1', 'one'), block('b2', 'p1', 'two'))
      await add(graph, block('b3', 'p1', 'three'))
      await change(graph, 'b1', (held) => reworded(held, 'first', T0 + 1))
      await change(graph, 'b2', (held) => deleted(held, T0 + 2))
      const read = await graph.feed.read(START, ALL)
      expect(idsOf(read)).toEqual(['p1', 'b3', 'b1', 'b2'])
      expect(JSON.parse(read.records[2]!)).toEqual((await graph.records.find('b1'))!.record)
      expect(JSON.parse(read.records[3]!)).toMatchObject({ deleted: T0 + 2 })
      expect((await graph.feed.read({ seq: 2, n: 0 }, ALL)).records).toHaveLength(3)
    })

    test('a page ends within a commit, and the next goes on there', async () => {
      const blocks = Array.from({ length: 7 }, (_, n) => block(`b${n}`, 'p1', `${n}`))
      await add(graph, page('p1', 'Ada'), ...blocks)
      for (const size of [1, 3, 8])
        expect(await walk(START, size)).toEqual(['p1', ...blocks.map(({ id }) => id)])
    })

    test('a page ends before its bytes are too many, and one record comes whatever its length', async () => {
      await add(
        graph,
        page('p1', 'Ada'),
        block('b1', 'p1', '日'.repeat(3_000)),
        block('b2', 'p1', 'x'.repeat(9_000)),
      )
      const read = await graph.feed.read(START, { ...ALL, bytes: 10_000 })
      expect(idsOf(read)).toEqual(['p1', 'b1'])
      expect(read.more).toBe(true)
      expect(idsOf(await graph.feed.read(read.position, { ...ALL, bytes: 10 }))).toEqual(['b2'])
    })

    test('the last page comes with the totals of what lives, every other with how many live', async () => {
      await add(graph, page('p1', 'Ada'), block('b1', 'p1', 'one'), block('b2', 'p1', 'two'))
      await change(graph, 'b2', (held) => deleted(held, T0 + 2))
      await change(graph, 'b1', (held) => reworded(held, 'first', T0 + 3))
      const sumOf = async (...ids: string[]) => {
        let sum = 0
        for (const id of ids) sum = replaced(sum, 0, hashOf((await graph.records.find(id))!.record))
        return sum
      }
      const first = await graph.feed.read(START, { ...ALL, records: 1 })
      expect([first.live, first.totals]).toEqual([2, undefined])
      expect((await graph.feed.read(START, ALL)).totals).toEqual({ count: 2, sum: await sumOf('p1', 'b1') })
      await change(graph, 'b2', ({ record }) => ({
        ...block('b2', 'p1', 'back'),
        updatedAt: record.updatedAt + 1,
      }))
      expect((await graph.feed.read({ seq: 4, n: 0 }, ALL)).totals).toEqual({
        count: 3,
        sum: await sumOf('p1', 'b1', 'b2'),
      })
      await graph.maintenance.rebuild()
      expect((await graph.feed.read(START, ALL)).totals?.count).toBe(3)
    })
  })

  describe('[O1.5] the records of one page', () => {
    const recordsOf = async (id: string, most = ALL) => {
      const read = await graph.feed.page(id, most)
      return read && { ...read, records: read.records.map((json) => JSON.parse(json) as GraphRecord) }
    }
    const idsOn = async (id: string, most = ALL) => (await recordsOf(id, most))?.records.map(({ id }) => id)

    test('the page, its outline, its shapes, and what all of these refer to, each once', async () => {
      const shape = makeShape({ id: 's', text: '', rev: 'rev-s', pageId: 'p1', order: 2, props: {}, now: T0 })
      await add(graph, page('ann', 'Ann', [['alias', 'Annie']]), page('boat', 'Boat'), page('else', 'Else'))
      await add(graph, page('journal-20261120', '2026-11-20'), block(FAR, 'boat', 'far away [[Else]]'))
      await add(
        graph,
        shape,
        page('p1', 'Ada', [['knows', '[[Annie]]']]),
        block('b2', 'p1', `under ((${FAR})) ((${NOWHERE}))`, { parentId: 'b1', order: 1 }),
        block('b3', 'p1', 'third #boat [[Ada]] [[Nobody]] [[Nov 20th, 2026]]', { order: 3 }),
        block('b1', 'p1', 'first [[Ann]]', { order: 2 }),
        block('gone', 'p1', 'gone'),
      )
      await change(graph, 'gone', (held) => deleted(held, T0 + 2))
      const read = await recordsOf('p1')
      expect(read!.records.map(({ id }) => id)).toEqual([
        'p1',
        'b1',
        'b2',
        'b3',
        's',
        'ann',
        'journal-20261120',
        'boat',
        FAR,
      ])
      for (const record of read!.records)
        expect(record).toEqual((await graph.records.find(record.id))!.record)
      expect(read).toMatchObject({ more: false, head: 4, floor: START, epoch: expect.any(Number) })
    })

    test.each([
      ['records', { records: 2, bytes: 4_000_000 }, ['p1', 'b1']],
      [
        'all of its own and some that they refer to',
        { records: 4, bytes: 4_000_000 },
        ['p1', 'b1', 'b2', 'ann'],
      ],
      ['bytes', { records: 10, bytes: 2_000 }, ['p1', 'b1']],
      ['bytes of one record, which comes whatever its length', { records: 10, bytes: 1 }, ['p1']],
    ])('%s bound the answer, and it says that more is there', async (_, most, ids) => {
      await add(graph, page('ann', 'Ann'), page('boat', 'Boat'), page('p1', 'Ada'))
      await add(
        graph,
        block('b1', 'p1', '[[Ann]] [[Boat]]', { order: 1 }),
        block('b2', 'p1', 'x'.repeat(2_000), { order: 2 }),
      )
      expect(await idsOn('p1', most)).toEqual(ids)
      expect((await recordsOf('p1', most))!.more).toBe(true)
      expect((await recordsOf('p1', { records: 5, bytes: 4_000_000 }))!.more).toBe(false)
    })

    test('no page without a live one, and none of another account', async () => {
      await add(graph, page('p1', 'Ada'), page('p2', 'Bell'), block('b1', 'p2', 'x'))
      await change(graph, 'p1', (held) => deleted(held, T0 + 2))
      for (const id of ['p1', 'b1', 'none']) expect(await graph.feed.page(id, ALL)).toBeUndefined()
      expect(await store.graph('two').feed.page('p2', ALL)).toBeUndefined()
    })
  })

  describe('[V1] the pages that commits wrote on', () => {
    const MOST = { pages: 100, records: 5_000 }
    const changed = async (position: FeedPosition, most = MOST) => graph.feed.changedPages(position, most)
    const namesOf = ({ pages }: ChangedPages) =>
      pages.map(({ name, isDeleted }) => (isDeleted ? `-${name}` : name))

    test('each page comes once, in the order of the feed, for itself and for its blocks and shapes', async () => {
      await add(graph, page('p1', 'Ada'), page('p2', 'Bell'), page('p3', 'Cray'))
      const { position, ...all } = await changed(START)
      expect(all).toMatchObject({
        pages: ['Ada', 'Bell', 'Cray'].map((name, n) => ({ id: `p${n + 1}`, name, isDeleted: false })),
        more: false,
        head: 1,
        floor: START,
      })
      expect(namesOf(await changed(position))).toEqual([])
      await add(
        graph,
        block('b1', 'p2', 'one'),
        block('b2', 'p2', 'a longer one [[Ada]]'),
        block('b3', 'p1', 'x'),
      )
      const later = await changed(position)
      expect(namesOf(later)).toEqual(['Bell', 'Ada'])
      expect(later.position.seq).toBe(2)
    })

    test('a deleted block names its page, and a deleted page its last name', async () => {
      await add(graph, page('p1', 'Ada'), page('p2', 'Bell'), block('b1', 'p1', 'one'))
      const { position } = await changed(START)
      await change(graph, 'b1', (held) => deleted(held, T0 + 2))
      expect(namesOf(await changed(position))).toEqual(['Ada'])
      await change(graph, 'p2', (held) => deleted(held, T0 + 3))
      expect(namesOf(await changed(position))).toEqual(['Ada', '-Bell'])
    })

    test('[D2.8] a page names files in its name, deleted or not', async () => {
      const file = { hash: 'h', name: 'cat.png', type: 'image/png', size: 1, createdAt: T0 }
      await graph.commits.commit({ puts: [], files: [{ id: 'f1secret', ...file }] })
      await add(graph, page('p1', 'See /api/files/f1secret'), page('p2', 'See /api/files/f2secret'))
      const shown = ['See [picture: cat.png]', 'See [file: unknown]']
      expect(namesOf(await changed(START))).toEqual(shown)
      for (const id of ['p1', 'p2']) await change(graph, id, (held) => deleted(held, T0 + 2))
      expect(namesOf(await changed(START))).toEqual(shown.map((name) => `-${name}`))
    })

    test('a block that moves names both pages, and each page that it was on between two reads', async () => {
      await add(graph, page('p1', 'Ada'), page('p2', 'Bell'), page('p3', 'Cray'), block('b1', 'p1', 'one'))
      const first = await changed(START)
      const moveTo = async (pageId: string) =>
        change(graph, 'b1', ({ record }) => {
          const moved = record as BlockRecord
          return { ...moved, place: { ...moved.place, pageId } }
        })
      await moveTo('p2')
      const second = await changed(first.position)
      expect(namesOf(second)).toEqual(['Bell', 'Ada'])
      await moveTo('p3')
      expect(namesOf(await changed(first.position))).toEqual(['Cray', 'Ada', 'Bell'])
      expect(namesOf(await changed(second.position))).toEqual(['Cray', 'Bell'])
      await change(graph, 'b1', ({ record }) => ({ ...record, updatedAt: T0 + 9 }))
      expect(namesOf(await changed(second.position))).toEqual(['Cray', 'Bell'])
      const third = await changed(second.position, { pages: 1, records: 5_000 })
      expect([namesOf(third).length, third.position.seq]).toEqual([1, 4])
      await change(graph, 'p1', (held) => deleted(held, T0 + 10))
      expect(namesOf(await changed(first.position))).toEqual(['Cray', '-Ada', 'Bell'])
      expect(await graph.maintenance.check()).toEqual([])
    })

    test('a block without a page is left out, and the position passes it', async () => {
      await add(graph, block('b1', 'nowhere', 'one'))
      const { pages, position, more } = await changed(START)
      expect([pages, position.seq, more]).toEqual([[], 1, false])
    })

    test.each([
      ['two pages', { pages: 2, records: 5_000 }],
      ['one page', { pages: 1, records: 5_000 }],
      ['three records', { pages: 100, records: 3 }],
    ])('parts of %s go on where the last one ended', async (_, most) => {
      await add(graph, ...[1, 2, 3].map((n) => page(`p${n}`, `Page ${n}`)))
      await add(graph, ...[1, 2, 3, 4].map((n) => block(`b${n}`, 'p2', `${n}`)), block('b5', 'p3', 'x'))
      const names = new Set<string>()
      let position = START
      for (let more = true; more;) {
        const part = await changed(position, most)
        expect(part.pages.length).toBeLessThanOrEqual(most.pages)
        for (const name of namesOf(part)) names.add(name)
        expect(part.position).not.toEqual(position)
        ;({ position, more } = part)
      }
      expect(Array.from(names)).toEqual(['Page 1', 'Page 2', 'Page 3'])
    })
  })

  describe('[sync server 7] tombstones', () => {
    test('stay for their whole time after their commit, and raise the floor when they go', async () => {
      await add(graph, page('p1', 'Ada'), block('b1', 'p1', 'one'), block('b2', 'p1', 'two'))
      await graph.feed.collectTombstones(T0, KEPT)
      await change(graph, 'b1', (held) => deleted(held, T0 - 9 * KEPT))
      await graph.feed.collectTombstones(T0 + DAY, KEPT)
      await change(graph, 'b2', (held) => deleted(held, T0 + 1))
      await graph.feed.collectTombstones(T0 + KEPT + DAY - 1, KEPT)
      expect(await graph.records.find('b1')).toBeDefined()
      expect((await graph.feed.state()).floor).toEqual(START)
      const used = await graph.storage.bytes()
      await graph.feed.collectTombstones(T0 + KEPT + 2 * DAY, KEPT)
      expect(await graph.records.find('b1')).toBeUndefined()
      expect(await graph.records.find('b2')).toBeDefined()
      expect((await graph.feed.state()).floor).toEqual({ seq: 2, n: 2 })
      expect(await graph.storage.bytes()).toBeLessThan(used)
      expect((await graph.feed.read(START, ALL)).totals?.count).toBe(1)
    })

    test('the floor never goes back, though an earlier one goes later', async () => {
      await add(graph, page('p1', 'Ada'), block('b1', 'p1', 'one'), block('b2', 'p1', 'two'))
      // The newest record keeps its tombstone until a newer record exists.
      await change(graph, 'b2', (held) => deleted(held, T0))
      await change(graph, 'b1', (held) => deleted(held, T0))
      await graph.feed.collectTombstones(T0, 0)
      const { floor } = await graph.feed.state()
      expect(floor.seq).toBe(3)
      await add(graph, block('b3', 'p1', 'three'))
      await graph.feed.collectTombstones(T0 + DAY, 0)
      expect(await graph.records.find('b2')).toBeUndefined()
      expect((await graph.feed.state()).floor).toEqual(floor)
    })

    test('are looked for once a day', async () => {
      await graph.feed.collectTombstones(T0, 0)
      await add(graph, block('b1', 'p1', 'one'))
      await add(graph, block('b2', 'p1', 'two'))
      await change(graph, 'b1', (held) => deleted(held, T0))
      await graph.feed.collectTombstones(T0 + DAY - 1, 0)
      expect(await graph.records.find('b1')).toBeDefined()
      await graph.feed.collectTombstones(T0 + DAY, 0)
      expect(await graph.records.find('b1')).toBeUndefined()
    })
  })

  describe('[sync server 5] writes of others on a page', () => {
    async function push(device: string, record: GraphRecord): Promise<number> {
      const held = await graph.records.find(record.id)
      const committed = await graph.commits.commit({ puts: [{ record, from: held?.seq ?? 0 }], device })
      if (!committed.ok) throw new Error(committed.why)
      return committed.seq
    }
    const byOthers = async (seq: number, device = 'phone', most = 9) =>
      [...(await graph.feed.writtenByOthers(['p1', 'p2', 'none'], { seq, device }, most)).values()].flat()

    test('by a commit after the number, and by nobody before it', async () => {
      await add(graph, page('p1', 'Ada'), page('p2', 'Eva'), block('b1', 'p1', 'one'))
      const seq = await graph.commits.head()
      expect(await byOthers(seq)).toEqual([])
      await add(graph, block('b2', 'p1', 'two'))
      expect(await byOthers(seq)).toEqual(['b2'])
      expect(await byOthers(seq + 1)).toEqual([])
      expect(await byOthers(0)).toEqual(['b1', 'b2'])
      expect(await byOthers(0, 'phone', 1)).toHaveLength(1)
    })

    test('a push does not count for its own device, and counts for others', async () => {
      await add(graph, page('p1', 'Ada'))
      const seq = await graph.commits.head()
      await push('phone', block('b1', 'p1', 'one'))
      expect(await byOthers(seq)).toEqual([])
      expect(await byOthers(seq, 'desk')).toEqual(['b1'])
      await change(graph, 'b1', (held) => reworded(held, 'first', T0 + 1))
      expect(await byOthers(seq)).toEqual(['b1'])
    })

    test('blocks on a deleted page count too', async () => {
      await add(graph, page('p1', 'Ada'), block('b1', 'p1', 'one'))
      const seq = await graph.commits.head()
      await change(graph, 'p1', (held) => deleted(held, T0 + 1))
      expect(await byOthers(seq)).toEqual([])
      await add(graph, block('b2', 'p1', 'two'))
      expect(await byOthers(seq)).toEqual(['b2'])
    })

    test('deleted blocks do not count, shapes do', async () => {
      await add(graph, page('p1', 'Ada'), page('p2', 'Drawing'))
      const seq = await graph.commits.head()
      await add(graph, block('b1', 'p1', 'one'), { ...block('s1', 'p2', 'a box'), kind: 'shape' })
      await change(graph, 'b1', (held) => deleted(held, T0 + 1))
      expect(await byOthers(seq)).toEqual(['s1'])
    })
  })

  test('[sync idea 4] an epoch only ever grows, and differs after each restore', async () => {
    const { epoch } = await graph.feed.state()
    await graph.feed.raiseEpoch(epoch + 1_000)
    expect((await graph.feed.state()).epoch).toBe(epoch + 1_000)
    await graph.feed.raiseEpoch(5)
    expect((await graph.feed.state()).epoch).toBe(epoch + 1_001)
  })

  const jsonIds = (records: readonly string[]) => records.map((json) => (JSON.parse(json) as GraphRecord).id)

  test('[sync, Routes] conflicts come a window at a time, bounded in bytes, one in any case', async () => {
    const versions = [{ text: 'long '.repeat(1_000), rev: 'v', at: T0, device: 'd' }]
    const blocks = ['b4', 'b2', 'b1', 'b3'].map((id) => ({ ...block(id, 'p1', 'one'), versions }))
    await add(graph, page('p1', 'Ada'), ...blocks)
    const window = async (limit: number, offset: number, bytes?: number) => {
      const found = await graph.feed.listConflicts({ limit, offset, ...(bytes !== undefined && { bytes }) })
      expect(found.total).toBe(4)
      return jsonIds(found.conflicts)
    }
    expect(await window(2, 0)).toEqual(['b1', 'b2'])
    expect(await window(2, 3)).toEqual(['b4'])
    expect(await window(2, 9)).toEqual([])
    expect(await window(0, 0)).toEqual([])
    expect(await window(4, 0, 11_000)).toEqual(['b1', 'b2'])
    expect(await window(4, 1, 10)).toEqual(['b2'])
  })

  test('[sync] conflicts are the live blocks that have versions', async () => {
    const versions = [{ text: 'other', rev: 'v', at: T0, device: 'd' }]
    const waiting = async () => {
      const { conflicts, total } = await graph.feed.listConflicts({ limit: Infinity, offset: 0 })
      expect(total).toBe(conflicts.length)
      return jsonIds(conflicts)
    }
    await add(graph, page('p1', 'Ada'), block('b1', 'p1', 'one'), { ...block('b2', 'p1', 'two'), versions })
    expect(await waiting()).toEqual(['b2'])
    await change(graph, 'b1', ({ record }) => ({ ...record, versions }))
    expect(await waiting()).toEqual(['b1', 'b2'])
    await change(graph, 'b2', (held) => deleted(held, T0 + 1))
    expect(await waiting()).toEqual(['b1'])
  })
}
