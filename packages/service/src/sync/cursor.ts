/**
 * Cursors: where a device stands in the feed, as one text that it gives back. In a pull of everything the cursor says
 * under which floor that was begun: tombstones that go meanwhile may be of what was already sent.
 *
 * @see sync, Ideas 1 and 4, and Routes
 */
import type { FeedPosition, FeedState } from '@notegraph/store'

export interface Cursor extends FeedPosition {
  readonly epoch: number
  /** The floor under which a pull of everything was begun; absent once it has reached the head. */
  readonly began?: FeedPosition
}

const START: FeedPosition = { seq: 0, n: 0 }
const FORM = /^(\d{1,16})\.(\d{1,16})\.(\d{1,16})(?:\.(\d{1,16})\.(\d{1,16}))?$/

export const formatCursor = ({ epoch, seq, n, began }: Cursor): string =>
  [epoch, seq, n, ...(began ? [began.seq, began.n] : [])].join('.')

/** @returns nothing for what was never a cursor */
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

/** Where a pull goes on, and whether that is the beginning though a cursor was given. */
export interface Begin {
  readonly cursor: Cursor
  readonly reset: boolean
}

/** @param cursor as a device sent it; one that does not lead on leads to the beginning */
export function beginAt(cursor: Cursor | undefined, { epoch, floor, head }: FeedState): Begin {
  const misses = (one: Cursor) => isBefore(one, floor) && !(one.began && isSame(one.began, floor))
  if (cursor && cursor.epoch === epoch && cursor.seq <= head && !misses(cursor))
    return { cursor, reset: false }
  return { cursor: { ...START, epoch, began: floor }, reset: cursor !== undefined }
}

/** The cursor behind what was sent; at the end of the feed that is its head, whatever records stand there. */
export function nextCursor(
  { epoch, began }: Cursor,
  position: FeedPosition,
  { more, head }: { readonly more: boolean; readonly head: number },
): Cursor {
  if (more) return { ...position, epoch, ...(began && { began }) }
  return position.seq < head ? { epoch, seq: head, n: 0 } : { epoch, ...position }
}
