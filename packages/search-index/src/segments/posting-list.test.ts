import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { Bitmap } from '../sets/bitmap.ts'
import { addPostings, encodePostings, forEachPosting, PostingWriter } from './posting-list.ts'

const ascending = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b)
const list = fc.uniqueArray(fc.oneof(fc.nat(300), fc.nat(2 ** 31 - 1)), { maxLength: 40 }).map(ascending)

function decode(bytes: Uint8Array, from?: number, end?: number): number[] {
  const numbers: number[] = []
  forEachPosting(bytes, (n) => numbers.push(n), from, end)
  return numbers
}

test.each([
  [[], []],
  [[0], [0]],
  [
    [1, 128, 129],
    [1, 127, 1],
  ],
  [
    [127, 255, 16_639],
    [127, 128, 1, 128, 128, 1],
  ],
])('the format on disk: %j is %j', (numbers, bytes) => expect([...encodePostings(numbers)]).toEqual(bytes))

test('a posting list is decoded to what was encoded', () => {
  fc.assert(
    fc.property(list, (numbers) => {
      expect(decode(encodePostings(numbers))).toEqual(numbers)
    }),
  )
})

test('lists that are written one after the other are cut off from the front', () => {
  fc.assert(
    fc.property(fc.array(list, { minLength: 1, maxLength: 6 }), (lists) => {
      const writer = new PostingWriter()
      const lengths = lists.map((numbers) => writer.append(numbers))
      for (const [i, length] of lengths.entries()) {
        const bytes = new Uint8Array(length + 3)
        writer.moveTo(bytes, 3, length)
        expect(decode(bytes, 3)).toEqual(lists[i])
      }
      expect(writer.length).toBe(0)
    }),
  )
})

test('the numbers of a span are added to a set that counts from its start', () => {
  const numbers = fc.uniqueArray(fc.nat(300)).map(ascending)
  fc.assert(
    fc.property(numbers, fc.nat(300), fc.nat(100), (numbers, first, length) => {
      const set = new Bitmap(length)
      const bytes = encodePostings(numbers)
      addPostings(bytes, 0, bytes.length, set, first, first + length)
      expect(set.toArray()).toEqual(
        numbers.filter((n) => n >= first && n < first + length).map((n) => n - first),
      )
    }),
  )
})
