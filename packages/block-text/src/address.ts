/**
 * URLs in running text, and the `(address "title")` of a Markdown link. The parser reads no syntax inside either.
 *
 * @see decisions 2.1
 */
import {
  BACKSLASH,
  BACKTICK,
  BRACKET_CLOSE,
  BRACKET_OPEN,
  COLON,
  GREATER,
  LESS,
  NEWLINE,
  PAREN_CLOSE,
  PAREN_OPEN,
  isAsciiLetter,
  isDigit,
  isSpace,
  skipBlanks,
} from './char.ts'
import { endsTag } from './tag.ts'
import { isUuidAt } from './uuid.ts'

const SLASH = 0x2f
const QUOTE = 0x22
const APOSTROPHE = 0x27
const PIPE = 0x7c
const LONGEST_SCHEME = 32
/** CommonMark asks for 32 levels. The parser reads deeper parentheses as words. */
const DEEPEST_PARENTHESES = 32

/**
 * Finds the start of the URL scheme before the colon at index `colon`, searching back to `from` at most.
 *
 * @returns an index, or -1 if the text there is not `scheme://`
 */
export function schemeStart(text: string, from: number, colon: number): number {
  if (text.charCodeAt(colon + 1) !== SLASH || text.charCodeAt(colon + 2) !== SLASH) return -1
  const first = Math.max(from, colon - LONGEST_SCHEME)
  let start = -1
  for (let i = colon - 1; i >= first; i--) {
    const unit = text.charCodeAt(i)
    if (isAsciiLetter(unit)) start = i
    else if (!isDigit(unit) && unit !== 0x2b && unit !== 0x2d && unit !== 0x2e) break
  }
  return start
}

/**
 * Finds the end of the URL whose scheme ends with the colon at index `colon`. White space, a quote, an angle bracket, a
 * backtick, a pipe or a full-width mark ends the URL. So does a closing bracket without its opening one.
 */
export function urlEnd(text: string, colon: number, end: number): number {
  let parentheses = 0
  let brackets = 0
  for (let i = colon + 3; i < end; i++) {
    const unit = text.charCodeAt(i)
    if (unit <= 0x20 || unit === QUOTE || unit === LESS || unit === GREATER) return i
    if (unit === BACKTICK || unit === PIPE) return i
    if (unit === PAREN_OPEN) parentheses++
    else if (unit === PAREN_CLOSE && parentheses-- === 0) return i
    else if (unit === BRACKET_OPEN) brackets++
    else if (unit === BRACKET_CLOSE && brackets-- === 0) return i
    else if (unit > 0x7f && (isSpace(unit) || endsTag(unit))) return i
  }
  return end
}

/**
 * Finds the end of the `(address "title")` that opens at index `open`. `end` is the end of the line.
 *
 * @returns an index, or -1 if there is no such address, or a page or block reference in its place
 */
export function targetEnd(text: string, open: number, end: number): number {
  if (text.charCodeAt(open) !== PAREN_OPEN) return -1
  const start = skipBlanks(text, open + 1, end)
  if (text.startsWith('[[', start)) return -1
  if (text.startsWith('((', start) && isUuidAt(text, start + 2)) return -1
  const after = text.charCodeAt(start) === LESS ? angledEnd(text, start, end) : plainEnd(text, start, end)
  if (after < 0) return -1
  const title = skipBlanks(text, after, end)
  const close = title > after ? skipBlanks(text, titleEnd(text, title, end), end) : title
  return close < end && text.charCodeAt(close) === PAREN_CLOSE ? close + 1 : -1
}

/** Whether the target that opens at index `open` contains a full address: `scheme://…` or `mailto:`. */
export function isWebTarget(text: string, open: number): boolean {
  const start = text.charCodeAt(open + 1) === LESS ? open + 2 : open + 1
  if (text.startsWith('mailto:', start)) return true
  for (let i = start; i <= start + LONGEST_SCHEME; i++) {
    const unit = text.charCodeAt(i)
    if (unit === COLON)
      return i > start && text.charCodeAt(i + 1) === SLASH && text.charCodeAt(i + 2) === SLASH
    if (!isAsciiLetter(unit) && !isDigit(unit) && unit !== 0x2b && unit !== 0x2d && unit !== 0x2e)
      return false
  }
  return false
}

function angledEnd(text: string, start: number, end: number): number {
  for (let i = start + 1; i < end; i++) {
    const unit = text.charCodeAt(i)
    if (unit === GREATER) return i + 1
    if (unit === LESS || unit === NEWLINE) return -1
    if (unit === BACKSLASH) i++
  }
  return -1
}

function plainEnd(text: string, start: number, end: number): number {
  let depth = 0
  for (let i = start; i < end; i++) {
    const unit = text.charCodeAt(i)
    if (unit <= 0x20) return i
    if (unit === BACKSLASH) i++
    else if (unit === PAREN_OPEN && ++depth > DEEPEST_PARENTHESES) return -1
    else if (unit === PAREN_CLOSE && depth-- === 0) return i
  }
  return -1
}

/** Finds the end of the title that begins at `at`: `at` itself without a title, `end` without a closing mark. */
function titleEnd(text: string, at: number, end: number): number {
  const unit = text.charCodeAt(at)
  if (unit !== QUOTE && unit !== APOSTROPHE && unit !== PAREN_OPEN) return at
  const closing = unit === PAREN_OPEN ? PAREN_CLOSE : unit
  for (let i = at + 1; i < end; i++) {
    const inside = text.charCodeAt(i)
    if (inside === closing) return i + 1
    if (inside === BACKSLASH) i++
    else if (inside === unit) return end
  }
  return end
}
