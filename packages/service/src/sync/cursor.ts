/**
 * Cursors: a device's place in the feed, as a text that it sends back. In a pull of everything, the cursor also has the
 * floor at its start, because tombstones deleted meanwhile may belong to records already sent.
 *
 * @see sync, Ideas 1 and 4, and Routes
 */
import type { FeedPosition, FeedState } from '@notegraph/store'

export interface Cursor extends FeedPosition {
  readonly epoch: number
  /** The floor at the start of a pull of everything; absent after it reached the head. */
  readonly began?: FeedPosition
}

const START: FeedPosition = { seq: 0, n: 0 }
const FORM = /^(\d{1,16})\.(\d{1,16})\.(\d{1,16})(?:\.(\d{1,16})\.(\d{1,16}))?$/

export const formatCursor = ({ epoch, seq, n, began }: Cursor): string =>
  [epoch, seq, n, ...(began ? [began.seq, began.n] : [])].join('.')

/** @returns undefined for a text that is not a cursor */
export function parseCursor(text: string): Cursor | undefined {
  const match = FORM.exec(text)
  if (!match) return undefined
  const [epoch, seq, n, beganSeq, beganN] = match.slice(1).map(Number) as [
    number,
    number,
    number,
    number,
    number,
  ]
  return { epoch, seq, n, ...(match[4] !== undefined && { began: { seq: beganSeq, n: beganN } }) }
}

const isBefore = (a: FeedPosition, b: FeedPosition): boolean =>
  a.seq < b.seq || (a.seq === b.seq && a.n < b.n)
const isSame = (a: FeedPosition, b: FeedPosition): boolean => a.seq === b.seq && a.n === b.n

/** The start of a pull, and whether it restarts although a cursor was given. */
export interface Begin {
  readonly cursor: Cursor
  readonly reset: boolean
}

/** @param cursor from a device; an outdated one leads to the beginning */
export function beginAt(cursor: Cursor | undefined, { epoch, floor, head }: FeedState): Begin {
  const misses = (one: Cursor) => isBefore(one, floor) && !(one.began && isSame(one.began, floor))
  if (cursor && cursor.epoch === epoch && cursor.seq <= head && !misses(cursor))
    return { cursor, reset: false }
  return { cursor: { ...START, epoch, began: floor }, reset: cursor !== undefined }
}

/** The cursor after the records that were sent. At the end of the feed it is the head. */
export function nextCursor(
  { epoch, began }: Cursor,
  position: FeedPosition,
  { more, head }: { readonly more: boolean; readonly head: number },
): Cursor {
  if (more) return { ...position, epoch, ...(began && { began }) }
  return position.seq < head ? { epoch, seq: head, n: 0 } : { epoch, ...position }
}
