/**
 * The classes of UTF-16 units under the rules of words and sentences (UAX #29), for plain text. Plain text consists of
 * ASCII, Latin, Greek, Cyrillic, Arabic, Devanagari and Hangul letters, symbols, and the usual punctuation of these
 * scripts. Han, Kana and Thai are plain except for their words, which need a dictionary. Any other unit is
 * `OTHER_SCRIPT`, and the rules do not cover text with such a unit.
 *
 * An `EXTEND` joins the letter before it. Every other unit of plain text is a character of its own.
 *
 * @see https://www.unicode.org/Public/UCD/latest/ucd/auxiliary/, WordBreakProperty and SentenceBreakProperty
 */

// Classes of the word rules.
export const LETTER = 1
export const DIGIT = 2
export const UNDERSCORE = 4
/** Joins two letters: `'` `.` `:` `·` `‘` `’` `‧` */
export const JOINS_LETTERS = 8
/** Joins two digits: `'` `.` `,` `;` `‘` `’` */
export const JOINS_DIGITS = 16

// Classes of the sentence rules.
export const LOWER = 32
export const UPPER = 64
/** Can end a sentence: `.` `!` `?` */
export const TERMINATOR = 128
/** Brackets and quotation marks. */
export const CLOSE = 256
/** White space within a line. */
export const SPACE = 512
/** Continues a sentence: `,` `-` `:` `;` `–` `—` */
export const CONTINUES = 1024

/** Han and Kana: a dictionary finds the words of a run, independently of its neighbors. */
export const HAN = 4096

export const OTHER_SCRIPT = 2048

/** The one terminator that can be inside a sentence: `.` */
export const FULL_STOP = 8192

/** A mark that forms one character with the letter before it. */
export const EXTEND = 16_384

/** Thai: a dictionary finds its words, and its neighbors matter. */
export const COMPLEX = 32_768

/** A run of Hangul is one word, independently of its neighbors. */
export const HANGUL = 65_536

const SIZE = 0x10000
function fill(classes: Uint32Array, first: number, last: number): void {
  for (let unit = first; unit <= last; unit++) {
    const character = String.fromCharCode(unit)
    let as = 0
    if (/\p{Alphabetic}/u.test(character)) as |= LETTER
    if (/\p{Lowercase}/u.test(character)) as |= LOWER
    else if (/[\p{Uppercase}\p{Lt}]/u.test(character)) as |= UPPER
    classes[unit] = as
  }
}

function mark(classes: Uint32Array, units: string, as: number): void {
  for (const unit of units) classes[unit.charCodeAt(0)]! |= as
}

/** Sets the class of units that no `fill` covered. */
function add(classes: Uint32Array, units: string, as: number): void {
  for (const unit of units) classes[unit.charCodeAt(0)] = as
}

/** Building the table takes milliseconds, so the first use builds it. */
let made: Uint32Array | undefined

function makeClasses(): Uint32Array {
  const classes = new Uint32Array(SIZE).fill(OTHER_SCRIPT)
  // The table omits line ends, joiners, invisible characters, and characters that are letters in only some versions of
  // Unicode.
  fill(classes, 0x00, 0x7f)
  for (const unit of '\u00a0¡¢£¥§©ª«®°±²³µ¶·¹º»¼½¾¿€') fill(classes, unit.charCodeAt(0), unit.charCodeAt(0))
  fill(classes, 0xc0, 0x24f)
  fill(classes, 0x386, 0x386)
  fill(classes, 0x388, 0x3ff)
  fill(classes, 0x400, 0x481)
  fill(classes, 0x48a, 0x52f)
  fill(classes, 0x2010, 0x2023)
  fill(classes, 0x2025, 0x2027)
  mark(classes, '0123456789', DIGIT)
  mark(classes, '_', UNDERSCORE)
  mark(classes, "'.:·‘’‧", JOINS_LETTERS)
  mark(classes, "'.,;‘’", JOINS_DIGITS)
  mark(classes, '.!?', TERMINATOR)
  mark(classes, '.', FULL_STOP)
  mark(classes, `"'()[]{}«»‘’‚‛“”„‟`, CLOSE)
  mark(classes, '\t\v\f \u00a0', SPACE)
  mark(classes, ',-:;–—', CONTINUES)

  // Arrows, mathematical signs, frames, shapes and dingbats, except the brackets and quotation marks among them.
  fill(classes, 0x2190, 0x22ff)
  fill(classes, 0x2500, 0x275a)
  fill(classes, 0x2761, 0x2767)
  fill(classes, 0x2794, 0x27bf)

  for (const [first, last] of [
    [0x620, 0x64a],
    [0x671, 0x6d3],
  ] as const)
    classes.fill(LETTER, first, last + 1)
  classes.fill(EXTEND, 0x64b, 0x65f + 1)
  add(classes, '٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹', DIGIT)
  add(classes, '،', JOINS_DIGITS | CONTINUES)
  add(classes, '؟۔', TERMINATOR)

  // Without the virama: versions of Unicode differ about the letters that it joins.
  classes.fill(LETTER, 0x904, 0x939 + 1)
  classes.fill(EXTEND, 0x900, 0x903 + 1)
  classes.fill(EXTEND, 0x93e, 0x94c + 1)
  add(classes, '\u093c', EXTEND)
  add(classes, '०१२३४५६७८९', DIGIT)
  add(classes, '।॥', TERMINATOR)

  for (const [first, last] of [
    [0x3041, 0x3096],
    [0x30a1, 0x30fa],
    [0x3400, 0x4dbf],
    [0x4e00, 0x9fff],
  ] as const)
    classes.fill(HAN | LETTER, first, last + 1)
  add(classes, '々〇ー', HAN | LETTER)
  classes.fill(HANGUL | LETTER, 0xac00, 0xd7a3 + 1)
  add(classes, '。！？', TERMINATOR)
  add(classes, '、', CONTINUES)
  add(classes, '，；', JOINS_DIGITS | CONTINUES)
  add(classes, '：', JOINS_LETTERS | CONTINUES)
  add(classes, '〈〉《》「」『』【】〔〕（）', CLOSE)
  add(classes, '\u3000', SPACE)

  classes.fill(COMPLEX | LETTER, 0xe01, 0xe30 + 1)
  add(classes, 'าเแโใไๅๆ', COMPLEX | LETTER)
  classes.fill(COMPLEX | EXTEND, 0xe34, 0xe3a + 1)
  classes.fill(COMPLEX | EXTEND, 0xe47, 0xe4e + 1)
  add(classes, 'ั\u0e33', COMPLEX | EXTEND)
  classes.fill(COMPLEX | DIGIT, 0xe50, 0xe59 + 1)
  return classes
}

/** Returns the classes of each unit, combined as bits. */
export const unitClasses = (): Uint32Array => (made ??= makeClasses())
