import fc from 'fast-check'
import { expect, test } from 'vitest'
import { outline } from './outline.ts'
import { outlinePart } from './outline-part.ts'

/** a, with b and d under it, c under b; then e. */
const tree = outline([
  { id: 'a', parentId: null, order: 1 },
  { id: 'b', parentId: 'a', order: 1 },
  { id: 'c', parentId: 'b', order: 1 },
  { id: 'd', parentId: 'a', order: 2 },
  { id: 'e', parentId: null, order: 2 },
])
const shown = (part: Parameters<typeof outlinePart>[1]) =>
  outlinePart(tree, part).map(({ item, depth, folded }) => [item.id, depth, folded])

test.each([
  [{}, 'a00 b10 c20 d10 e00'],
  [{ levels: 1 }, 'a03 e00'],
  [{ levels: 2 }, 'a00 b11 d10 e00'],
  [{ levels: 9 }, 'a00 b10 c20 d10 e00'],
  [{ under: 'a' }, 'b10 c20 d10'],
  [{ under: 'a', levels: 1 }, 'b11 d10'],
  [{ under: 'b' }, 'c20'],
  [{ under: 'e' }, ''],
  [{ under: 'x' }, ''],
])('[A4.4] %j', (part, expected) =>
  expect(
    shown(part)
      .map((one) => one.join(''))
      .join(' '),
  ).toBe(expected),
)

/** Headings beside what they contain: # A, x with y under it, ## B, z, # C. */
const flat = outline([
  { id: 'A', parentId: null, order: 1, heading: 1 },
  { id: 'x', parentId: null, order: 2 },
  { id: 'y', parentId: 'x', order: 1 },
  { id: 'B', parentId: null, order: 3, heading: 2 },
  { id: 'z', parentId: null, order: 4 },
  { id: 'C', parentId: null, order: 5, heading: 1 },
])

test.each([
  [{ under: 'A' }, 'x00 y10 B00 z00'],
  [{ under: 'A', levels: 1 }, 'x01 B00 z00'],
  [{ under: 'B' }, 'z00'],
  [{ under: 'C' }, ''],
  [{ under: 'z' }, ''],
])('[A4.4] a heading without nested blocks has what follows: %j', (part, expected) =>
  expect(
    outlinePart(flat, part)
      .map(({ item, depth, folded }) => `${item.id}${depth}${folded}`)
      .join(' '),
  ).toBe(expected),
)

test('[A4.4] every block under is shown or folded once, each level in its order', () => {
  const blocks = fc.array(fc.nat({ max: 30 }), { maxLength: 30 }).map((parents) =>
    parents.map((parent, i) => ({
      id: `${i}`,
      parentId: parent < i ? `${parent}` : null,
      order: i,
    })),
  )
  fc.assert(
    fc.property(blocks, fc.nat({ max: 30 }), fc.integer({ min: 1, max: 4 }), (positions, at, levels) => {
      const all = outline(positions)
      const under = positions[at]?.id
      const whole = outlinePart(all, under === undefined ? {} : { under })
      const part = outlinePart(all, under === undefined ? { levels } : { under, levels })
      expect(part.reduce((sum, { folded }) => sum + 1 + folded, 0)).toBe(whole.length)
      const top = Math.min(...whole.map(({ depth }) => depth))
      expect(part.map(({ item }) => item.id)).toEqual(
        whole.filter(({ depth }) => depth - top < levels).map(({ item }) => item.id),
      )
    }),
  )
})
