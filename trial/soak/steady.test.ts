import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isSteady, lowestOf, trendOf, type Point } from './steady.ts'

const BOUND = { share: 0.1, least: 2 }
const series = (value: (n: number) => number, length = 600): Point[] =>
  Array.from({ length }, (_, n) => ({ at: n * 5, value: value(n) }))

const SERIES: readonly { name: string; value: (n: number) => number; steady: boolean }[] = [
  { name: 'flat', value: () => 100, steady: true },
  { name: 'a saw', value: (n) => 100 + (n % 20), steady: true },
  { name: 'warm-up in the first third', value: (n) => Math.min(100, n), steady: true },
  { name: 'single peaks', value: (n) => (n % 50 === 0 ? 10_000 : 100), steady: true },
  { name: 'one handle more', value: (n) => (n < 500 ? 10 : 11), steady: true },
  { name: 'falling', value: (n) => 1_000 - n, steady: true },
  { name: 'a slow leak', value: (n) => 100 + n / 20, steady: false },
  { name: 'a leak under a saw', value: (n) => 100 + n / 20 + (n % 20), steady: false },
  { name: 'a step that repeats', value: (n) => 100 + Math.floor(n / 60) * 10, steady: false },
]

test.each(SERIES)('a series is steady or not: $name', ({ value, steady }) => {
  expect(isSteady(trendOf(series(value)), BOUND)).toBe(steady)
})

test('a planted line is found at its slope, whatever a tenth of the points say', () => {
  fc.assert(
    fc.property(
      fc.double({ min: -5, max: 5, noNaN: true }),
      fc.array(fc.double({ min: -1e9, max: 1e9, noNaN: true }), { maxLength: 40 }),
      (slope, wild) => {
        const points = series((n) => slope * n)
        wild.forEach((value, n) => (points[n * 15] = { at: n * 75, value }))
        const { growth } = trendOf(points)
        expect(growth).toBeCloseTo(slope * 400, -1.5)
      },
    ),
    { numRuns: 20, examples: [[1, [1e9, -1e9]]] },
  )
})

/** Each pause of the machine opens connections, which stay for a minute. */
const peaks = (n: number, every: number): number => (n % every < 12 ? 100 : 0)

test.each([
  ['peaks that come more often', (n: number) => 60 + peaks(n, 90 - Math.floor(n / 10)), true],
  ['a leak of a connection in eight minutes', (n: number) => 60 + Math.floor(n / 96) + peaks(n, 50), false],
  ['a leak at the peaks', (n: number) => 60 + peaks(n, 50) + 2 * Math.floor(n / 50), false],
])('what stays open is steady or not: %s', (_, value, steady) => {
  const points = lowestOf(series(value, 1_440))
  expect(points).toHaveLength(12)
  expect(isSteady(trendOf(points), { share: 0.05, least: 5 })).toBe(steady)
})

test('a series of one point has no trend', () => {
  expect(trendOf([{ at: 0, value: 3 }])).toEqual({ level: 3, growth: 0 })
  expect(trendOf([])).toEqual({ level: 0, growth: 0 })
  expect([lowestOf([]), lowestOf([{ at: 0, value: 3 }])]).toEqual([[], [{ at: 0, value: 3 }]])
})
