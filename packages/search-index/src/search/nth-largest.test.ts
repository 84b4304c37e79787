import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { nthLargest } from './nth-largest.ts'

test('the n-th largest is the value at that place in descending order', () => {
  // 0 and -0 sort as equals, so either can be in a place. Adding 0 leaves only 0.
  const double = fc.double({ noNaN: true }).map((value) => value + 0)
  const values = fc.array(fc.oneof(fc.nat(5), double), { minLength: 1, maxLength: 60 })
  fc.assert(
    fc.property(values, fc.nat(), (values, at) => {
      const n = (at % values.length) + 1
      expect(nthLargest(Float64Array.from(values), n)).toBe(values.toSorted((a, b) => b - a)[n - 1])
    }),
  )
})
