import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compareSiblings, outline, type OutlinePosition } from './outline.ts'

/**
 * Blocks as `id<parent@order`; the order defaults to the index.
 */
const blocks = (text: string): OutlinePosition[] =>
  text.split(' ').map((word, i) => {
    const [, id, parent, order] = /^(\w+)(?:<(\w+))?(?:@(.+))?$/.exec(word)!
    return { id: id!, parentId: parent ?? null, order: order === undefined ? i : Number(order) }
  })

const shown = (placed: readonly OutlinePosition[]): string =>
  outline(placed)
    .map(({ item, depth }) => '.'.repeat(depth) + item.id)
    .join(' ')

test.each([
  ['a b c', 'a b c', 'siblings by order'],
  ['a@2 b@1', 'b a', 'order counts, not the place in the list'],
  ['b@1 a@1 c@0.5', 'c a b', 'equal orders by id'],
  ['a b c<a d<c e<b', 'a .c ..d b .e', 'children right after their parent'],
  ['d<c c<a b a', 'b a .c ..d', 'a child listed before its parent'],
  ['a b<gone c<b', 'a b .c', 'a parent that is not there'],
  ['a<a b<a', 'a .b', 'its own parent'],
  ['a<b b<a c<b d<c', 'a b .c ..d', 'a circle, and what hangs from it'],
  ['x<a a<b b<c c<a y', 'a .x b c y', 'a circle of three'],
  ['B@1 a@1 _@1', 'B _ a', 'ids by their units, capitals first'],
  ['a@-0 b@0', 'a b', 'zero is zero'],
])('[sync device 8] %s reads as %s: %s', (given, expected) => {
  expect(shown(blocks(given))).toBe(expected)
})

test('[sync device 8] no blocks', () => {
  expect(outline([])).toEqual([])
})

test('[sync device 8] 100,000 blocks, each under the one before', () => {
  const deep = Array.from({ length: 100_000 }, (_, i) => ({
    id: `b${i}`,
    parentId: i === 0 ? null : `b${i - 1}`,
    order: 1,
  }))
  const read = outline(deep.toReversed())
  expect(read).toHaveLength(deep.length)
  expect(read.every(({ item, depth }, i) => item === deep[i] && depth === i)).toBe(true)
})

test('[sync device 8] one circle of 100,000 blocks reads as top level', () => {
  const ring = Array.from({ length: 100_000 }, (_, i) => ({
    id: `b${i}`,
    parentId: `b${(i + 1) % 100_000}`,
    order: i,
  }))
  const read = outline(ring)
  expect(read.map(({ item }) => item)).toEqual(ring)
  expect(read.every(({ depth }) => depth === 0)).toBe(true)
})

describe('[sync device 8] any blocks', () => {
  const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
  const anyBlocks = fc
    .uniqueArray(
      fc.record({
        id: fc.constantFrom(...ids),
        parentId: fc.option(fc.constantFrom(...ids, 'gone')),
        order: fc.oneof(fc.constantFrom(1, 2), fc.double({ noNaN: true })),
      }),
      { selector: ({ id }) => id },
    )
    .map((list) => list as OutlinePosition[])

  test('each block is shown once', () => {
    fc.assert(
      fc.property(anyBlocks, (list) => {
        const items = outline(list).map(({ item }) => item)
        expect(items).toHaveLength(list.length)
        expect(new Set(items)).toEqual(new Set(list))
      }),
      { numRuns: 2_000 },
    )
  })

  test('an id given twice is shown twice', () => {
    fc.assert(
      fc.property(anyBlocks, (list) => {
        expect(outline([...list, ...list])).toHaveLength(2 * list.length)
      }),
    )
  })

  test('the order of the list changes nothing', () => {
    fc.assert(
      fc.property(
        anyBlocks.chain((list) =>
          fc.tuple(
            fc.constant(list),
            fc.shuffledSubarray(list, { minLength: list.length, maxLength: list.length }),
          ),
        ),
        ([list, shuffled]) => {
          expect(outline(shuffled)).toEqual(outline(list))
        },
      ),
      { numRuns: 2_000 },
    )
  })

  test('a nested block is under its parent, siblings are in order, and only invalid parents are dropped', () => {
    fc.assert(
      fc.property(anyBlocks, (list) => {
        const byId = new Map(list.map((block) => [block.id, block]))
        const inCircle = (block: OutlinePosition): boolean => {
          let at = block.parentId === null ? undefined : byId.get(block.parentId)
          for (let steps = 0; at && steps < list.length; steps++) {
            if (at === block) return true
            at = at.parentId === null ? undefined : byId.get(at.parentId)
          }
          return false
        }
        const above: OutlinePosition[] = []
        const last = new Map<OutlinePosition | undefined, OutlinePosition>()
        for (const { item, depth } of outline(list)) {
          above.length = depth
          const parent = above.at(-1)
          const itsOwn = item.parentId === null || inCircle(item) ? undefined : byId.get(item.parentId)
          expect(parent).toBe(itsOwn)
          const sibling = last.get(parent)
          expect(sibling === undefined || compareSiblings(sibling, item) < 0).toBe(true)
          last.set(parent, item)
          above.push(item)
        }
      }),
      { numRuns: 2_000 },
    )
  })
})
