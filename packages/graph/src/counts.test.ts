import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { countText, type Counts } from './counts.ts'

type TextCounts = Omit<Counts, 'blocks'>
const counts = (words: number, sentences: number, paragraphs: number, characters: number): TextCounts => ({
  words,
  sentences,
  paragraphs,
  characters,
})

test.each<[string, TextCounts]>([
  ['', counts(0, 0, 0, 0)],
  [' \n\t\n', counts(0, 0, 0, 2)],
  ['rye', counts(1, 1, 1, 3)],
  ['Knead it. Wait! Bake?', counts(4, 3, 1, 21)],
  ["it's 1,000.5 units_of U.S. flour", counts(5, 1, 1, 32)],
  ['it’s well–baked “bread”…', counts(4, 1, 1, 24)],
  ['one\ntwo\n\n  \nthree', counts(3, 3, 2, 13)],
  ['\n\none\n', counts(1, 1, 1, 3)],
  ['one\r\ntwo\rthree', counts(3, 3, 1, 11)],
  ['-- * [ ]', counts(0, 1, 1, 8)],
  ['Größe über Straße', counts(3, 1, 1, 17)],
  ['e\u0301te\u0301', counts(1, 1, 1, 3)], // composed of letters and accents
  ['👩‍👩‍👧 bread 👍🏽', counts(1, 1, 1, 9)],
  ['面包。面包？', counts(2, 2, 1, 6)],
  ['パンを焼く', counts(3, 1, 1, 5)],
  ['plain line\n面包 is bread\nplain again', counts(7, 3, 1, 32)],
])('[D3.3] countText(%j)', (text, expected) => {
  expect(countText(text)).toEqual(expected)
})

/** The rule as written, over the whole text at once. */
function byTheRule(text: string): TextCounts {
  const segments = (granularity: 'word' | 'sentence' | 'grapheme') => [
    ...new Intl.Segmenter(['und', 'en'], { granularity }).segment(text),
  ]
  return counts(
    segments('word').filter(({ isWordLike }) => isWordLike).length,
    segments('sentence').filter(({ segment }) => segment.trim() !== '').length,
    text.split(/\n(?:[^\S\n]*\n)+/).filter((run) => run.trim() !== '').length,
    segments('grapheme').filter(({ segment }) => segment !== '\n').length,
  )
}

const ALPHABETS: readonly (readonly [string, fc.Arbitrary<string>])[] = [
  ['ASCII', fc.constantFrom(...`aB1_'".,:;!?()- \t\n`.split(''))],
  [
    'mixed text',
    fc.constantFrom(
      ...`aÉж1.'’,!? \n\n—“”`.split(''),
      '面',
      '。',
      'パ',
      '\u0301',
      '👍',
      '🏽',
      '\u200d',
      '👩',
      '한',
      'ไท',
      'א',
      '\u2028',
      '\u0085',
    ),
  ],
  ['anything', fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }).filter((unit) => unit !== '\r')],
]

test.each(ALPHABETS)('[D3.3] %s counts as Intl.Segmenter says', (_, unit) => {
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 40 }), (text) => {
      expect(countText(text)).toEqual(byTheRule(text))
    }),
    { numRuns: 5_000 },
  )
})

test('[D3.3] counts of texts separated by a blank line add up', () => {
  const text = fc.string({ unit: ALPHABETS[1]![1], maxLength: 30 })
  fc.assert(
    fc.property(text, text, (one, two) => {
      const [a, b] = [countText(one), countText(two)]
      expect(countText(`${one}\n\n${two}`)).toEqual(
        counts(
          a.words + b.words,
          a.sentences + b.sentences,
          a.paragraphs + b.paragraphs,
          a.characters + b.characters,
        ),
      )
    }),
    { numRuns: 2_000 },
  )
})

test('[D3.3] a long text is counted whole', () => {
  expect(countText('a. '.repeat(100_000))).toEqual(counts(100_000, 1, 1, 300_000))
  expect(countText('A. '.repeat(100_000))).toEqual(counts(100_000, 100_000, 1, 300_000))
  expect(countText('.'.repeat(100_000))).toEqual(counts(0, 1, 1, 100_000))
  expect(countText('a\n\n'.repeat(100_000))).toEqual(counts(100_000, 100_000, 100_000, 100_000))
})
