import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { Bitmap } from '../sets/bitmap.ts'
import { latestOf } from './latest.ts'

const SIZE = 200
const time = fc.oneof(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 1_790_000_000, max: 1_790_000_099 }))
const some = fc.record({
  times: fc.array(time, { minLength: SIZE, maxLength: SIZE }),
  numbers: fc.uniqueArray(fc.nat(SIZE - 1), { maxLength: SIZE }),
  mosts: fc.array(fc.integer({ min: 1, max: SIZE + 1 }), { minLength: 1, maxLength: 3 }),
})

test('the latest of a set, and all others as late as the last of them', () => {
  fc.assert(
    fc.property(some, ({ times, numbers, mosts }) => {
      const latest = latestOf(Bitmap.of(SIZE, numbers), numbers.length, Uint32Array.from(times))
      for (const most of mosts) {
        const least = numbers.map((n) => times[n] ?? NaN).toSorted((a, b) => b - a)[most - 1] ?? -Infinity
        expect(latest(most)).toEqual(
          numbers.filter((n) => (times[n] ?? NaN) >= least).toSorted((a, b) => a - b),
        )
      }
    }),
  )
})

test.each([
  ['spread', (n: number) => (n * 7_919) % 300_007],
  ['ascending', (n: number) => n],
  ['late where no sample is taken', (n: number) => (n % 2_336 === 40 ? 9 : 1)],
  ['alike', () => 1],
])('the same documents are selected of very many whose times are %s', (_, timeOf) => {
  const times = Uint32Array.from({ length: 300_000 }, (_, n) => timeOf(n))
  const latest = latestOf(Bitmap.of(times.length, times.keys()), times.length, times)
  for (const most of [100, 3_000, 9_000, 5]) {
    const least = times.toSorted().at(-most) ?? NaN
    expect(latest(most)).toEqual(Array.from(times.keys()).filter((n) => (times[n] ?? NaN) >= least))
  }
})
