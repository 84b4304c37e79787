/**
 * Words and sentences of plain ASCII, by the rules of UAX #29 as ICU applies them. Each works on one line, in one pass;
 * a sentence looks ahead, but never past the next full stop, question or exclamation mark.
 *
 * @see https://unicode.org/reports/tr29/, rules WB and SB
 */

// What a unit is to the rules of words.
const LETTER = 1
const DIGIT = 2
const UNDERSCORE = 4
/** Joins two letters: `'` `.` `:` */
const JOINS_LETTERS = 8
/** Joins two digits: `'` `.` `,` `;` */
const JOINS_DIGITS = 16

// What a unit is to the rules of sentences.
const LOWER = 32
const UPPER = 64
/** Ends a sentence, always or by what follows: `.` `!` `?` */
const TERMINATOR = 128
/** Brackets and quotes. */
const CLOSE = 256
/** White space within a line. */
const SPACE = 512
/** Goes on with a sentence: `,` `-` `:` `;` */
const CONTINUES = 1024

const WORD = LETTER | DIGIT | UNDERSCORE
const STOP = 0x2e

const classes = new Uint16Array(128)
const mark = (units: string, as: number): void => {
  for (const unit of units) classes[unit.charCodeAt(0)]! |= as
}
mark('abcdefghijklmnopqrstuvwxyz', LETTER | LOWER)
mark('ABCDEFGHIJKLMNOPQRSTUVWXYZ', LETTER | UPPER)
mark('0123456789', DIGIT)
mark('_', UNDERSCORE)
mark("'.:", JOINS_LETTERS)
mark("'.,;", JOINS_DIGITS)
mark('.!?', TERMINATOR)
mark(`"'()[]{}`, CLOSE)
mark('\t\v\f ', SPACE)
mark(',-:;', CONTINUES)

/** Word-like segments of `text` from `start` to `end`, all of them ASCII and on one line. */
export function asciiWords(text: string, start: number, end: number): number {
  const at = (i: number): number => (i < end ? classes[text.charCodeAt(i)]! : 0)
  let words = 0
  for (let i = start; i < end; i++) {
    let here = at(i)
    if ((here & WORD) === 0) continue
    const first = i
    for (;;) {
      const next = at(i + 1)
      const joined =
        (next & WORD) !== 0 ||
        (here & LETTER & joint(next, JOINS_LETTERS, at(i + 2))) !== 0 ||
        (here & DIGIT & joint(next, JOINS_DIGITS, at(i + 2))) !== 0
      if (!joined) break
      i += (next & WORD) !== 0 ? 1 : 2
      here = at(i)
    }
    // A lone underscore is the one segment of this kind that is no word.
    if (i > first || here !== UNDERSCORE) words++
  }
  return words
}

/** What stands behind a mark that may join; 0 where the mark is none. */
const joint = (mark: number, joins: number, behind: number): number => ((mark & joins) === 0 ? 0 : behind)

/** Sentences that are not blank, in `text` from `start` to `end`, all of them ASCII and on one line. */
export function asciiSentences(text: string, start: number, end: number): number {
  const at = (i: number): number => (i < end ? classes[text.charCodeAt(i)]! : 0)
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
    const next = classes[text.charCodeAt(i)]!
    if ((next & DIGIT) !== 0) return true
    const before = stop > start ? classes[text.charCodeAt(stop - 1)]! : 0
    if ((next & UPPER) !== 0 && (before & LETTER) !== 0) return true
  }
  for (let ahead = i; ahead < end; ahead++) {
    const unit = classes[text.charCodeAt(ahead)]!
    if ((unit & (LETTER | TERMINATOR)) !== 0) return (unit & LOWER) !== 0
  }
  return false
}
