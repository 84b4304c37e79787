/**
 * Counts of a text. `Intl.Segmenter` defines words and sentences. This module counts plain text itself by the same
 * rules, at a twentieth of the cost or less. The segmenter counts all other lines. A line break ends a word, a sentence
 * and a character, so each line is counted separately.
 *
 * @see decisions 3.3
 */
import { normalizeLines } from '@notegraph/block-text'
import { LaterWords, LOCALES } from './later-words.ts'
import { PlainLine } from './plain-segments.ts'

/** The counts of a block or a page. */
export interface Counts {
  readonly blocks: number
  readonly words: number
  readonly sentences: number
  /** Groups of lines without a blank line between them. */
  readonly paragraphs: number
  /** Characters that a reader sees (grapheme clusters), without line breaks. */
  readonly characters: number
}

const segmenter = (granularity: 'sentence' | 'grapheme') => new Intl.Segmenter(LOCALES, { granularity })

/** Created on first use, because most texts need no segmenter. */
let sentences: Intl.Segmenter | undefined
let graphemes: Intl.Segmenter | undefined
/** The current line. */
const plain = /* @__PURE__ */ new PlainLine()

/**
 * Counts a text. Remove head marks first, because they do not count.
 *
 * @example
 * countText('One. Two words.') // { words: 3, sentences: 2, paragraphs: 1, characters: 15 }
 */
export function countText(written: string): Omit<Counts, 'blocks'> {
  const sum = { words: 0, sentences: 0, paragraphs: 0, characters: 0 }
  const later = new LaterWords()
  countInto(sum, written, later)
  later.settle()
  return sum
}

/** Counts that are still growing. */
export type GrowingCounts = { -readonly [K in keyof Omit<Counts, 'blocks'>]: number }

/**
 * Adds the counts of a text.
 * @param later adds the words that the rules do not find, when it settles
 */
export function countInto(sum: GrowingCounts, written: string, later: LaterWords): void {
  const text = normalizeLines(written)
  let inParagraph = false
  for (let start = 0, end = 0; start <= text.length; start = end + 1) {
    end = text.indexOf('\n', start)
    if (end < 0) end = text.length
    const before = sum.sentences
    plain.read(text, start, end)
    if (plain.hasPlainWords) sum.words += plain.words()
    else if (plain.hasPlainRuns)
      sum.words += plain.words((from, to) => later.add(sum, text.slice(start + from, start + to)))
    else later.add(sum, text.slice(start, end))
    if (plain.isPlain) {
      sum.sentences += plain.sentences()
      sum.characters += plain.characters()
    } else {
      const line = text.slice(start, end)
      sentences ??= segmenter('sentence')
      graphemes ??= segmenter('grapheme')
      for (const { segment } of sentences.segment(line)) if (segment.trim() !== '') sum.sentences++
      for (const _ of graphemes.segment(line)) sum.characters++
    }
    // A line without a sentence is blank.
    if (sum.sentences > before && !inParagraph) sum.paragraphs++
    inParagraph = sum.sentences > before
  }
}
