import fc from 'fast-check'
import { expect, test } from 'vitest'
import { foldForSearch, placedText, searchedText } from './search-fold.ts'

test.each([
  [
    'L’Été',
    "l'ete",
    [
      [2, '\u0301'],
      [4, '\u0301'],
    ],
  ],
  ['«Ǆ» „x“', '"dz" "x"', [[2, '\u030c']]],
  ['ệ', 'e', [[0, '\u0323\u0302']]],
  ['Ёй', 'ей', [[0, '\u0308']]],
  ['  a\u00a0b ', '  a b ', []],
  ['🏴\u{e0067}\u{e0062}\u{e007f} 👁\ufe0f\u200d🗨\ufe0f', '🏴\u{e0067}\u{e0062}\u{e007f} 👁\u200d🗨', []],
  ['a\u200db\ufeff', 'ab', []],
  ['ŉ ´ ‴', "'n ' '''", []],
] as const)('[D5.1] %j is searched as %j', (text, words, marks) => {
  const searched = searchedText(text)
  expect(searched.words).toBe(words)
  expect([...searched.marks]).toEqual(marks)
})

const ANY = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom('e', 'ệ', '\u0301', '\u00ad', '\u200d', '👩', 'ß', 'İ', 'ﬁ', 'か', '\u3099', 'и', '\u0306', '한', '\u11ab', ' ', '’') }), // prettier-ignore
)

const codes = (most: number): number[] => Array.from({ length: most + 1 }, (_, code) => code)

test('[D5.1] folding for search changes no folded text', () => {
  const changed = codes(0x1ffff).filter((code) => {
    const folded = foldForSearch(String.fromCodePoint(code))
    return foldForSearch(folded) !== folded
  })
  expect(changed).toEqual([])
})

test('[D5.1] a letter folds alone as it folds among others', () => {
  const others = codes(0x1ffff).filter((code) => {
    const text = `a${String.fromCodePoint(code)}B${String.fromCodePoint(code)}`
    // The soft hyphen forbids the short way.
    const [alone, among] = [searchedText(text), searchedText(`${text}\u00ad`)]
    return alone.words !== among.words || [...alone.marks].join() !== [...among.marks].join()
  })
  expect(others).toEqual([])
})

test('[A5.2] the parts of a text fold as the whole, and each unit has its place', () => {
  fc.assert(
    fc.property(ANY, (text) => {
      const { words, marks, startOf, endOf } = placedText(text)
      expect({ words, marks }).toEqual(searchedText(text))
      for (let at = 0; at < words.length; at++) {
        expect(startOf(at)).toBeLessThan(endOf(at))
        expect(endOf(at)).toBeLessThanOrEqual(text.length)
        expect(startOf(at)).toBeGreaterThanOrEqual(startOf(Math.max(0, at - 1)))
      }
    }),
    { numRuns: 2_000 },
  )
})
