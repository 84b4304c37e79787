import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { utf8Length, wordCost } from './costs.ts'

test('a text has as many bytes as its encoding in UTF-8', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('a', 'é', '日', '😀', '\ud800', '\udc00', '\u07ff', '\u0800') }),
      (text) => {
        expect(utf8Length(text)).toBe(new TextEncoder().encode(text).length)
      },
    ),
  )
})

test.each([
  ['longer', 'sourdough', 'rye', true],
  ['of longer letters', 'éé', 'ee', true],
  ['cached', 'rye', 'rye', false],
])('a word that is %s costs less', (_, less, more, moreIsCached) => {
  expect(wordCost(less, 100, true)).toBeLessThan(wordCost(more, 100, moreIsCached))
})
