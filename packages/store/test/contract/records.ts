/** The suite of `RecordStore`. */
import { describe, expect, test } from 'vitest'
import type { GraphStore, Store } from '../../src/index.ts'
import { add, block, change, deleted, page, T0 } from '../builder.ts'
import { useGraph } from './use-graph.ts'

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

    test('rebuilding derives the same again', async () => {
      await add(graph, page('p1', 'One', [['alias', 'Uno']]), block('b1', 'p1', 'DONE #one ((x)) key\nk:: v'))
      const before = await page1()
      await graph.maintenance.rebuild()
      expect(await page1()).toEqual(before)
    })
  })
}
