import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { PlainLine } from './plain-segments.ts'

const LOCALES = ['und', 'en']

/** The count of each text. */
type Counts = (texts: readonly string[]) => readonly number[]

const wordsOf = counting('word', ({ isWordLike }) => isWordLike === true)
const sentencesOf = counting('sentence', ({ segment }) => segment.trim() !== '')
const charactersOf = counting('grapheme', () => true)

/**
 * Counts segments of many texts in one call, because a call costs more than a short text. A line feed between two texts
 * ends each word, sentence and character, and no rule looks past one.
 */
function counting(
  granularity: 'word' | 'sentence' | 'grapheme',
  counts: (segment: Intl.SegmentData) => boolean,
): Counts {
  const segmenter = new Intl.Segmenter(LOCALES, { granularity })
  return (texts) => {
    const found = texts.map(() => 0)
    let n = -1
    let end = -1
    for (const segment of segmenter.segment(texts.join('\n'))) {
      while (segment.index > end) end += 1 + texts[++n]!.length
      if (segment.index < end && counts(segment)) found[n]!++
    }
    return found
  }
}

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

const BATCH = 50
/** Checks as many random texts. */
const checkTexts = <T>(runs: number, text: fc.Arbitrary<T>, check: (texts: readonly T[]) => void): void =>
  fc.assert(fc.property(fc.array(text, { minLength: BATCH, maxLength: BATCH }), check), {
    numRuns: runs / BATCH,
  })

const checkInBatches = (texts: readonly string[], check: (texts: readonly string[]) => void): void => {
  for (let from = 0; from < texts.length; from += BATCH) check(texts.slice(from, from + BATCH))
}

/** Calls `expect` once for all texts, because a call takes longer than a count. */
function expectCounts(
  texts: readonly string[],
  count: (text: string) => number,
  expected: readonly number[],
): void {
  const wrong = texts
    .map((text, n) => ({ text, count: count(text), expected: expected[n] }))
    .filter(({ count, expected }) => count !== expected)
  expect(wrong).toEqual([])
}
const expectWords = (texts: readonly string[]): void =>
  expectCounts(texts, (text) => read(text).words(), wordsOf(texts))
const expectSentences = (texts: readonly string[]): void =>
  expectCounts(texts, (text) => read(text).sentences(), sentencesOf(texts))
const expectSame = (texts: readonly string[]): void => {
  expectWords(texts)
  expectSentences(texts)
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
  checkTexts(20_000, mixed, (texts) => {
    expectSentences(texts)
    expectCounts(texts, (text) => text.length, charactersOf(texts))
  })
  checkInBatches(
    HAN.flatMap((unit) => [`a. ${unit}`, `${unit}. b`, `a.${unit}b`, `A ${unit}B`, `${unit}${unit}!c`]),
    expectSentences,
  )
})

/** The words of runs of other scripts are asked for one run at a time. */
const wordsOfRun = new Map<string, number>()
const wordsByRuns = (text: string): number => {
  let ofRuns = 0
  const others = read(text).words((from, to) => {
    const run = text.slice(from, to)
    if (!wordsOfRun.has(run)) wordsOfRun.set(run, wordsOf([run])[0]!)
    ofRuns += wordsOfRun.get(run)!
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
  checkTexts(20_000, of(alphabet, 16), (texts) => {
    const plain = texts.filter((text) => read(text).isPlain)
    seen.characters += plain.length
    expectCounts(plain, (text) => read(text).characters(), charactersOf(plain))
    expectSentences(plain)
    const inRuns = plain.filter((text) => read(text).hasPlainWords || read(text).hasPlainRuns)
    seen.words += inRuns.length
    expectCounts(inRuns, wordsByRuns, wordsOf(inRuns))
  })
  expect(seen.characters).toBeGreaterThan(500)
  expect(seen.words).toBeGreaterThan(500)
})

test('[D3.3] every Han, Kana and Hangul unit in each place that a rule of words knows', () => {
  const texts = [...HAN, ...HANGUL].flatMap((unit) => [
    `a${unit}b`,
    `1.${unit}1`,
    `a'${unit}'a`,
    `${unit}：${unit}`,
    `${unit}${unit}`,
    `☕${unit}☕`,
  ])
  checkInBatches(texts, (some) => expectCounts(some, wordsByRuns, wordsOf(some)))
})

test('[D3.3] every pictograph is one character, is no letter, and ends no sentence', () => {
  const pictures = Array.from({ length: 0xb00 }, (_, n) => String.fromCodePoint(0x1f000 + n)).filter(isPlain)
  const texts = pictures.flatMap((picture) => [
    picture,
    `a${picture}b`,
    `${picture}\ufe0f1`,
    `${picture}🏽${picture}`,
    `A. ${picture}b`,
    `a!${picture}B`,
  ])
  expect(texts.filter((text) => !read(text).isPlain)).toEqual([])
  checkInBatches(texts, (some) => {
    expectSame(some)
    expectCounts(some, (text) => read(text).characters(), charactersOf(some))
  })
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
    expect([read(long).words(), read(long).sentences()]).toEqual([13 * times, ...sentencesOf([long])])
    expectSame(['a'])
    expectSame([''])
  }
})

describe.each([
  ['any ASCII', of(ASCII, 30)],
  ['any plain text', of(PLAIN, 30)],
  ['what joins and parts words', of(WORDY, 16)],
  ['what ends and goes on with sentences', of(SENTENCY, 16)],
])('[D3.3] segments of %s are those of Intl.Segmenter', (_, line) => {
  test('words', () => checkTexts(20_000, line, expectWords))
  test('sentences', () => checkTexts(20_000, line, expectSentences))
})

test('[D3.3] every pair of ASCII between letters, digits and full stops', () => {
  const texts = ASCII.flatMap((one) =>
    ASCII.flatMap((two) => [`a${one}${two}b`, `1${one}${two}2`, `A.${one}${two}A`, `a!${one}${two}a`]),
  )
  checkInBatches(texts, expectSame)
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
  for (const unit of PLAIN)
    expectSame([...places, '¤.B', '¤. B', '¤. b', 'a. 1¤. b'].map((place) => place.replace('¤', unit)))
  checkInBatches(PLAIN, (some) =>
    expectCounts(some, () => 4, charactersOf(some.map((unit) => `a${unit}${unit}1`))),
  )
})

test('[D3.3] counting ignores the text before start and after end', () => {
  checkTexts(5_000, fc.tuple(of(SENTENCY, 6), of(SENTENCY, 10), of(SENTENCY, 6)), (lines) => {
    const texts = lines.map(([, text]) => text)
    const reads = lines.map(([before, text, after]) => {
      const part = read(before + text + after, before.length, before.length + text.length)
      return [part.words(), part.sentences()]
    })
    expect(reads.map(([words]) => words)).toEqual(wordsOf(texts))
    expect(reads.map(([, sentences]) => sentences)).toEqual(sentencesOf(texts))
  })
})

test('[D3.3] any two characters of plain text stay two', () => {
  checkTexts(5_000, of(PLAIN, 20), (texts) => expectCounts(texts, (text) => text.length, charactersOf(texts)))
})
