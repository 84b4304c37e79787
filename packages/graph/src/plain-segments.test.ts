import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { PlainLine } from './plain-segments.ts'

const LOCALES = ['und', 'en']
const words = new Intl.Segmenter(LOCALES, { granularity: 'word' })
const sentences = new Intl.Segmenter(LOCALES, { granularity: 'sentence' })
const graphemes = new Intl.Segmenter(LOCALES, { granularity: 'grapheme' })

const wordsOf = (text: string): number =>
  [...words.segment(text)].filter(({ isWordLike }) => isWordLike).length
const sentencesOf = (text: string): number =>
  [...sentences.segment(text)].filter(({ segment }) => segment.trim() !== '').length

const units = (from: number, to: number): string[] =>
  Array.from({ length: to - from }, (_, i) => String.fromCharCode(from + i))
const line = new PlainLine()
const read = (text: string, start = 0, end = text.length): PlainLine => {
  line.read(text, start, end)
  return line
}
const isPlain = (text: string): boolean => read(text).hasPlainWords
const isPlainButForWords = (text: string): boolean => read(text).isPlain && !read(text).hasPlainWords
const isHangul = (unit: string): boolean => unit >= '가' && unit <= '힣'
const isPlainUnit = (unit: string): boolean =>
  isPlain(unit) && unit !== '\n' && unit !== '\r' && !isHangul(unit)
const ASCII = units(0, 128).filter(isPlainUnit)
const PLAIN = units(0, 0x10000).filter(isPlainUnit)
const HANGUL = units(0xac00, 0xd7a4)
const THAI = units(0xe00, 0xe80).filter((unit) => read(`ก${unit}`).isPlain)
const HAN = units(0, 0x10000).filter((unit) => isPlainButForWords(unit) && !THAI.includes(unit))
const MARKS = units(0x64b, 0x660)
const PICTURES = ['☕', '❤️', '→', '😀', '👍🏽', '🎉', '🤖', '🫶', '👩\u200d💻', '👩🏽\u200d🚀', '🇯🇵', '🇺']
const DEVANAGARI = units(0x900, 0x970).filter((unit) => read(`क${unit}`).isPlain)
const WORDY = ['a', 'É', 'ж', '1', '2', '_', "'", '’', '"', '.', ',', ':', ';', '-', '·', ' ']
const SENTENCY = `aB1ñЖªǅƻ.!?)("'”«,-—:; \t\v\u00a0_…`.split('')

const of = (alphabet: readonly string[], maxLength: number): fc.Arbitrary<string> =>
  fc.string({ unit: fc.constantFrom(...alphabet), maxLength })

const expectSame = (text: string): void => {
  expect([text, read(text).words()]).toEqual([text, wordsOf(text)])
  expect([text, read(text).sentences()]).toEqual([text, sentencesOf(text)])
}

test('plain text is ASCII, Latin, Greek, Cyrillic, Arabic, Devanagari and Hangul letters, symbols and the punctuation of their writers', () => {
  for (const text of [
    'Grüße – “it’s” … «œuvre» Ελλάδα Ёлка',
    'مرحبا، كيف؟ كِتاب ٣',
    '한국 말.',
    'यह किताब, १२।',
    'a → ☕ ❤️ 😀 👍🏽 👩\u200d💻 👩🏽\u200d🚀 🇯🇵🇫🇷',
    ASCII.join(''),
  ])
    expect([text, isPlain(text)]).toEqual([text, true])
  for (const text of [
    '面',
    'か',
    '한_',
    'e\u0301',
    '\u00ad',
    '\u0085',
    '\u2028',
    '\u200d',
    'א',
    'ไ',
    '\u064b',
    '👩\u200d',
    '👩\u200da',
    '👩\u200d❤',
    '🇯',
    '🇯🇵🇫',
    'क्',
    'ा',
    'ॐ',
    '🏽',
    'a\ufe0f',
    '\ud800',
    'ⅷ',
  ])
    expect([text, isPlain(text)]).toEqual([text, false])
})

