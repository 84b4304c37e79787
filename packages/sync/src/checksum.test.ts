import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { block, page } from '../test/builder.ts'
import { checksumOf, hashOf, replaced } from './index.ts'

const b = block('b', 'words')
test.each([
  ['its id', { ...b, id: 'c' }],
  ['its words', { ...b, words: { ...b.words, rev: 'r1' } }],
  ['its page', { ...b, place: { ...b.place, pageId: 'q' } }],
  ['its parent', { ...b, place: { ...b.place, parentId: 'x' } }],
  ['its order', { ...b, place: { ...b.place, order: 2 } }],
])("a record's checksum changes when %s differs", (_, other) => {
  expect(hashOf(other)).not.toBe(hashOf(b))
})

test("a deleted record has no checksum, and a page's covers its id", () => {
  expect(hashOf({ ...b, deleted: 5 })).toBe(0)
  expect(hashOf(page('p', 'Tea'))).toBe(hashOf(page('p', 'Coffee')))
})

test('a sum does not depend on the order, and a summand can be subtracted', () => {
  fc.assert(
    fc.property(fc.array(fc.string(), { minLength: 1 }), (ids) => {
      const hashes = ids.map((id) => hashOf({ ...b, id }))
      const sum = hashes.reduce((sum, hash) => replaced(sum, 0, hash), 0)
      const reversed = hashes.toReversed().reduce((sum, hash) => replaced(sum, 0, hash), 0)
      expect(reversed).toBe(sum)
      expect(hashes.reduce((sum, hash) => replaced(sum, hash, 0), sum)).toBe(0)
      expect(checksumOf(sum)).toMatch(/^[0-9a-f]{13}$/)
    }),
  )
})
