/**
 * Character codes of the syntax and the character classes that the parser uses. Every check takes a UTF-16 code unit
 * and not a string, so that a scan allocates nothing.
 */

export const TAB = 0x09
export const NEWLINE = 0x0a
export const SPACE = 0x20
export const BANG = 0x21
export const HASH = 0x23
export const DOLLAR = 0x24
export const PERCENT = 0x25
export const PAREN_OPEN = 0x28
export const PAREN_CLOSE = 0x29
export const STAR = 0x2a
export const DOT = 0x2e
export const COLON = 0x3a
export const SEMICOLON = 0x3b
export const LESS = 0x3c
export const EQUALS = 0x3d
export const GREATER = 0x3e
export const BRACKET_OPEN = 0x5b
export const BACKSLASH = 0x5c
export const BRACKET_CLOSE = 0x5d
export const UNDERSCORE = 0x5f
export const BACKTICK = 0x60
export const BRACE_OPEN = 0x7b
export const TILDE = 0x7e

export function isDigit(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x39
}

export function isAsciiLetter(unit: number): boolean {
  const lower = unit | 0x20
  return lower >= 0x61 && lower <= 0x7a
}

/** Whether the unit is a space or a tab. */
export function isBlank(unit: number): boolean {
  return unit === SPACE || unit === TAB
}

/** Whether the unit is white space that JavaScript's `trim` removes, line breaks included. */
export function isSpace(unit: number): boolean {
  if (unit <= SPACE) return unit === SPACE || (unit >= 0x09 && unit <= 0x0d)
  if (unit < 0xa0) return false
  return (
    unit === 0xa0 ||
    unit === 0x1680 ||
    (unit >= 0x2000 && unit <= 0x200a) ||
    unit === 0x2028 ||
    unit === 0x2029 ||
    unit === 0x202f ||
    unit === 0x205f ||
    unit === 0x3000 ||
    unit === 0xfeff
  )
}

/** Whether the unit is an ASCII punctuation mark or symbol, which a backslash can escape. */
export function isAsciiMark(unit: number): boolean {
  return unit > SPACE && unit < 0x7f && !isDigit(unit) && !isAsciiLetter(unit)
}

const WIDE_MARK = /^\p{P}$/u

/** Whether the unit is a punctuation mark of any script, or an ASCII symbol. */
export function isMark(unit: number): boolean {
  return unit < 0x7f ? isAsciiMark(unit) : !isSurrogate(unit) && WIDE_MARK.test(String.fromCharCode(unit))
}

export function isSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdfff
}

/** Counts how often `unit` repeats from `at` on. */
export function runLength(text: string, at: number, unit: number): number {
  let end = at
  while (text.charCodeAt(end) === unit) end++
  return end - at
}

/** Finds the first index from `at` to `end` that is neither a space nor a tab. */
export function skipBlanks(text: string, at: number, end: number): number {
  let i = at
  while (i < end && isBlank(text.charCodeAt(i))) i++
  return i
}

/** Finds the end of the line at `at`: the index of its line break, or the length of the text. */
export function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at)
  return end < 0 ? text.length : end
}