test('[D3.3] Han and Kana are plain for sentences, each unit a character of its own', () => {
  for (const text of ['東京の天気。', '「カタカナ」、ひらがな', 'a 面'])
    expect([text, isPlainButForWords(text)]).toEqual([text, true])
  for (const text of ['か\u3099', '\u1100', '𠮷']) expect([text, read(text).isPlain]).toEqual([text, false])
  const mixed = of(
    [
      ...[...HAN, ...HANGUL].filter((_, i) => i % 97 === 0),
      ..."。「」『』、のカ面a.!? '".split(''),
      'B',
      '1',
    ],
    20,
  )
  fc.assert(
    fc.property(mixed, (text) => {
      expect([text, read(text).sentences()]).toEqual([text, sentencesOf(text)])
      expect([text, text.length]).toEqual([text, [...graphemes.segment(text)].length])
    }),
    { numRuns: 20_000 },
  )
  for (const unit of HAN)
    for (const text of [`a. ${unit}`, `${unit}. b`, `a.${unit}b`, `A ${unit}B`, `${unit}${unit}!c`])
      expect([text, read(text).sentences()]).toEqual([text, sentencesOf(text)])
}, 60_000)

const charactersOf = (text: string): number => [...graphemes.segment(text)].length
const wordsByRuns = (text: string): number => {
  let ofRuns = 0
  const others = read(text).words((from, to) => {
    ofRuns += wordsOf(text.slice(from, to))
  })
  return others + ofRuns
}

test.each([
  [
    'Han, Kana and Hangul',
    [
      ...[...HAN, ...HANGUL].filter((_, i) => i % 97 === 0),
      ..."東京天気カタひら한국말々ー〇aB1.:：'’,， 。！".split(''),
    ],
  ],
  ['Arabic with its marks', [...MARKS, ..."مرحباكيف؟،۔ـ٣٤aB1.,:' ".split('')]],
  ['Devanagari with its marks', [...DEVANAGARI, ..."हिंदी में किताब।१२aB1.,:' ?_".split('')]],
  ['Thai with its marks', [...THAI, ..."aB1.,:' ?".split('')]],
  ['pictures and symbols', [...PICTURES, ...'aB1 .!?面한م\t_'.split('')]],
  ['all of them', [...PICTURES, ...MARKS, ...THAI, ...DEVANAGARI, ..."東カひ한aB1.:'’,， 。！م؟".split('')]],
])('[D3.3] %s: segments are those of Intl.Segmenter wherever a line is plain', (_, alphabet) => {
  const seen = { characters: 0, words: 0 }
  fc.assert(
    fc.property(of(alphabet, 16), (text) => {
      const { isPlain, hasPlainWords, hasPlainRuns } = read(text)
      if (!isPlain) return
      seen.characters++
      expect([text, read(text).characters()]).toEqual([text, charactersOf(text)])
      expect([text, read(text).sentences()]).toEqual([text, sentencesOf(text)])
      if (!hasPlainWords && !hasPlainRuns) return
      seen.words++
      expect([text, wordsByRuns(text)]).toEqual([text, wordsOf(text)])
    }),
    { numRuns: 20_000 },
  )
  expect(seen.characters).toBeGreaterThan(500)
  expect(seen.words).toBeGreaterThan(500)
})

test('[D3.3] every Han, Kana and Hangul unit in each place that a rule of words knows', () => {
  for (const unit of [...HAN, ...HANGUL])
    for (const text of [
      `a${unit}b`,
      `1.${unit}1`,
      `a'${unit}'a`,
      `${unit}：${unit}`,
      `${unit}${unit}`,
      `☕${unit}☕`,
    ])
      expect([text, wordsByRuns(text)]).toEqual([text, wordsOf(text)])
}, 60_000)

