/**
 * Property lines: `key:: value`, a line of its own. A key is 1 to 64 letters, marks and digits of any script, `-`, `_`,
 * `.` and `/`. Whether a line stands where properties are read is the block's to say; here only its form is.
 *
 * @see decisions 2.4
 */
import { COLON, DOT, UNDERSCORE, isAsciiLetter, isBlank, isDigit, skipBlanks } from './char.ts'

export interface Property {
  /** Lower case, NFC. */
  readonly key: string
  /** The key as spelled. */
  readonly written: string
  /** As written, trimmed. */
  readonly value: string
}

const LONGEST_KEY = 64
const DASH = 0x2d
const SLASH = 0x2f
const WIDE_KEY = /^[\p{L}\p{M}\p{Nd}\-_./]+$/u

/**
 * Where the two colons of a property line stand, or -1 when the line is none.
 * @param start the line's first unit; white space before the key is allowed
 * @param end the line's end, without its line break
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

/** Reads a line whose colons stand at `colons`. */
export function readProperty(text: string, start: number, colons: number, end: number): Property {
  const written = text.slice(start, colons).trim()
  return { key: propertyKey(written), written, value: text.slice(colons + 2, end).trim() }
}

function propertyKey(written: string): string {
  return written.toLowerCase().normalize('NFC')
}

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
