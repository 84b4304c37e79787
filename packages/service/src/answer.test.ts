import fc from 'fast-check'
import { expect, test } from 'vitest'
import { answer, envelope } from './answer.ts'

test.each([
  [0, 0, 0, { total: 0, next: null }],
  [3, 0, 3, { total: 3, next: null }],
  [2, 0, 3, { total: 3, next: 2 }],
  [1, 2, 3, { total: 3, next: null }],
  [0, 3, 3, { total: 3, next: null }],
  [0, 900, 3, { total: 3, next: null }], // after the end
  [0, 2, 3, { total: 3, next: null }], // a damaged graph, which counts one too many
])('[lists] %i from %i on, of %i', (count, offset, total, expected) => {
  expect(JSON.parse(`{${envelope(count, offset, total)}}`)).toEqual(expected)
})

test('[lists] an answer without room for what was found goes on at the same place', () => {
  expect(JSON.parse(`{${envelope(0, 2, 3, 1)}}`)).toEqual({ total: 3, next: 2 })
})

test('[lists] going on from next to next comes to the end, and passes over nothing', () => {
  fc.assert(
    fc.property(fc.nat(200), fc.integer({ min: 1, max: 50 }), (total, limit) => {
      let seen = 0
      for (let offset: number | null = 0; offset !== null;) {
        expect(offset).toBe(seen)
        const count = Math.min(limit, total - offset)
        seen += count
        offset = (JSON.parse(`{${envelope(count, offset, total)}}`) as { next: number | null }).next
      }
      expect(seen).toBe(total)
    }),
  )
})

test('an answer is its text, read back by who needs the value', () => {
  expect(answer<{ a: number }>('{"a":1}').value()).toEqual({ a: 1 })
})
