/**
 * Addresses of files: `/api/files/<id>`, relative or on the service's own origin. Anybody who has an id can open the
 * file, so the product shows no id. These functions find every such address, in code too, with its query, fragment and
 * extension.
 *
 * @see decisions 2.8
 */
import { DOT, HASH, TILDE, UNDERSCORE, isAsciiLetter, isDigit } from './char.ts'

/** A file address in a text: a range of UTF-16 units, and the id of the file. */
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
/** Characters that end a sentence, although they could be part of an address. */
const SENTENCE_END = /[.,;:!?*_~]/
const STOP = /[\s<>"'`()[\]{}|\\^]/

/** The text that every file address contains, in any spelling. Check this before the slower search. */
export const FILES = 'files/'
const API = '/api'
/** Path segments without effect before a slash: `/.` and `/x/..`. */
const DETOUR = /\/(?:\.|%2e|(?!\.{1,2}\/)[\w.~%-]{1,64}\/(?:\.|%2e){2})$/i
/** Limits of the search for such segments: their number, and the length of each. */
const MOST_DETOURS = 8
const LONGEST_DETOUR = 80
/** The beginning of a relative address: `.`, `..` or `../..`. */
const UPWARD = /(?:\.{1,2}\/)*\.{1,2}$/
/** Marks of emphasis before an address, in a few characters: `~~`, `_`, `__`. */
const MARKS = /(?:~~|_{1,3})+$/
const MOST_MARKS = 8
/** The default port and the path of a base URL, between the origin and the path of files. */
const BELOW_ORIGIN = /^(?::(?:443|80))?(?:\/[\w.~%-]+)*$/
/** Limit of the search for the origin before such a path. */
const LONGEST_BASE = 320
const LOOPBACK = /^(https?:)\/\/(?:localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/

/**
 * A fast check whether a text can contain a file address. `false` is certain; `true` is not.
 *
 * @example
 * mayNameFile('see files/a') // true
 * mayNameFile('no address') // false
 */
export const mayNameFile = (text: string): boolean => text.includes(FILES)

/** All spellings of the origin: a loopback address has several host names. */
function spellings(origin: string): string[] {
  const [, scheme, port = ''] = LOOPBACK.exec(origin) ?? []
  return scheme === undefined
    ? [origin]
    : ['localhost', '127.0.0.1', '[::1]'].map((host) => `${scheme}//${host}${port}`)
}

/** Finds the addresses of one text. */
export class FileAddresses {
  readonly #text: string
  /** The origin with its scheme and without, in lower case. */
  readonly #origins: readonly string[]

  constructor(text: string, origin: string | undefined) {
    this.#text = text
    this.#origins = (origin === undefined ? [] : spellings(origin.toLowerCase())).flatMap((spelling) => {
      const host = spelling.replace(/^https?:/, '')
      return [`https:${host}`, `http:${host}`, host, host.slice(2)]
    })
  }

  /**
   * Finds the first address that begins at or after `from`.
   *
   * @returns `undefined` if there are no more
   */
  next(from: number): FileAddress | undefined {
    const text = this.#text
    for (let at = text.indexOf(FILES, from); at >= 0; at = text.indexOf(FILES, at + 1)) {
      const api = this.#beforeDetours(at - 1, from) - API.length
      if (text.charCodeAt(at - 1) !== SLASH || api < from || !text.startsWith(`${API}/`, api)) continue
      const start = this.#start(api, from)
      const id = start < 0 ? undefined : this.#idAt(start, at + FILES.length)
      if (id) return { start, end: tailEnd(text, id.end), id: id.id }
    }
    return undefined
  }

  /** Reads the id at index `at`. Underscores that close the emphasis around the address are no part of it. */
  #idAt(start: number, at: number): { id: string; end: number } | undefined {
    const read = readFileId(this.#text, at)
    const marks = /_*$/.exec(marksBefore(this.#text, start))![0]
    if (!read || marks === '' || !this.#text.slice(at + 1, read.end).endsWith(marks)) return read
    return { id: read.id.slice(0, -marks.length), end: read.end - marks.length }
  }

  /**
   * Skips back over path segments without effect.
   *
   * @returns the index of the slash before the segments that end at index `slash`
   */
  #beforeDetours(slash: number, from: number): number {
    let at = slash
    for (let i = 0; i < MOST_DETOURS; i++) {
      const detour = DETOUR.exec(this.#text.slice(Math.max(from, at - LONGEST_DETOUR), at))
      if (!detour) break
      at -= detour[0].length
    }
    return at
  }

  /**
   * Finds the start of the address whose path begins at index `path`.
   *
   * @returns an index, or -1 for another site's address or a part of a longer path
   */
  #start(path: number, from: number): number {
    const root = this.#beforeDetours(path, from)
    const start = this.#startAt(path, from)
    return start < 0 && root < path ? this.#startAt(root, from) : start
  }

  #startAt(path: number, from: number): number {
    const text = this.#text
    const before = text.slice(Math.max(from, path - LONGEST_BASE), path).toLowerCase()
    for (const origin of this.#origins) {
      const at = before.lastIndexOf(origin)
      if (at < 0 || !BELOW_ORIGIN.test(before.slice(at + origin.length))) continue
      // Counted from the end, because lower case can be longer.
      const start = path - (before.length - at)
      if (mayBegin(text, start)) return start
    }
    // `./api/files/x` and `../api/files/x` open the same file.
    const upward = UPWARD.exec(text.slice(Math.max(from, path - LONGEST_DETOUR), path))?.[0].length ?? 0
    return mayBegin(text, path - upward) ? path - upward : -1
  }
}

/**
 * Reads the id after `files/`: skips each `./` and decodes percent escapes. The id ends before the first character,
 * decoded, that no id contains.
 *
 * @param at the index after `files/`
 * @returns the id and the index after it; `undefined` without an id, or for one that is too long
 * @example
 * readFileId('files/f%31%20x', 6) // { id: 'f1', end: 10 }
 */
export function readFileId(text: string, at: number): { id: string; end: number } | undefined {
  let id = ''
  let end = at
  while (text.startsWith('./', end)) end += 2
  while (end < text.length && id.length <= LONGEST_ID) {
    const unit = text.charCodeAt(end)
    const decoded = unit === PERCENT ? Number.parseInt(text.slice(end + 1, end + 3), 16) : unit
    if (!isIdUnit(decoded)) break
    id += String.fromCharCode(decoded)
    end += unit === PERCENT ? 3 : 1
  }
  return id !== '' && id.length <= LONGEST_ID ? { id, end } : undefined
}

/** Finds the end of the address after its id: an extension, a query, a fragment or escapes can follow. */
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

/** The marks of emphasis that end at the index `at`. */
const marksBefore = (text: string, at: number): string =>
  MARKS.exec(text.slice(Math.max(0, at - MOST_MARKS), at))?.[0] ?? ''

/** Whether an address can begin at the index `at`: no host name or path goes on there. */
const mayBegin = (text: string, at: number): boolean =>
  !isPathUnit(text, at - 1) || !isPathUnit(text, at - marksBefore(text, at).length - 1)

/** Whether the unit at `at` belongs to a host name or a path, so that no address begins after it. */
function isPathUnit(text: string, at: number): boolean {
  const unit = text.charCodeAt(at)
  return isIdUnit(unit) || unit === DOT || unit === PERCENT || unit === SLASH || unit === TILDE
}
