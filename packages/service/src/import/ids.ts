/**
 * New ids for many records at once: random UUIDs, handed out in ascending order, since an index takes those a little
 * faster. The numbers that they begin with are drawn in bulk and put in order; the rest of each is drawn when it is wanted.
 */
import { randomFillSync, randomUUID } from 'node:crypto'

/** A small import draws few, a large one ever more at once. */
const DRAWN_FIRST = 256
const DRAWN_AT_MOST = 65_536
const HEX_DIGITS = 8

export function idSource(): () => string {
  let drawn = new Uint32Array()
  let next = 0
  return () => {
    if (next === drawn.length) {
      const count = Math.min(Math.max(DRAWN_FIRST, drawn.length * 4), DRAWN_AT_MOST)
      drawn = randomFillSync(new Uint32Array(count)).toSorted()
      next = 0
    }
    const first = drawn[next++]!.toString(16).padStart(HEX_DIGITS, '0')
    return first + randomUUID().slice(HEX_DIGITS)
  }
}
