/** Tests of the places of blocks, and of the prefixes and names that find blocks and pages. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { OutlinePart } from '@notegraph/graph'
import type { GraphStore, NestedWindow, OutlinedBlock, Store } from '../../src/index.ts'
import { add, block, change, deleted, page, T0 } from '../builder.ts'
import { useGraph } from './use-graph.ts'

const ids = (blocks: readonly { readonly id: string }[]): string[] => blocks.map(({ id }) => id)
const depths = (blocks: readonly OutlinedBlock[]) => blocks.map(({ id, depth }) => [id, depth])

export function outlineContract(open: () => Promise<Store>): void {
  let graph: GraphStore
  useGraph(open, (opened) => (graph = opened))
  /** a, with b and d under it, c under b; then e. */
  const tree = () => [
    page('p1', 'One'),
    block('e', 'p1', 'e', { order: 2 }),
    block('a', 'p1', 'a'),
    block('d', 'p1', 'd', { parentId: 'a', order: 2 }),
    block('b', 'p1', 'b', { parentId: 'a' }),
    block('c', 'p1', 'c', { parentId: 'b' }),
  ]

  describe('places', () => {
    test('the blocks of a page come with their depth, in any window', async () => {
      await add(graph, ...tree())
      const all = await graph.blocks.listByPage('p1', { limit: Infinity, offset: 0 })
      const expected = [
        ['a', 0],
        ['b', 1],
        ['c', 2],
        ['d', 1],
        ['e', 0],
      ]
      expect(depths(all.blocks)).toEqual(expected)
      const window = await graph.blocks.listByPage('p1', { limit: 2, offset: 2 })
      expect(depths(window.blocks)).toEqual(expected.slice(2, 4))
    })

    test('[A4.4] a part has the blocks under a block, and says how many are folded away', async () => {
      await add(graph, ...tree())
      const list = async (part: OutlinePart, window = { limit: Infinity, offset: 0 }) => {
        const { blocks, total } = await graph.blocks.listByPage('p1', window, part)
        return [...blocks.map(({ id, depth, folded }) => [id, depth, folded]), total]
      }
      expect(await list({ levels: 1 })).toEqual([['a', 0, 3], ['e', 0, undefined], 2])
      expect(await list({ under: 'a', levels: 1 })).toEqual([['b', 1, 1], ['d', 1, undefined], 2])
      expect(await list({ under: 'a' }, { limit: 1, offset: 1 })).toEqual([['c', 2, undefined], 3])
      expect(await list({ under: 'e' })).toEqual([0])
    })

    test('on a long page too', async () => {
      const many = Array.from({ length: 2_100 }, (_, i) =>
        block(`b${i}`, 'p1', 'x', i % 2 === 0 ? { order: i } : { order: i, parentId: `b${i - 1}` }),
      )
      await add(graph, page('p1', 'One'), ...many)
      const window = await graph.blocks.listByPage('p1', { limit: 2, offset: 2_000 })
      expect(depths(window.blocks)).toEqual([
        ['b2000', 0],
        ['b2001', 1],
      ])
    })

    test.each([
      ['a', 9, ['a', 'b', 'c', 'd'], 4, 0],
      ['a', 1, ['a', 'b'], 4, 0],
      ['a', 0, ['a'], 4, 0],
      ['b', 9, ['b', 'c'], 2, 1],
      ['e', 9, ['e'], 1, 4],
    ])('%s with %i of those under it', async (id, most, blocks, total, offset) => {
      await add(graph, ...tree())
      const found = await graph.blocks.subtree(id, most)
      expect(found).toMatchObject({ total, offset })
      expect(ids(found!.blocks)).toEqual(blocks)
    })

    test('a deleted block has no subtree', async () => {
      await add(graph, ...tree())
      await change(graph, 'e', (held) => deleted(held, T0 + 1))
      expect(await graph.blocks.subtree('e', 1)).toBeUndefined()
      expect(await graph.blocks.subtree('p1', 1)).toBeUndefined()
    })

    test('[A12.2] the blocks nested under others are counted, and the first ones come in outline order', async () => {
      await add(graph, ...tree())
      const nested = async (asked: string[], window: NestedWindow) =>
        (await graph.blocks.nested(asked, window)).map(({ count, blocks }) => [count, ids(blocks)])
      const all = { ceiling: 10, most: 10 }
      expect(await nested(['e', 'a', 'b', 'none'], all)).toEqual([
        [0, []],
        [3, ['b', 'c', 'd']],
        [1, ['c']],
        [0, []],
      ])
      expect(await nested(['a'], { ceiling: 2, most: 1 })).toEqual([[2, ['b']]])
      expect(await nested(['b', 'a'], { ceiling: 9, most: 0 })).toEqual([[1, []], [3, []]]) // prettier-ignore
      expect(await nested(['a', 'b', 'e'], { ...all, bytes: 2 })).toEqual([[3, ['b', 'c']]])
      expect(await nested(['a', 'e'], { ...all, bytes: 2 })).toEqual([[3, ['b', 'c']], [0, []]]) // prettier-ignore
      await change(graph, 'd', (held) => deleted(held, T0 + 1))
      expect(await nested(['a'], all)).toEqual([[2, ['b', 'c']]])
    })

    test('[A12.2] what is nested under a block is its subtree', async () => {
      let n = 0
      const places = fc.array(fc.tuple(fc.nat(7), fc.nat(2)), { maxLength: 8 })
      await fc.assert(
        fc.asyncProperty(places, fc.nat(9), fc.nat(9), async (shape, ceiling, most) => {
          const on = `q${n++}`
          const id = (i: number): string => `${on}-${i}`
          // Each block is under an earlier one, or at the top level.
          const blocks = shape.map(([above, order], i) =>
            block(id(i), on, 'x', { order, ...(above < i && { parentId: id(above) }) }),
          )
          await add(graph, page(on, on), ...blocks)
          const asked = blocks.map((one) => one.id)
          const found = await graph.blocks.nested(asked, { ceiling, most })
          for (const [i, one] of asked.entries()) {
            const { blocks: subtree, total } = (await graph.blocks.subtree(one, 9))!
            const nested = found[i]!
            expect([nested.count, ids(nested.blocks)]).toEqual([
              Math.min(total - 1, ceiling),
              ids(subtree.slice(1, 1 + most)),
            ])
          }
        }),
        { numRuns: 30 },
      )
    })

    test.each([
      [['c'], 9, ['a', 'b']],
      [['c'], 1, ['b']],
      [['c', 'd', 'e'], 9, ['a', 'b']],
      [['c', 'b'], 1, ['a', 'b']],
      [['a', 'nothing'], 9, []],
      [[], 9, []],
    ])('above %j, %i levels up', async (below, levels, above) => {
      await add(graph, ...tree())
      const found = await graph.blocks.ancestors(below, levels)
      expect(ids(found).toSorted()).toEqual(above)
      expect(found.every(({ pageId }) => pageId === 'p1')).toBe(true)
    })

    test.each([
      [
        ['e', 'a', 'c'],
        ['a', 'c', 'e'],
      ],
      [['b', 'b'], ['b']],
      [['nothing', 'p1', 'a'], ['a']],
      [[], []],
    ])('those of %j that are live blocks, as each alone is answered', async (asked, answered) => {
      await add(graph, ...tree(), block('lost', 'nowhere', 'lost'), block('gone', 'p1', 'gone'))
      await change(graph, 'gone', (held) => deleted(held, T0 + 1))
      const found = await graph.blocks.findMany([...asked, 'lost', 'gone'])
      expect(ids(found).toSorted()).toEqual(answered)
      for (const one of found) expect(await graph.blocks.find(one.id)).toEqual(one)
      await change(graph, 'lost', (held) => deleted(held, T0 + 1))
    })

    test('a circle and a parent on another page end the way up', async () => {
      await add(
        graph,
        page('p1', 'One'),
        page('p2', 'Two'),
        block('x', 'p1', 'x', { parentId: 'y' }),
        block('y', 'p1', 'y', { parentId: 'x' }),
        block('z', 'p1', 'z', { parentId: 'far' }),
        block('far', 'p2', 'far'),
      )
      expect(ids(await graph.blocks.ancestors(['x'], 100)).toSorted()).toEqual(['x', 'y'])
      expect(await graph.blocks.ancestors(['z'], 100)).toEqual([])
      // Deletes them, because the check after the test would report their outline.
      for (const id of ['x', 'y', 'z']) await change(graph, id, (held) => deleted(held, T0 + 1))
    })
  })

  describe('[D10.3] short ids', () => {
    test('blocks are found by the beginning of their id', async () => {
      await add(graph, page('p1', 'One'), page('abcd-0', 'Page'))
      await add(graph, ...['abcd-1', 'abcd-2', 'abce-3', 'Abcd-4'].map((id) => block(id, 'p1', id)))
      expect(ids(await graph.blocks.listByPrefix('abcd', 9))).toEqual(['abcd-1', 'abcd-2'])
      expect(ids(await graph.blocks.listByPrefix('abcd', 1))).toEqual(['abcd-1'])
      expect(await graph.blocks.listByPrefix('abce-3', 9)).toMatchObject([{ id: 'abce-3', pageName: 'One' }])
      expect(await graph.blocks.listByPrefix('b', 9)).toEqual([])
      await change(graph, 'abcd-1', (held) => deleted(held, T0 + 1))
      expect(ids(await graph.blocks.listByPrefix('abcd-1', 9))).toEqual([])
    })

    test('a short id is the shortest beginning that no other record has', async () => {
      await add(graph, page('p1', 'One'))
      await add(graph, ...['abcdef', 'abcxyz', 'abcxya', 'q'].map((id) => block(id, 'p1', id)))
      expect(await graph.blocks.shortIds(['abcxyz', 'abcdef', 'q', 'abcxya'], 2)).toEqual([
        'abcxyz',
        'abcd',
        'q',
        'abcxya',
      ])
      expect(await graph.blocks.shortIds(['abcdef', 'q'], 5)).toEqual(['abcde', 'q'])
      expect(await graph.blocks.shortIds([], 5)).toEqual([])
    })

    test('it finds its block, and that one alone, but where its id begins another', async () => {
      const id = fc.string({ unit: fc.constantFrom('a', 'b', '-', 'Z', '_'), minLength: 1, maxLength: 6 })
      await add(graph, page('p', 'One'))
      let runs = 0
      await fc.assert(
        fc.asyncProperty(fc.uniqueArray(id, { minLength: 1, maxLength: 12 }), async (all) => {
          const run = runs++
          const fresh = all.map((one) => `${one}.${run}`)
          await add(graph, ...fresh.map((one) => block(one, 'p', one)))
          const short = await graph.blocks.shortIds(fresh, 1)
          for (const [i, one] of short.entries()) {
            const found = ids(await graph.blocks.listByPrefix(one, 9))
            expect(one === fresh[i] ? found[0] : found.join()).toBe(fresh[i])
          }
        }),
        { numRuns: 25 },
      )
    })
  })
}
