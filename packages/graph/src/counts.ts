/**
 * Counts: how much stands in a text. Words and sentences are those of `Intl.Segmenter`. For plain text they are worked
 * out here by the same rules, at a twentieth of the cost and less; a line that holds anything else is asked of it. A
 * line break ends a word, a sentence and a character, so each line is counted by itself.
 *
 * @see decisions 3.3
 */
import { normalizeLines } from '@notegraph/block-text'
import { PlainLine } from './plain-segments.ts'

export interface Counts {
  readonly blocks: number
  readonly words: number
  readonly sentences: number
  /** Non-blank runs of lines. */
  readonly paragraphs: number
  /** As a reader sees them, without line breaks. */
  readonly characters: number
}

/** The root locale has no name that every platform knows; English segments alike, and the machine's own may not. */
const LOCALES = ['und', 'en']
const segmenter = (granularity: 'word' | 'sentence' | 'grapheme') =>
  new Intl.Segmenter(LOCALES, { granularity })

/** Made when a text first needs them: most are counted without. */
let words: Intl.Segmenter | undefined
let sentences: Intl.Segmenter | undefined
let graphemes: Intl.Segmenter | undefined
/** The line at hand. */
const plain = /* @__PURE__ */ new PlainLine()

/** Asked for one by one, since an iterator is a second copy of the segmenter's state, which costs more than the words do. */
function segmentedWords(line: string): number {
  const segments = (words ??= segmenter('word')).segment(line)
  let count = 0
  for (let at = 0; at < line.length;) {
    const { segment, isWordLike } = segments.containing(at)!
    if (isWordLike === true) count++
    at += segment.length
  }
  return count
}

/** Words of the line at hand, of which a dictionary is asked for runs alone. */
function wordsOfRuns(line: string): number {
  const segments = (words ??= segmenter('word')).segment(line)
  return plain.words((place) => segments.containing(place)!)
}

/** What one text adds up to, all of it: marks that do not count are taken off before. */
export function countText(written: string): Omit<Counts, 'blocks'> {
  const text = normalizeLines(written)
  const sum = { words: 0, sentences: 0, paragraphs: 0, characters: 0 }
  let inParagraph = false
  for (let start = 0, end = 0; start <= text.length; start = end + 1) {
    end = text.indexOf('\n', start)
    if (end < 0) end = text.length
    const before = sum.sentences
    plain.read(text, start, end)
    if (plain.hasPlainWords) sum.words += plain.words()
    else if (plain.hasPlainRuns) sum.words += wordsOfRuns(text.slice(start, end))
    else sum.words += segmentedWords(text.slice(start, end))
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
  return sum
}
