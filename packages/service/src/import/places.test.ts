import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Siblings } from './page-blocks.ts'
import { placesFor } from './places.ts'

const there = (...orders: number[]) => orders.map((order) => ({ words: `there ${order}`, order }))
const siblings = (blocks: readonly { readonly words: string; readonly order: number }[]) =>
  new Siblings(blocks.map((block, i) => ({ id: `b${i}`, parentId: null, ...block })))
const wanted = (...orders: (number | undefined)[]) =>
  orders.map((order, i) => ({ words: order === undefined ? `new ${i}` : `there ${order}`, order }))

test.each([
  ['none there', wanted(undefined, undefined), there(), [1, 2]],
  ['all new, others there', wanted(undefined, undefined), there(1, 2, 3), [4, 5]],
  ['between two', wanted(1, undefined, 2), there(1, 2), [1, 1.5, 2]],
  ['before the first', wanted(undefined, 1), there(1), [0, 1]],
  ['before the first, behind others', wanted(undefined, 4), there(2, 4), [3, 4]],
  ['behind the last of the file, before others', wanted(1, undefined), there(1, 2), [1, 1.5]],
  ['behind one that comes after the next', wanted(5, undefined, 2), there(2, 5), [5, 6, 2]],
  [
    'one more with the same words, which is the last of them',
    [
      { words: 'a', order: 3 },
      { words: 'b', order: 1 },
      { words: 'a', order: undefined },
    ],
    [
      { words: 'b', order: 1 },
      { words: 'a', order: 3 },
    ],
    [3, 1, 4],
  ],
])('%s', (_, known, blocks, expected) => expect(placesFor(known, siblings(blocks))).toEqual(expected))

test('new blocks follow their predecessor directly, and no existing block moves', () => {
  const orders = fc.uniqueArray(fc.integer({ min: 1, max: 50 }), { maxLength: 12 })
  const picks = fc.array(fc.option(fc.nat(11), { nil: undefined }), { maxLength: 12 })
  fc.assert(
    fc.property(orders, picks, (orders, picks) => {
      const sorted = orders.toSorted((a, b) => a - b)
      const known = picks.map((pick) => (pick === undefined ? undefined : sorted[pick]))
      const placed = placesFor(wanted(...known), siblings(there(...sorted)))
      expect(placed).toHaveLength(known.length)
      const kept = placed.filter((_, i) => known[i] !== undefined)
      expect(kept).toEqual(known.filter((order) => order !== undefined))
      const added = placed.flatMap((order, i) =>
        known[i] === undefined ? [{ order, before: placed[i - 1] }] : [],
      )
      const between = ({ order, before = -Infinity }: (typeof added)[number]) =>
        sorted.filter((other) => other > before && other <= order)
      const behind = added.filter(({ before }) => before !== undefined)
      expect(behind.filter(({ order, before }) => order <= before!)).toEqual([])
      expect(behind.flatMap(between)).toEqual([])
    }),
  )
})
