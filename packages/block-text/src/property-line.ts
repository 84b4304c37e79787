/**
 * Property lines: `key:: value` on a line of its own. A key is 1 to 64 letters, marks and digits of any script, `-`,
 * `_`, `.` and `/`. This module reads the form of a line; the parser decides whether its position allows properties.
 *
 * @see decisions 2.4
 */
import { COLON, DOT, UNDERSCORE, isAsciiLetter, isBlank, isDigit, skipBlanks } from './char.ts'

/** One property of a block. */
export interface Property {
  /** The key in lower case, NFC. */
  readonly key: string
  /** The key as spelled in the text. */
  readonly written: string
  /** The value as written, trimmed. */
  readonly value: string
}

const LONGEST_KEY = 64
const DASH = 0x2d
const SLASH = 0x2f
const WIDE_KEY = /^[\p{L}\p{M}\p{Nd}\-_./]+$/u

/**
 * Finds the two colons of a property line.
 *
 * @param start the line's first index; white space before the key is allowed
 * @param end the line's end, without its line break
 * @returns the index of the first colon, or -1 if the line is not a property
 */
export function propertyColons(text: string, start: number, end: number): number {
  const key = skipBlanks(text, start, end)
  const last = Math.min(end, key + LONGEST_KEY + 1)
  let wide = false
  for (let i = key; i < last; i++) {
    const unit = text.charCodeAt(i)
    if (unit === COLON) {
      if (i === key || text.charCodeAt(i + 1) !== COLON) return -1
      if (i + 2 < end && !isBlank(text.charCodeAt(i + 2))) return -1
      return !wide || WIDE_KEY.test(text.slice(key, i)) ? i : -1
    }
    if (unit > 127) wide = true
    else if (!isKeyUnit(unit)) return -1
  }
  return -1
}

/** Reads a property line whose colons begin at index `colons`. */
export function readProperty(text: string, start: number, colons: number, end: number): Property {
  const written = text.slice(start, colons).trim()
  return { key: propertyKey(written), written, value: text.slice(colons + 2, end).trim() }
}

/** Folds a key as written: lower case, NFC. */
export function propertyKey(written: string): string {
  return written.toLowerCase().normalize('NFC')
}

/**
 * Whether a property line can have this key: up to 64 letters, digits, dots, hyphens, slashes and underscores.
 *
 * @example
 * isPropertyKey('due-date') // true
 * isPropertyKey('due date') // false
 */
export const isPropertyKey = (written: string): boolean =>
  written.length <= LONGEST_KEY && WIDE_KEY.test(written)

function isKeyUnit(unit: number): boolean {
  return (
    isAsciiLetter(unit) ||
    isDigit(unit) ||
    unit === DASH ||
    unit === UNDERSCORE ||
    unit === DOT ||
    unit === SLASH
  )
}
