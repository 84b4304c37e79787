/**
 * What a UTF-16 unit is to the rules of words and sentences (UAX #29), for plain text: ASCII, Latin, Greek, Cyrillic,
 * Arabic and Hangul letters, symbols, and the punctuation that writers of these use. Han, Kana and Thai are plain but
 * for their words, which a dictionary finds. Any other unit is `OTHER_SCRIPT`; text that holds one is not for these rules.
 *
 * No unit of plain text joins with its neighbour, but for an `EXTEND` with the letter before: each is a character.
 *
 * @see https://www.unicode.org/Public/UCD/latest/ucd/auxiliary/, WordBreakProperty and SentenceBreakProperty
 */

// To the rules of words.
export const LETTER = 1
export const DIGIT = 2
export const UNDERSCORE = 4
/** Joins two letters: `'` `.` `:` `·` `‘` `’` `‧` */
export const JOINS_LETTERS = 8
/** Joins two digits: `'` `.` `,` `;` `‘` `’` */
export const JOINS_DIGITS = 16

// To the rules of sentences.
export const LOWER = 32
export const UPPER = 64
/** Ends a sentence, always or by what follows: `.` `!` `?` */
export const TERMINATOR = 128
/** Brackets and quotation marks. */
export const CLOSE = 256
/** White space within a line. */
export const SPACE = 512
/** Goes on with a sentence: `,` `-` `:` `;` `–` `—` */
export const CONTINUES = 1024

/** Han and Kana: a dictionary finds the words in a run of them, whatever stands around it. */
export const HAN = 4096

export const OTHER_SCRIPT = 2048

/** The one terminator that may stand within a sentence: `.` */
export const FULL_STOP = 8192

/** A mark that is one character with the letter before it. */
export const EXTEND = 16_384

/** Thai: a dictionary finds its words, and what stands around them matters. */
export const COMPLEX = 32_768

/** A run of it is a word, whatever stands around it. */
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

/** Units that were left out until now. */
function add(classes: Uint32Array, units: string, as: number): void {
  for (const unit of units) classes[unit.charCodeAt(0)] = as
}

/** Some thousand tests take milliseconds, so the table is made at first use. */
let made: Uint32Array | undefined

function makeClasses(): Uint32Array {
  const classes = new Uint32Array(SIZE).fill(OTHER_SCRIPT)
  // Left out is what ends lines, joins, is not seen, or is a letter in one version of Unicode and none in another.
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

  // Arrows, mathematical signs, frames, shapes and dingbats, without the brackets and quotation marks among them.
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

/** The class of each unit: any of the above, together. */
export const unitClasses = (): Uint32Array => (made ??= makeClasses())
