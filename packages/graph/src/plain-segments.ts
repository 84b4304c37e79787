/**
 * Words and sentences of plain text, by the rules of UAX #29 as ICU applies them. Each works on one line, in one pass;
 * a sentence looks ahead, but never past the next full stop, question or exclamation mark.
 *
 * @see https://unicode.org/reports/tr29/, rules WB and SB
 */
import {
  classOf,
  CLOSE,
  CONTINUES,
  DIGIT,
  HAN,
  JOINS_DIGITS,
  JOINS_LETTERS,
  LETTER,
  LOWER,
  OTHER_SCRIPT,
  SPACE,
  TERMINATOR,
  UNDERSCORE,
  UPPER,
} from './unit-class.ts'

const WORD = LETTER | DIGIT | UNDERSCORE
const STOP = 0x2e

/**
 * For what the units of `text` from `start` to `end` are plain: `words` and sentences both, `sentences` alone, or
 * nothing.
 */
export function plainFor(text: string, start: number, end: number): 'words' | 'sentences' | undefined {
  let all = 0
  for (let i = start; i < end; i++) all |= classOf(text.charCodeAt(i))
  if ((all & OTHER_SCRIPT) !== 0) return undefined
  return (all & HAN) === 0 ? 'words' : 'sentences'
}

/** Word-like segments of the plain text from `start` to `end`, a line without its break. */
export function plainWords(text: string, start: number, end: number): number {
  const at = (i: number): number => (i < end ? classOf(text.charCodeAt(i)) : 0)
  let words = 0
  for (let i = start; i < end; i++) {
    let here = at(i)
    if ((here & WORD) === 0) continue
    const first = i
    for (;;) {
      const next = at(i + 1)
      const follows = (next & WORD) !== 0
      const joined =
        follows ||
        ((next & JOINS_LETTERS) !== 0 && (here & at(i + 2) & LETTER) !== 0) ||
        ((next & JOINS_DIGITS) !== 0 && (here & at(i + 2) & DIGIT) !== 0)
      if (!joined) break
      i += follows ? 1 : 2
      here = at(i)
    }
    // A lone underscore is the one segment of this kind that is no word.
    if (i > first || here !== UNDERSCORE) words++
  }
  return words
}

/** Sentences that are not blank, in text plain for sentences from `start` to `end`, a line without its break. */
export function plainSentences(text: string, start: number, end: number): number {
  const at = (i: number): number => (i < end ? classOf(text.charCodeAt(i)) : 0)
  let i = start
  while (at(i) === SPACE) i++
  if (i >= end) return 0
  let sentences = 1
  while (i < end) {
    if ((at(i) & TERMINATOR) === 0) {
      i++
      continue
    }
    const stop = i
    i++
    while ((at(i) & CLOSE) !== 0) i++
    while ((at(i) & SPACE) !== 0) i++
    if (i >= end || (at(i) & (CONTINUES | TERMINATOR)) !== 0) continue
    if (text.charCodeAt(stop) === STOP && goesOn(text, start, stop, i, end)) continue
    sentences++
  }
  return sentences
}

/** Whether a full stop ends nothing: in a number, in `U.S`, before a word in lower case. `i` is behind its space. */
function goesOn(text: string, start: number, stop: number, i: number, end: number): boolean {
  if (i === stop + 1) {
    const next = classOf(text.charCodeAt(i))
    if ((next & DIGIT) !== 0) return true
    const before = stop > start ? classOf(text.charCodeAt(stop - 1)) : 0
    if ((next & UPPER) !== 0 && (before & (LOWER | UPPER)) !== 0) return true
  }
  for (let ahead = i; ahead < end; ahead++) {
    const unit = classOf(text.charCodeAt(ahead))
    if ((unit & (LETTER | TERMINATOR)) !== 0) return (unit & LOWER) !== 0
  }
  return false
}
