import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { Bits } from './bits.ts'

const SIZE = 200
const some = fc.uniqueArray(fc.nat(SIZE - 1))
const span = fc.tuple(fc.nat(SIZE), fc.nat(SIZE)).map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const)
const ascending = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b)

test('a part of a set counts from where it begins, and put back it is what it was', () => {
  fc.assert(
    fc.property(some, some, span, (numbers, others, [from, to]) => {
      const part = Bits.of(SIZE, numbers).slice(from, to)
      const inside = numbers.filter((n) => n >= from && n < to)
      expect(part.toArray()).toEqual(ascending(inside.map((n) => n - from)))
      expect(part.count()).toBe(inside.length)
      const back = Bits.of(SIZE, others)
      back.paste(part, from, to - from)
      expect(back.toArray()).toEqual(ascending([...new Set([...others, ...inside])]))
    }),
  )
})

test('what is beyond the end of a part is not put back', () => {
  fc.assert(
    fc.property(some, span, (numbers, [from, to]) => {
      const back = new Bits(SIZE)
      back.paste(Bits.of(SIZE, numbers).slice(from, to).not(), from, to - from)
      const inside = Array.from({ length: to - from }, (_, i) => from + i)
      expect(back.toArray()).toEqual(inside.filter((n) => !numbers.includes(n)))
    }),
  )
})
