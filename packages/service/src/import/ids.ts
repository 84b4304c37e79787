/**
 * New ids for many records at once: random UUIDs, drawn in bulk and handed out in ascending order, since an index takes
 * ids that come in order about twice as fast as scattered ones.
 */
import { randomUUID } from 'node:crypto'

const DRAWN_AT_ONCE = 4_096

export function idSource(): () => string {
  let drawn: string[] = []
  return () => {
    if (drawn.length === 0)
      drawn = Array.from({ length: DRAWN_AT_ONCE }, () => randomUUID())
        .toSorted()
        .toReversed()
    return drawn.pop()!
  }
}
