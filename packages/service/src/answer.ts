/**
 * Answers as JSON text, concatenated from rows whose JSON was made when the records were written. Programs get the
 * text. Callers that need the value parse it with `entriesInOrder`, which keeps the order of members.
 */
import { createHash } from 'node:crypto'
import { LIMITS, parseInOrder } from '@notegraph/contract'

/** An answer as JSON text; `value` parses it. */
export interface Answer<T> {
  readonly json: string
  /** The ETag of the page or block in the answer. @see etagOf */
  readonly etag?: string
  value(): T
}

/**
 * Wraps the JSON text of an answer.
 *
 * @example
 * ```ts
 * const { json } = answer<{ ok: true }>('{"ok":true}')
 * ```
 */
export const answer = <T>(json: string, etag?: string): Answer<T> => ({
  json,
  ...(etag !== undefined && { etag }),
  value: () => parseInOrder(json) as T,
})

/** The most bytes of a UTF-16 unit. */
const UNIT_BYTES = 3

/** Bytes of a list answer reserved for its envelope and other short members. */
const ENVELOPE = 200

/**
 * The items of a list answer, as many as fit, and at least one.
 * @param beside the JSON text of the other members
 * @param most bytes of the whole answer
 * @returns the items as the inside of a JSON array, and their number
 * @see decisions 6.1
 */
export function items<T>(
  list: readonly T[],
  jsonOf: (item: T) => string,
  beside: string = '',
  most: number = LIMITS.answerBytes,
): { readonly json: string; readonly count: number } {
  const texts: string[] = []
  const exactly = (): number => most - ENVELOPE - bytesOf([beside, ...texts])
  // Counting bytes takes a third of the time of a short answer, so they are counted only if the units may exceed the
  // limit.
  let room = most - ENVELOPE - beside.length * UNIT_BYTES
  let isExact = false
  for (const item of list) {
    const json = jsonOf(item)
    if (!isExact && (room -= json.length * UNIT_BYTES + 1) < 0) {
      isExact = true
      room = exactly()
    }
    if (isExact) room -= bytesOf([json])
    if (room < 0 && texts.length > 0) break
    texts.push(json)
  }
  return { json: texts.join(), count: texts.length }
}

/** The bytes of each text with a comma. */
const bytesOf = (texts: readonly string[]): number =>
  texts.reduce((sum, text) => sum + Buffer.byteLength(text) + 1, 0)

/**
 * The end of a list answer: the total, and the offset of the rest. The total of a damaged graph may be too high. So if nothing
 * was found, nothing follows, or a caller would ask forever.
 * @param found the number of items from the offset on; the answer may have room for fewer
 * @see service, List envelope
 * @example
 * ```ts
 * envelope(2, 0, 5) // '"total":5,"next":2'
 * ```
 */
export function envelope(count: number, offset: number, total: number, found: number = count): string {
  const end = offset + count
  return `"total":${total},"next":${found > 0 && end < total ? end : null}`
}

/**
 * The `ETag` of a page or block: a hash of its JSON text, in quotes.
 *
 * @example
 * ```ts
 * etagOf('{"id":"a"}') // a quoted hash of 22 characters
 * ```
 */
export const etagOf = (json: string): string =>
  `"${createHash('sha256').update(json).digest('base64url').slice(0, 22)}"`

/**
 * The short version of a page or block: the beginning of its ETag. @see assistants 8.2
 *
 * @example
 * ```ts
 * versionOf('{"id":"a"}') // 8 characters
 * ```
 */
export const versionOf = (json: string): string => versionOfEtag(etagOf(json))

/**
 * The short version that an ETag begins with.
 *
 * @example
 * ```ts
 * versionOfEtag('"5Yl0tM0rXq"') // '5Yl0tM0r'
 * ```
 */
export const versionOfEtag = (etag: string): string => etag.slice(1, 1 + LIMITS.version)
