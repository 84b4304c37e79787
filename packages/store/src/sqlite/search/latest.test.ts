import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { latestFirst } from './latest.ts'

const time = fc.oneof(
  fc.integer({ min: 0, max: 5 }),
  fc.integer({ min: 1_790_000_000_000, max: 1_790_000_009_999 }),
  fc.maxSafeNat(),
  fc.constant(NaN),
)

test('the latest, in order, with all that are of one time or none, and nothing where there is no block', () => {
  fc.assert(
    fc.property(fc.array(time, { maxLength: 40 }), fc.integer({ min: 1, max: 50 }), (times, most) => {
      const latest = times.filter((one) => !Number.isNaN(one)).toSorted((a, b) => b - a)
      const least = latest[most - 1] ?? -Infinity
      const numbers = [...latestFirst(Float64Array.from(times), most)]
      expect(numbers.map((n) => times[n])).toEqual(latest.filter((one) => one >= least))
      expect(new Set(numbers).size).toBe(numbers.length)
    }),
  )
})
