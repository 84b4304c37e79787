/**
 * The beginnings of lines: quote marks, list items, fences, raw blocks (`#+BEGIN_SRC`) and drawers. Each search for a
 * closing line runs once, so a text with many openings still takes one pass.
 *
 * @see decisions 2.1
 */
import {
  BACKTICK,
  DOT,
  GREATER,
  PAREN_CLOSE,
  STAR,
  TILDE,
  isBlank,
  isDigit,
  lineEnd,
  runLength,
  skipBlanks,
} from './char.ts'

const DASH = 0x2d
const PLUS = 0x2b
const ORG = /#\+(?:BEGIN|END)_/iy
const RAW = /#\+BEGIN_(SRC|EXAMPLE|EXPORT|COMMENT|QUERY)(?=\s|$)/iy
const DRAWER = /:LOGBOOK:[ \t]*(?=\n|$)/iy

/** Finds the first index of a list item's words, or returns -1 if `at` begins no list item. */
export function listItemEnd(text: string, at: number, end: number): number {
  const unit = text.charCodeAt(at)
  let after = at
  if (unit === DASH || unit === STAR || unit === PLUS) after++
  else if (isDigit(unit)) {
    while (after - at < 9 && isDigit(text.charCodeAt(after))) after++
    const stop = text.charCodeAt(after)
    if (stop !== DOT && stop !== PAREN_CLOSE) return -1
    after++
  } else return -1
  return after >= end || isBlank(text.charCodeAt(after)) ? Math.min(after, end) : -1
}

/** Finds the first index of a line after quote marks and list items, where a fence or a raw block can begin. */
export function bodyStart(text: string, start: number, end: number): number {
  let at = skipBlanks(text, start, end)
  while (at < end) {
    const after = text.charCodeAt(at) === GREATER ? at + 1 : listItemEnd(text, at, end)
    if (after < 0) break
    at = skipBlanks(text, after, end)
  }
  return at
}

/** Returns the number of marks in the fence that opens at `at`; 0 without a fence. */
export function fenceLength(text: string, at: number, end: number): number {
  const unit = text.charCodeAt(at)
  if (unit !== BACKTICK && unit !== TILDE) return 0
  const length = runLength(text, at, unit)
  if (length < 3) return 0
  if (unit === BACKTICK) for (let i = at + length; i < end; i++) if (text.charCodeAt(i) === BACKTICK) return 0
  return length
}

/**
 * Finds the end of the last line of a fenced block. A closing fence ends the block. Without one, the quote around the
 * block or the end of the text ends it.
 */
export function fenceEnd(text: string, fence: number, length: number, quoted: boolean): number {
  const unit = text.charCodeAt(fence)
  let last = lineEnd(text, fence)
  while (last < text.length) {
    const start = last + 1
    const end = lineEnd(text, start)
    let at = skipBlanks(text, start, end)
    if (quoted) {
      if (text.charCodeAt(at) !== GREATER) return last
      while (text.charCodeAt(at) === GREATER) at = skipBlanks(text, at + 1, end)
    }
    const run = runLength(text, at, unit)
    if (run >= length && skipBlanks(text, at + run, end) === end) return end
    last = end
  }
  return last
}

/** Whether `#+BEGIN_…` or `#+END_…` begins at `at`. */
export function isOrgLine(text: string, at: number): boolean {
  ORG.lastIndex = at
  return ORG.test(text)
}

/** Finds the ends of raw blocks and drawers. One instance serves one text. */
export class Closings {
  readonly #text: string
  /** Closing lines that the rest of the text does not contain. */
  #absent: Set<string> | undefined

  constructor(text: string) {
    this.#text = text
  }

  /** Finds the end of the raw block that opens at `at`; -1 without one, or if it is not closed. */
  rawEnd(at: number): number {
    RAW.lastIndex = at
    const name = RAW.exec(this.#text)?.[1]
    return name === undefined ? -1 : this.#find(`#+END_${name.toUpperCase()}`, lineEnd(this.#text, at))
  }

  /** Finds the end of the drawer that opens at `at`; -1 without one, or if it is not closed. */
  drawerEnd(at: number): number {
    DRAWER.lastIndex = at
    return DRAWER.test(this.#text) ? this.#find(':END:', lineEnd(this.#text, at)) : -1
  }

  /** Finds the end of the first line after `from` that contains only `closing`, in any case. */
  #find(closing: string, from: number): number {
    if (this.#absent?.has(closing)) return -1
    const text = this.#text
    for (let last = from; last < text.length;) {
      const end = lineEnd(text, last + 1)
      const at = bodyStart(text, last + 1, end)
      const after = at + closing.length
      if (after <= end && skipBlanks(text, after, end) === end && sameWord(text.slice(at, after), closing))
        return end
      last = end
    }
    this.#absent ??= new Set()
    this.#absent.add(closing)
    return -1
  }
}

function sameWord(text: string, upper: string): boolean {
  return text === upper || text.toUpperCase() === upper
}