test('[D3.3] every pictograph is one character, is no letter, and ends no sentence', () => {
  const wrong: string[] = []
  for (let point = 0x1f000; point < 0x1fb00; point++) {
    const picture = String.fromCodePoint(point)
    if (!isPlain(picture)) continue
    for (const text of [
      picture,
      `a${picture}b`,
      `${picture}\ufe0f1`,
      `${picture}🏽${picture}`,
      `A. ${picture}b`,
      `a!${picture}B`,
    ])
      if (
        !read(text).isPlain ||
        read(text).words() !== wordsOf(text) ||
        read(text).sentences() !== sentencesOf(text) ||
        read(text).characters() !== charactersOf(text)
      )
        wrong.push(text)
  }
  expect(wrong).toEqual([])
  expect(isPlain('😀')).toBe(true)
})

test('only the part from start to end is read', () => {
  expect(read('面a面', 1, 2).hasPlainWords).toBe(true)
  expect(read('a面a', 0, 2).hasPlainWords).toBe(false)
})

test('[D3.3] a line of any length is counted, without effect on the next line', () => {
  const sentence = `${'word '.repeat(12)}end. `
  for (const times of [60, 63, 64, 1_000]) {
    const long = sentence.repeat(times)
    expect([read(long).words(), read(long).sentences()]).toEqual([13 * times, sentencesOf(long)])
    expectSame('a')
    expectSame('')
  }
})

describe.each([
  ['any ASCII', of(ASCII, 30)],
  ['any plain text', of(PLAIN, 30)],
  ['what joins and parts words', of(WORDY, 16)],
  ['what ends and goes on with sentences', of(SENTENCY, 16)],
])('[D3.3] segments of %s are those of Intl.Segmenter', (_, line) => {
  test('words', () => {
    fc.assert(
      fc.property(line, (text) => {
        expect(read(text).words()).toBe(wordsOf(text))
      }),
      { numRuns: 20_000 },
    )
  })
  test('sentences', () => {
    fc.assert(
      fc.property(line, (text) => {
        expect(read(text).sentences()).toBe(sentencesOf(text))
      }),
      { numRuns: 20_000 },
    )
  })
})

test('[D3.3] every pair of ASCII between letters, digits and full stops', () => {
  const wrong: string[] = []
  for (const one of ASCII)
    for (const two of ASCII)
      for (const text of [`a${one}${two}b`, `1${one}${two}2`, `A.${one}${two}A`, `a!${one}${two}a`]) {
        if (read(text).words() !== wordsOf(text)) wrong.push(`words of ${text}`)
        if (read(text).sentences() !== sentencesOf(text)) wrong.push(`sentences of ${text}`)
      }
  expect(wrong).toEqual([])
})

test('[D3.3] every unit of plain text in each place that a rule knows', () => {
  const places = [
    '¤',
    'a¤',
    '¤a',
    'a¤b',
    '1¤2',
    '_¤_',
    'a.¤',
    'a. ¤',
    'a.¤B',
    'a. ¤ B',
    'a. ¤ b',
    '1.¤',
    'a? ¤',
    'a?¤ b',
  ]
  for (const unit of PLAIN) {
    for (const place of [...places, '¤.B', '¤. B', '¤. b', 'a. 1¤. b']) expectSame(place.replace('¤', unit))
    expect([...graphemes.segment(`a${unit}${unit}1`)]).toHaveLength(4)
  }
})

test('[D3.3] counting ignores the text before start and after end', () => {
  fc.assert(
    fc.property(of(SENTENCY, 6), of(SENTENCY, 10), of(SENTENCY, 6), (before, text, after) => {
      const [start, end] = [before.length, before.length + text.length]
      expect(read(before + text + after, start, end).words()).toBe(wordsOf(text))
      expect(read(before + text + after, start, end).sentences()).toBe(sentencesOf(text))
    }),
    { numRuns: 5_000 },
  )
})

test('[D3.3] any two characters of plain text stay two', () => {
  fc.assert(
    fc.property(of(PLAIN, 20), (text) => {
      expect([...graphemes.segment(text)]).toHaveLength(text.length)
    }),
    { numRuns: 5_000 },
  )
})
