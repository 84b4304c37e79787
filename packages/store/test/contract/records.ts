/** The suite of `RecordStore`. */
import { makeShape } from '@notegraph/graph'
import { describe, expect, test } from 'vitest'
import type { GraphStore, Store, VersionedRecord } from '../../src/index.ts'
import { add, block, change, deleted, page, reworded, T0 } from '../builder.ts'
import { useGraph } from './use-graph.ts'

const byId = (a: VersionedRecord, b: VersionedRecord): number => (a.record.id < b.record.id ? -1 : 1)

export function recordsContract(open: () => Promise<Store>): void {
  let graph: GraphStore
  useGraph(open, (opened) => (graph = opened))
  const page1 = () => graph.pages.find('p1')

  describe('reading records', () => {
    test('pages a batch at a time, and all blocks of one', async () => {
      await add(graph, page('z', 'Z'), page('a', 'A'), block('b', 'z', 'x'), page('m', 'M'))
      await change(graph, 'a', (held) => deleted(held, T0 + 1))
      const first = await graph.records.listPages(undefined, 1)
      expect(first.map(({ record }) => record.id)).toEqual(['z'])
      expect((await graph.records.listPages('z', 5)).map(({ record }) => record.id)).toEqual(['m'])
      expect((await graph.records.listByPage('z')).map(({ record }) => record.id)).toEqual(['b'])
    })

    test('[A12.3] the commit that last wrote a page, or what is on it', async () => {
      const shape = makeShape({ id: 's', text: '', rev: 'rev-s', pageId: 'z', order: 2, props: {}, now: T0 })
      const latest = async () => graph.records.latestOnPage('z')
      expect(await latest()).toBe(0)
      await add(graph, page('z', 'Z'), block('b', 'z', 'x'), page('a', 'A'), block('o', 'a', 'y'))
      const first = await latest()
      expect(first).toBe(await graph.commits.head())
      await change(graph, 'o', (held) => deleted(held, T0 + 1))
      expect(await latest()).toBe(first)
      await change(graph, 'b', (held) => reworded(held, 'xx', T0 + 2))
      expect(await latest()).toBe(await graph.commits.head())
      await add(graph, shape)
      expect(await latest()).toBe(await graph.commits.head())
    })

    test('the blocks and shapes that name a page, also after it was deleted', async () => {
      const shape = makeShape({ id: 's', text: '', rev: 'rev-s', pageId: 'z', order: 2, props: {}, now: T0 })
      await add(
        graph,
        page('z', 'Z'),
        block('b', 'z', 'x'),
        block('gone', 'z', 'y'),
        shape,
        page('p', 'P'),
        block('o', 'p', 'other'),
      )
      await change(graph, 'gone', (held) => deleted(held, T0 + 1))
      const before = await graph.records.listByPage('z')
      expect(before.map(({ record }) => record.id).toSorted()).toEqual(['b', 's'])
      await change(graph, 'z', (held) => deleted(held, T0 + 2))
      const after = await graph.records.listByPage('z')
      expect(after.toSorted(byId)).toEqual(before.toSorted(byId))
      for (const id of ['b', 's']) await change(graph, id, (held) => deleted(held, T0 + 3))
    })

    test('rebuilding derives the same again', async () => {
      await add(graph, page('p1', 'One', [['alias', 'Uno']]), block('b1', 'p1', 'DONE #one ((x)) key\nk:: v'))
      const before = await page1()
      await graph.maintenance.rebuild()
      expect(await page1()).toEqual(before)
    })
  })
}
