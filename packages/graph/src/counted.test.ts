import fc from 'fast-check'
import { expect, test } from 'vitest'
import { counted, numbered } from './counted.ts'

test('a whole number has the separators of English', () => {
  fc.assert(
    fc.property(fc.maxSafeInteger(), (count) => {
      expect(numbered(count)).toBe(count.toLocaleString('en'))
    }),
  )
})

test('a fraction is rounded', () => expect(numbered(13_684.378)).toBe('13,684'))

test.each([
  [0, '0 pages'],
  [1, '1 page'],
  [1_000, '1,000 pages'],
])('%j: %s', (count, words) => expect(counted(count, 'page')).toBe(words))
