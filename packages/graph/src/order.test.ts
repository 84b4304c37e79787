import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { orderBetween } from './order.ts'

test.each<[number | undefined, number | undefined, number | undefined, string]>([
  [undefined, undefined, 1, 'the only one'],
  [undefined, 1, 0, 'the first'],
  [3, undefined, 4, 'the last'],
  [1, 2, 1.5, 'the middle'],
  [-4, 8, 2, 'the middle over zero'],
  [1, 1 + 2 ** -30, 1 + 2 ** -31, 'just room enough'],
  [1, 1 + 2 ** -31, undefined, 'no room'],
  [1, 1, undefined, 'equal orders'],
  [2, 1, undefined, 'the wrong way round'],
  [2 ** 53, undefined, undefined, 'no whole number behind'],
  [undefined, -(2 ** 54), undefined, 'no whole number in front'],
  [2 ** 60, 2 ** 60 + 256, undefined, 'no number between'],
])('[sync device 8] between %s and %s is %s: %s', (before, after, expected) => {
  expect(orderBetween(before, after)).toBe(expected)
})

test('[sync device 8] the order is strictly between its neighbors, and is refused only without room', () => {
  const order = fc.oneof(
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.integer(),
    fc.double({ min: 0, max: 2, noNaN: true }),
  )
  fc.assert(
    fc.property(order, order, (a, b) => {
      const [before, after] = [Math.min(a, b), Math.max(a, b)]
      const between = orderBetween(before, after)
      const noRoom = after - before < 2 ** -30 || after - before <= Math.max(-before, after) * 2 ** -51
      expect(between === undefined ? noRoom : before < between && between < after).toBe(true)
    }),
    { numRuns: 2_000 },
  )
})

test('[sync device 8] inserting at one place 30 times finds room', () => {
  let after = 2
  for (let i = 0; i < 30; i++) after = orderBetween(1, after)!
  expect(after).toBe(1 + 2 ** -30)
  expect(orderBetween(1, after)).toBe(1 + 2 ** -31)
  expect(orderBetween(1, 1 + 2 ** -31)).toBeUndefined()
})
