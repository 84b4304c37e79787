import fc from 'fast-check'
import { expect, test } from 'vitest'
import { searchedText, WordsFinder } from './index.ts'

const places = (finder: WordsFinder, text: string): [at: number, whole: boolean][] => {
  const found: [number, boolean][] = []
  finder.forEach(searchedText(text), (at, whole) => {
    found.push([at, whole])
  })
  return found
}

test.each([
  [
    'cafe',
    'café cafes',
    [
      [0, true],
      [5, false],
    ],
  ],
  [
    'café',
    'café cafés cafe',
    [
      [0, true],
      [5, false],
    ],
  ],
  ['é', 'éè', [[0, false]]],
  [
    'éa',
    'éá éa',
    [
      [0, true],
      [3, true],
    ],
  ],
  ['aé', 'aaé', [[1, false]]],
] as const)('[D5.1] %j is found in %j at %j', (words, text, found) => {
  expect(places(new WordsFinder(words), text)).toEqual(found)
})

test('[D5.1] words with marks are found where a comparison letter by letter finds them', () => {
  const few = (maxLength: number) =>
    fc.string({ unit: fc.constantFrom('a', 'á', 'à', 'b', ' '), minLength: 1, maxLength })
  fc.assert(
    fc.property(few(70), few(200), (words, text) => {
      const fits = (at: number) =>
        Array.from(words).every((letter, i) =>
          letter === 'a' ? /[aáà]/.test(text.charAt(at + i)) : letter === text.charAt(at + i),
        )
      const expected = Array.from(text, (_, at) => at).filter(fits)
      const finder = new WordsFinder(words)
      expect(places(finder, text).map(([at]) => at)).toEqual(expected)
      expect(finder.isIn(searchedText(text))).toBe(expected.length > 0)
    }),
    { numRuns: 2_000 },
  )
})

test('[D5.1] long words that repeat themselves are found in a long text', () => {
  const text = searchedText('á'.repeat(300_000))
  const finder = new WordsFinder(`${'á'.repeat(999)}à`)
  expect(finder.isIn(text)).toBe(false)
  expect(new WordsFinder('á'.repeat(1_000)).isIn(text)).toBe(true)
})
