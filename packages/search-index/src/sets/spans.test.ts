import { expect, test } from 'vitest'
import type { Segment } from '../segments/segment.ts'
import { isScattered, spansOf } from './spans.ts'

const segment = (first: number, last: number, count: number): Segment => ({
  n: 1,
  first,
  last,
  count,
  deleted: new Int32Array(),
})

test.each([
  ['none', [], [[0, 100]]],
  ['one', [segment(1, 40, 40)], [[0, 100]]],
  [
    'two beside each other',
    [segment(1, 40, 40), segment(41, 70, 30)],
    [
      [41, 100],
      [0, 41],
    ],
  ],
  [
    'a short one, which goes with the next',
    [segment(1, 5, 5), segment(6, 70, 65), segment(71, 90, 20)],
    [
      [71, 100],
      [0, 71],
    ],
  ],
  [
    'two that overlap',
    [segment(1, 40, 20), segment(30, 70, 30), segment(71, 90, 20)],
    [
      [71, 100],
      [0, 71],
    ],
  ],
  [
    'one across the others',
    [segment(1, 40, 40), segment(2, 90, 10), segment(41, 70, 30)],
    [
      [41, 100],
      [0, 41],
    ],
  ],
])('%s', (_, segments, expected) => {
  expect(spansOf(segments, 100, 10).map(({ from, to }) => [from, to])).toEqual(expected)
})

test('a segment is scattered if its documents lie among many others', () => {
  expect([segment(1, 40, 10), segment(1, 41, 10)].map(isScattered)).toEqual([false, true])
})
