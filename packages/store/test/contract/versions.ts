/** The suite of `CommitStore`: the versions of records. */
import type { GraphRecord } from '@notegraph/graph'
import { describe, expect, test } from 'vitest'
import type { GraphStore, Store } from '../../src/index.ts'
import { add, block, change, deleted, page, reworded, T0 } from '../builder.ts'
import { useGraph } from './use-graph.ts'

const ALL = { limit: Infinity, offset: 0 }

export function versionsContract(open: () => Promise<Store>): void {
  let graph: GraphStore
  let store: Store
  useGraph(open, (opened, at) => {
    graph = opened
    store = at
  })
  const page1 = () => graph.pages.find('p1')

  describe('commit', () => {
    test('a record comes back as it was put, with the number of its commit', async () => {
      const record = page('p1', 'Ada')
      expect(await graph.commits.commit({ puts: [{ record, from: 0 }] })).toEqual({
        ok: true,
        seq: 1,
        shown: {},
      })
      expect(await graph.records.find('p1')).toEqual({ record, seq: 1 })
      expect(await graph.commits.head()).toBe(1)
    })

    test.each<[string, ok: boolean, pages: string[], puts: GraphRecord[]]>([
      ['is there', true, ['p1'], []],
      ['is put with it', true, ['p3'], [page('p3', 'Cy')]],
      ['never was', false, ['p1', 'p3'], []],
      ['was deleted', false, ['p2'], []],
    ])('a change that needs a page that %s', async (_, ok, pages, puts) => {
      await add(graph, page('p1', 'Ada'), page('p2', 'Bob'))
      await change(graph, 'p2', (held) => deleted(held, T0 + 1))
      const head = await graph.commits.head()
      const records = [...puts, block('b1', pages.at(-1)!, 'x')]
      const committed = await graph.commits.commitAll([
        { puts: records.map((record) => ({ record, from: 0 })), pages },
      ])
      expect(committed).toEqual(ok ? { ok, seq: head + 1 } : { ok, why: 'changed_meanwhile' })
      expect(await graph.commits.head()).toBe(head + (ok ? 1 : 0))
    })

    test('a record that changed meanwhile refuses the whole change', async () => {
      await add(graph, page('p1', 'Ada'))
      const puts = [
        { record: page('p2', 'Bob'), from: 0 },
        { record: page('p1', 'Eve'), from: 0 },
      ]
      expect(await graph.commits.commit({ puts })).toEqual({ ok: false, why: 'changed_meanwhile' })
      expect(await graph.records.find('p2')).toBeUndefined()
      expect((await page1())?.name).toBe('Ada')
      expect(await graph.commits.head()).toBe(1)
    })

    test('several records are read at once, those that there are', async () => {
      await add(graph, page('p1', 'Ada'), block('b1', 'p1', 'words'))
      const read = await graph.records.findMany(['b1', 'none', 'p1', 'b1', ''])
      expect(read.map(({ record }) => record.id).toSorted()).toEqual(['b1', 'p1'])
      expect(read).toContainEqual(await graph.records.find('b1'))
      expect(await graph.records.findMany([])).toEqual([])
    })

    test('a change that would exceed the quota is refused whole, and one that shrinks the graph is committed', async () => {
      await add(graph, page('p1', 'Ada'), block('b1', 'p1', 'x'.repeat(500)))
      const used = await graph.storage.bytes()
      const more = { puts: [{ record: block('b2', 'p1', 'more'), from: 0 }], quota: used }
      expect(await graph.commits.commit(more)).toEqual({ ok: false, why: 'quota_full' })
      expect(await graph.blocks.find('b2')).toBeUndefined()
      expect(await graph.storage.bytes()).toBe(used)
      const held = (await graph.records.find('b1'))!
      const less = { puts: [{ record: reworded(held, 'x', T0 + 1), from: held.seq }], quota: 10 }
      expect(await graph.commits.commit(less)).toMatchObject({ ok: true })
      expect(await graph.storage.bytes()).toBeLessThan(used)
    })

    test('[sync server 9] a deleted record counts 32 bytes, so there is room after a full graph was deleted', async () => {
      await add(graph, page('p1', 'Ada'), block('b1', 'p1', 'x'.repeat(500)))
      const quota = await graph.storage.bytes()
      const held = (await graph.records.find('b1'))!
      const put = { record: deleted(held, T0 + 1), from: held.seq }
      expect(await graph.commits.commit({ puts: [put], quota: 10 })).toMatchObject({ ok: true })
      expect(await graph.storage.bytes()).toBe(quota - (256 + 500) + 32)
      const fresh = { puts: [{ record: block('b2', 'p1', 'x'.repeat(468)), from: 0 }], quota }
      expect(await graph.commits.commit(fresh)).toMatchObject({ ok: true })
    })

    test('pages are counted by their types', async () => {
      expect(await graph.pages.countByType()).toEqual(new Map())
      await add(graph, page('p1', 'Ada', [['type', 'person']]), page('p2', 'Bob'), page('p3', 'Eve'))
      expect(await graph.pages.countByType()).toEqual(
        new Map([
          ['page', 2],
          ['person', 1],
        ]),
      )
      await change(graph, 'p3', (held) => deleted(held, T0 + 1))
      expect((await graph.pages.countByType()).get('page')).toBe(1)
    })

    test('two accounts know nothing of each other', async () => {
      await add(graph, page('p1', 'Ada'), block('b1', 'p1', 'hello'))
      const other = store.graph('two')
      expect(await other.records.find('p1')).toBeUndefined()
      expect(await other.blocks.find('b1')).toBeUndefined()
      expect(await other.pages.list({}, ALL)).toEqual({ pages: [], total: 0 })
    })
  })
}
