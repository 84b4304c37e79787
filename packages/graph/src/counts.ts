/**
 * Counts: how much stands in a text. Words and sentences are those of `Intl.Segmenter`, whose answer for plain ASCII is
 * worked out here by the same rules at a small part of the cost; a line that holds anything else is asked of it.
 * A line break ends a word, a sentence and a character, so each line is counted by itself.
 *
 * @see decisions 3.3
 */
import { normalizeLines } from '@notegraph/block-text'
import { asciiSentences, asciiWords } from './ascii-segments.ts'

export interface Counts {
  readonly blocks: number
  readonly words: number
  readonly sentences: number
  /** Non-blank runs of lines. */
  readonly paragraphs: number
  /** As a reader sees them, without line breaks. */
  readonly characters: number
}

/** The root locale has no name that every platform knows; English segments as it does, and the machine's own may not. */
const LOCALES = ['und', 'en']
const words = new Intl.Segmenter(LOCALES, { granularity: 'word' })
const sentences = new Intl.Segmenter(LOCALES, { granularity: 'sentence' })
const graphemes = new Intl.Segmenter(LOCALES, { granularity: 'grapheme' })

/** What one text adds up to. It is taken as it is: what does not count is taken off before. */
export function countText(written: string): Omit<Counts, 'blocks'> {
  const text = normalizeLines(written)
  const sum = { words: 0, sentences: 0, paragraphs: 0, characters: 0 }
  let inParagraph = false
  for (let start = 0, end = 0; start <= text.length; start = end + 1) {
    end = text.indexOf('\n', start)
    if (end < 0) end = text.length
    let wide = 0 // all bits that any unit of the line has
    for (let i = start; i < end; i++) wide |= text.charCodeAt(i)
    let blank: boolean
    if (wide < 0x80) {
      const found = asciiSentences(text, start, end)
      blank = found === 0
      sum.sentences += found
      sum.words += asciiWords(text, start, end)
      sum.characters += end - start
    } else {
      const line = text.slice(start, end)
      blank = line.trim() === ''
      for (const { isWordLike } of words.segment(line)) if (isWordLike) sum.words++
      for (const { segment } of sentences.segment(line)) if (segment.trim() !== '') sum.sentences++
      sum.characters += wide < LATIN ? line.length : count(graphemes.segment(line))
    }
    if (!blank && !inParagraph) sum.paragraphs++
    inParagraph = !blank
  }
  return sum
}

/** Units below this are Latin letters and marks that never join: each is a character of its own. A power of two. */
const LATIN = 0x200

function count(segments: Intl.Segments): number {
  let n = 0
  for (const _ of segments) n++
  return n
}
