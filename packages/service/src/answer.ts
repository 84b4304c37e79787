/**
 * An answer as JSON text, put together from rows that were made when the records were written. Programs get the text
 * as it is; who needs the value reads it back, its members in order by `entriesInOrder`.
 */
import { LIMITS, parseInOrder } from '@notegraph/contract'

export interface Answer<T> {
  readonly json: string
  /** Of the one page or block in it. @see etagOf */
  readonly etag?: string
  value(): T
}

export const answer = <T>(json: string, etag?: string): Answer<T> => ({
  json,
  ...(etag !== undefined && { etag }),
  value: () => parseInOrder(json) as T,
})

/** The bytes that one UTF-16 unit takes at most. */
const UNIT_BYTES = 3

/** Bytes that a list answer keeps for its envelope, and for whatever short members stand beside it. */
const ENVELOPE = 200

/**
 * The items of a list answer, as many from the first on as it has room for, and one in any case.
 * @param beside the JSON text of what else the answer holds
 * @param most bytes of the whole answer
 * @returns the items as the inside of a JSON array, and how many they are
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
  // Counting bytes takes a third of the time of a short answer, so they are counted only where the units may be too many.
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

/** Of each text, and of a comma behind it. */
const bytesOf = (texts: readonly string[]): number =>
  texts.reduce((sum, text) => sum + Buffer.byteLength(text) + 1, 0)

/** The end of a list answer: how much there is and where the rest begins. @see service, List envelope */
export function envelope(count: number, offset: number, total: number): string {
  const end = offset + count
  return `"total":${total},"next":${end < total ? end : null}`
}
