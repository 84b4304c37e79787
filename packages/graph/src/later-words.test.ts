import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { LaterWords, LOCALES } from './later-words.ts'

const segmenter = new Intl.Segmenter(LOCALES, { granularity: 'word' })
const wordsOf = (text: string): number =>
  [...segmenter.segment(text)].filter(({ isWordLike }) => isWordLike).length

function together(texts: readonly string[]): number[] {
  const later = new LaterWords()
  const sums = texts.map(() => ({ words: 0 }))
  for (const [i, text] of texts.entries()) later.add(sums[i]!, text)
  later.settle()
  return sums.map(({ words }) => words)
}

const unit = fc.constantFrom(...Array.from("東京天気カタひらー〇한ไทยกาב👍🏽\u0301\u200d\u2028aB1.:_' 。"))

test('words of many texts are those of each alone', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit, maxLength: 8 }), { maxLength: 8 }), (texts) => {
      expect(together(texts)).toEqual(texts.map(wordsOf))
    }),
    { numRuns: 2_000 },
  )
})

test.each([
  [[]],
  [['', '']],
  [['東京', '', 'ไทย']],
  [Array.from({ length: 40_000 }, () => '東京')], // more than wait at once
])('words are counted, case %#', (texts: readonly string[]) => {
  expect(together(texts)).toEqual(texts.map(wordsOf))
})

test('words of one sum add up, and settle once', () => {
  const later = new LaterWords()
  const sum = { words: 1 }
  for (const text of ['東京', 'ไทย']) later.add(sum, text)
  later.settle()
  later.settle()
  expect(sum.words).toBe(1 + wordsOf('東京') + wordsOf('ไทย'))
})
