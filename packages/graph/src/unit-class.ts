/**
 * What a UTF-16 unit is to the rules of words and sentences (UAX #29), for plain text: ASCII, the Latin, Greek and
 * Cyrillic letters, and the punctuation that writers of these use. Han and Kana are `HAN` as well, and plain but for
 * their words. Any other unit is `OTHER_SCRIPT`; text that holds one is not for these rules.
 *
 * No unit of plain text joins with its neighbour: each is a character of its own.
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

/**
 * Han and Kana with their punctuation: to the rules of sentences as plain as the rest, while words of them are found in
 * a dictionary.
 */
export const HAN = 4096

export const OTHER_SCRIPT = 2048

/** The one terminator that may stand within a sentence: `.` */
export const FULL_STOP = 8192

/** Beyond the table, every unit but Han is of another script. */
const SIZE = 0x3100
function fill(classes: Uint16Array, first: number, last: number): void {
  for (let unit = first; unit <= last; unit++) {
    const character = String.fromCharCode(unit)
    let as = 0
    if (/\p{Alphabetic}/u.test(character)) as |= LETTER
    if (/\p{Lowercase}/u.test(character)) as |= LOWER
    else if (/[\p{Uppercase}\p{Lt}]/u.test(character)) as |= UPPER
    classes[unit] = as
  }
}

function mark(classes: Uint16Array, units: string, as: number): void {
  for (const unit of units) classes[unit.charCodeAt(0)]! |= as
}

/** Some thousand tests take milliseconds, so the table is made at first use. */
let made: Uint16Array | undefined

function makeClasses(): Uint16Array {
  const classes = new Uint16Array(SIZE).fill(OTHER_SCRIPT)
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

  // Kana without the marks that join with the letter before; ideographs stand beyond the table.
  for (const [first, last] of [
    [0x3041, 0x3096],
    [0x30a1, 0x30fa],
  ] as const)
    for (let unit = first; unit <= last; unit++) classes[unit] = HAN | LETTER
  for (const unit of '、。「」『』') classes[unit.charCodeAt(0)] = HAN
  mark(classes, '。', TERMINATOR)
  mark(classes, '「」『』', CLOSE)
  mark(classes, '、', CONTINUES)
  return classes
}

/** The class of a unit: any of the above, together. */
export function classOf(unit: number): number {
  if (unit < SIZE) return (made ??= makeClasses())[unit]!
  return unit >= 0x4e00 && unit <= 0x9fff ? HAN | LETTER : OTHER_SCRIPT
}
