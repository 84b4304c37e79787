import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { latestSets } from './latest.ts'

const time = fc.oneof(
  fc.integer({ min: 0, max: 5 }),
  fc.integer({ min: 1_790_000_000_000, max: 1_790_000_009_999 }),
  fc.maxSafeNat(),
  fc.constant(NaN),
)

test('each set holds the one before, and blocks alone, of which none is earlier than one outside', () => {
  fc.assert(
    fc.property(fc.array(time, { maxLength: 99 }), fc.integer({ min: 1, max: 20 }), (times, least) => {
      const blocks = times.flatMap((one, n) => (Number.isNaN(one) ? [] : [n]))
      let before: number[] = []
      for (const set of latestSets(Float64Array.from(times), least)) {
        const numbers = set.toArray()
        expect(blocks).toEqual(expect.arrayContaining(numbers))
        expect(numbers).toEqual(expect.arrayContaining(before))
        expect(numbers.length).toBeGreaterThanOrEqual(least)
        const earliest = Math.min(...numbers.map((n) => times[n]!))
        for (const n of blocks) expect(set.has(n)).toBe(times[n]! >= earliest)
        before = numbers
      }
    }),
  )
})

test('a set has about as many of very many as it is meant to have', () => {
  const times = Float64Array.from({ length: 300_000 }, (_, n) => (n * 7_919) % 300_007)
  const sets = latestSets(times)
  expect(sets).toHaveLength(4)
  for (const [i, set] of sets.entries()) expect(set.count() / (2_048 * 4 ** i)).toBeCloseTo(1, 0)
})
