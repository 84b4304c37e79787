/** The suite of `GraphMaintenance`: what a check finds, and what a rebuild leaves as it was. */
import { blockJson, pageJson, type GraphRecord } from '@notegraph/graph'
import { parseQuery } from '@notegraph/query'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { GraphStore, Store } from '../../src/index.ts'
import { add, block, change, deleted, page, T0 } from '../builder.ts'

const ALL = { limit: Infinity, offset: 0 }
const DAYS = { today: { year: 2026, month: 1, day: 5 }, startOf: () => T0 } as never

/**
 * Tests the check and the repair of a graph.
 * @param open opens an empty store
 * @example
 * describe('my store', () => {
 *   maintenanceContract(async () => openMyStore())
 * })
 */
export function maintenanceContract(open: () => Promise<Store>): void {
  let store: Store
  let graph: GraphStore
  beforeEach(async () => {
    store = await open()
    graph = store.graph('one')
  })
  afterEach(() => store.close())

  const ada = page('p1', 'Ada', [['alias', 'Countess']])
  const SOUND: readonly GraphRecord[] = [
    ada,
    page('p2', 'Mill'),
    block('b1', 'p1', 'TODO see [[Mill]] #rye'),
    block('b2', 'p1', 'below', { parentId: 'b1' }),
    block('b3', 'p2', 'status:: open'),
  ]

  /** Everything that a reader can see. */
  async function answers(): Promise<unknown> {
    const { pages } = await graph.pages.list({}, ALL)
    const blocks = await Promise.all(pages.map(async ({ id }) => graph.blocks.listByPage(id, ALL)))
    const query = parseQuery('rye')
    if (!query.ok) throw new Error('no query')
    return {
      pages: pages.map(pageJson),
      blocks: blocks.flatMap((one, n) => one.blocks.map((each) => blockJson(each, pages[n]!.name))),
      found: (await graph.search.find(query.query, DAYS, ALL, 100)).total,
      byAlias: (await graph.pages.findByName('countess'))?.id,
      storage: await graph.storage.usage(),
      head: await graph.commits.head(),
      feed: await graph.feed.state(),
    }
  }

  describe('a check', () => {
    test('finds nothing wrong with an empty graph', async () => {
      expect(await graph.maintenance.check()).toEqual([])
    })

    test('finds nothing wrong with a sound graph, and changes nothing', async () => {
      await add(graph, ...SOUND)
      await change(graph, 'b3', (stored) => deleted(stored, T0 + 1))
      const before = await answers()
      expect(await graph.maintenance.check()).toEqual([])
      expect(await answers()).toEqual(before)
    })

    test.each([
      ['a block without its page', [block('b9', 'gone', 'lost')], ['b9', 'gone']],
      [
        'blocks in a circle',
        [ada, block('b8', 'p1', 'one', { parentId: 'b9' }), block('b9', 'p1', 'two', { parentId: 'b8' })],
        ['b8'],
      ],
    ])('reports %s by its id', async (_, records, named) => {
      await add(graph, ...records)
      const problems = (await graph.maintenance.check()).join('\n')
      for (const id of named) expect(problems).toContain(id)
    })

    // Another device may have deleted or moved the parent meanwhile.
    test.each([
      ['is gone', 'p1', 'gone'],
      ['is on another page', 'p2', 'b1'],
    ])('finds nothing wrong with a block at the top level whose parent %s', async (_, pageId, parentId) => {
      await add(graph, ...SOUND, block('b9', pageId, 'top', { parentId }))
      expect(await graph.maintenance.check()).toEqual([])
    })

    test('reports each block once', async () => {
      await add(graph, ...['b7', 'b8', 'b9'].map((id) => block(id, 'gone', 'lost')))
      expect(await graph.maintenance.check()).toHaveLength(3)
    })
  })

  describe('a rebuild', () => {
    test('leaves every answer, the sums and the number of the graph as they were', async () => {
      await add(graph, ...SOUND)
      await change(graph, 'b3', (stored) => deleted(stored, T0 + 1))
      const before = await answers()
      await graph.maintenance.rebuild()
      expect(await answers()).toEqual(before)
      expect(await graph.maintenance.check()).toEqual([])
    })

    test('changes no record, so a block without its page stays reported', async () => {
      await add(graph, ...SOUND, block('b9', 'gone', 'lost'))
      const before = await graph.records.find('b9')
      const problems = await graph.maintenance.check()
      await graph.maintenance.rebuild()
      expect(await graph.records.find('b9')).toEqual(before)
      expect(await graph.maintenance.check()).toEqual(problems)
    })

    test('works on an empty graph', async () => {
      await graph.maintenance.rebuild()
      expect(await graph.maintenance.check()).toEqual([])
    })
  })
}
