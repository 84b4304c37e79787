import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { Bitmap } from './bitmap.ts'
import { and, exactly, isExact, not, or, type Bounds } from './bounds.ts'

const SIZE = 70
const some = fc.uniqueArray(fc.nat(SIZE - 1))
/** A set, and bounds around it: less for sure, and more as a possibility. */
const bounded = fc
  .tuple(some, some, some, fc.boolean())
  .map(([matching, fewer, more, exact]): { matching: Bitmap; bounds: Bounds } => {
    const set = Bitmap.of(SIZE, matching)
    if (exact) return { matching: set, bounds: exactly(set) }
    return {
      matching: set,
      bounds: { sure: set.and(Bitmap.of(SIZE, fewer)), maybe: set.or(Bitmap.of(SIZE, more)) },
    }
  })
const within = (set: Bitmap) => set.slice(0, SIZE).toArray()

test('the bounds of a combined query enclose its documents, and stay exact if both operands are', () => {
  fc.assert(
    fc.property(bounded, bounded, (a, b) => {
      for (const [bounds, matching] of [
        [and(a.bounds, b.bounds), a.matching.and(b.matching)],
        [or(a.bounds, b.bounds), a.matching.or(b.matching)],
        [not(a.bounds), a.matching.not()],
      ] as const) {
        expect(within(bounds.sure.andNot(matching))).toEqual([])
        expect(within(matching.andNot(bounds.maybe))).toEqual([])
        expect(within(isExact(bounds) ? bounds.sure : matching)).toEqual(within(matching))
      }
      expect(isExact(and(a.bounds, b.bounds))).toBe(isExact(a.bounds) && isExact(b.bounds))
      expect(isExact(not(a.bounds))).toBe(isExact(a.bounds))
    }),
  )
})
