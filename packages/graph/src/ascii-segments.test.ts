import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { asciiSentences, asciiWords } from './ascii-segments.ts'

const words = new Intl.Segmenter(['und', 'en'], { granularity: 'word' })
const sentences = new Intl.Segmenter(['und', 'en'], { granularity: 'sentence' })

const wordsOf = (text: string): number =>
  [...words.segment(text)].filter(({ isWordLike }) => isWordLike).length
const sentencesOf = (text: string): number =>
  [...sentences.segment(text)].filter(({ segment }) => segment.trim() !== '').length

const ASCII = Array.from({ length: 128 }, (_, unit) => String.fromCharCode(unit)).filter(
  (unit) => unit !== '\n' && unit !== '\r',
)
const WORDY = ['a', 'B', '1', '2', '_', "'", '"', '.', ',', ':', ';', '-', ' ']
const SENTENCY = ['a', 'B', '1', '.', '!', '?', ')', '(', '"', "'", ',', '-', ':', ';', ' ', '\t', '\v', '_']

const of = (units: readonly string[], maxLength: number): fc.Arbitrary<string> =>
  fc.string({ unit: fc.constantFrom(...units), maxLength })

describe.each([
  ['any ASCII', of(ASCII, 30)],
  ['what joins and parts words', of(WORDY, 16)],
  ['what ends and goes on with sentences', of(SENTENCY, 16)],
])('[D3.3] segments of %s are those of Intl.Segmenter', (_, line) => {
  test('words', () => {
    fc.assert(
      fc.property(line, (text) => {
        expect(asciiWords(text, 0, text.length)).toBe(wordsOf(text))
      }),
      { numRuns: 20_000 },
    )
  })
  test('sentences', () => {
    fc.assert(
      fc.property(line, (text) => {
        expect(asciiSentences(text, 0, text.length)).toBe(sentencesOf(text))
      }),
      { numRuns: 20_000 },
    )
  })
})

test('[D3.3] each pair and triple of units around a letter and a digit', () => {
  for (const one of ASCII)
    for (const two of ASCII)
      for (const text of [`a${one}${two}b`, `1${one}${two}2`, `A.${one}${two}A`, `a!${one}${two}a`]) {
        if (asciiWords(text, 0, text.length) !== wordsOf(text))
          expect.unreachable(`words of ${JSON.stringify(text)}`)
        if (asciiSentences(text, 0, text.length) !== sentencesOf(text))
          expect.unreachable(`sentences of ${JSON.stringify(text)}`)
      }
})

test('counts from start to end alone, whatever stands around', () => {
  fc.assert(
    fc.property(of(SENTENCY, 6), of(SENTENCY, 10), of(SENTENCY, 6), (before, text, after) => {
      const [start, end] = [before.length, before.length + text.length]
      expect(asciiWords(before + text + after, start, end)).toBe(wordsOf(text))
      expect(asciiSentences(before + text + after, start, end)).toBe(sentencesOf(text))
    }),
    { numRuns: 5_000 },
  )
})
