import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { Bitmap } from './bitmap.ts'

const SIZE = 200
const some = fc.uniqueArray(fc.nat(SIZE - 1))
const span = fc.tuple(fc.nat(SIZE), fc.nat(SIZE)).map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const)
const ascending = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b)

test('a slice counts from its start, and pasting it back restores it', () => {
  fc.assert(
    fc.property(some, some, span, (numbers, others, [from, to]) => {
      const part = Bitmap.of(SIZE, numbers).slice(from, to)
      const inside = numbers.filter((n) => n >= from && n < to)
      expect(part.toArray()).toEqual(ascending(inside.map((n) => n - from)))
      expect(part.count()).toBe(inside.length)
      const back = Bitmap.of(SIZE, others)
      back.paste(part, from, to - from)
      expect(back.toArray()).toEqual(ascending([...new Set([...others, ...inside])]))
    }),
  )
})

test('paste ignores bits beyond the size of the part', () => {
  fc.assert(
    fc.property(some, span, (numbers, [from, to]) => {
      const back = new Bitmap(SIZE)
      back.paste(Bitmap.of(SIZE, numbers).slice(from, to).not(), from, to - from)
      const inside = Array.from({ length: to - from }, (_, i) => from + i)
      expect(back.toArray()).toEqual(inside.filter((n) => !numbers.includes(n)))
    }),
  )
})
