/**
 * Addresses of files: `/api/files/<id>`, relative or on the service's own origin. An id opens its file for whoever holds
 * it, so none may be shown: every such address is found, in code or not, with all that belongs to it.
 *
 * @see decisions 2.8
 */
import { DOT, HASH, TILDE, UNDERSCORE, isAsciiLetter, isDigit } from './char.ts'

export const FILE_PATH = '/api/files/'

export interface FileAddress {
  readonly start: number
  readonly end: number
  readonly id: string
}

const LONGEST_ID = 128
const DASH = 0x2d
const PERCENT = 0x25
const SLASH = 0x2f
const QUESTION = 0x3f
/** What a link's address is not broken by, but a sentence is. */
const SENTENCE_END = /[.,;:!?*_~]/
const STOP = /[\s<>"'`()[\]{}|\\^]/

/** Finds the addresses of one text. */
export class FileAddresses {
  readonly #text: string
  /** The origin with its scheme and without, in lower case. */
  readonly #origins: readonly string[]

  constructor(text: string, origin: string | undefined) {
    this.#text = text
    const host = origin?.toLowerCase().replace(/^https?:/, '')
    this.#origins = host === undefined ? [] : [`https:${host}`, `http:${host}`, host, host.slice(2)]
  }

  /** The first address that begins at or after `from`; nothing when there is none left. */
  next(from: number): FileAddress | undefined {
    const text = this.#text
    for (let path = text.indexOf(FILE_PATH, from); path >= 0; path = text.indexOf(FILE_PATH, path + 1)) {
      const start = this.#start(path, from)
      const id = start < 0 ? undefined : readId(text, path + FILE_PATH.length)
      if (id) return { start, end: tailEnd(text, id.end), id: id.id }
    }
    return undefined
  }

  /** Where the address begins whose path stands at `path`; -1 when the path is another site's or part of a longer one. */
  #start(path: number, from: number): number {
    const text = this.#text
    for (const origin of this.#origins) {
      const start = path - origin.length
      if (start >= from && text.slice(start, path).toLowerCase() === origin && !isPathUnit(text, start - 1))
        return start
    }
    // `./api/files/x` and `../api/files/x` reach the same place.
    let start = path
    while (start > from && text.charCodeAt(start - 1) === DOT) start--
    return path - start <= 2 && !isPathUnit(text, start - 1) ? start : -1
  }
}

/** The id at `at`, percent-encoded or not, with its end. */
function readId(text: string, at: number): { id: string; end: number } | undefined {
  let id = ''
  let end = at
  while (end < text.length && id.length <= LONGEST_ID) {
    const unit = text.charCodeAt(end)
    const decoded = unit === PERCENT ? Number.parseInt(text.slice(end + 1, end + 3), 16) : unit
    if (!isIdUnit(decoded)) break
    id += String.fromCharCode(decoded)
    end += unit === PERCENT ? 3 : 1
  }
  return id !== '' && id.length <= LONGEST_ID ? { id, end } : undefined
}

/** The end of what belongs to an address behind its id: an extension, a query, a fragment, escapes. */
function tailEnd(text: string, at: number): number {
  const unit = text.charCodeAt(at)
  const begins = unit === QUESTION || unit === HASH || unit === PERCENT || unit === SLASH || unit === DOT
  if (!begins) return at
  let end = at
  while (end < text.length && !STOP.test(text.charAt(end)) && text.charCodeAt(end) < 0x7f) end++
  while (end > at && SENTENCE_END.test(text.charAt(end - 1))) end--
  return end
}

function isIdUnit(unit: number): boolean {
  return isAsciiLetter(unit) || isDigit(unit) || unit === DASH || unit === UNDERSCORE
}

/** Whether the unit at `at` belongs to a host name or a path, so that what follows does not begin an address. */
function isPathUnit(text: string, at: number): boolean {
  const unit = text.charCodeAt(at)
  return isIdUnit(unit) || unit === DOT || unit === PERCENT || unit === SLASH || unit === TILDE
}
