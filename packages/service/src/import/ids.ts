/**
 * New ids and revisions for many records. They are generated in bulk as one long text and returned as substrings, at a
 * fraction of the cost of separate ids.
 */
import { randomBytes, randomFillSync } from 'node:crypto'

/** The first bulk is small, and each later one is larger. */
const DRAWN_FIRST = 256
const DRAWN_AT_MOST = 65_536

/** Random UUIDs, ascending within a bulk, since an index inserts those slightly faster. */
export const idSource = (): (() => string) => inBulk(UUID_LENGTH, drawUuids)

/** Revisions of 72 random bits. */
export const revSource = (): (() => string) =>
  inBulk(REV_LENGTH, (count) => randomBytes(count * REV_BYTES).toString('base64url'))

/** @param draw returns `count` words of `length` characters, concatenated */
function inBulk(length: number, draw: (count: number) => string): () => string {
  let drawn = ''
  let next = 0
  let count = DRAWN_FIRST
  return () => {
    if (next === drawn.length) {
      drawn = draw(count)
      next = 0
      count = Math.min(count * 4, DRAWN_AT_MOST)
    }
    const from = next
    next += length
    return drawn.slice(from, next)
  }
}

const REV_BYTES = 9
const REV_LENGTH = 12

const UUID_BYTES = 16
const UUID_LENGTH = 36
const DASH = 0x2d
const DIGITS = Buffer.from('0123456789abcdef')

function drawUuids(count: number): string {
  const firsts = randomFillSync(new Uint32Array(count)).toSorted()
  const bytes = randomBytes(count * UUID_BYTES)
  const text = Buffer.alloc(count * UUID_LENGTH, DASH)
  for (let i = 0, at = 0; i < bytes.length; i += UUID_BYTES) {
    bytes.writeUInt32BE(firsts[i / UUID_BYTES]!, i)
    bytes[i + 6] = (bytes[i + 6]! & 0x0f) | 0x40 // version 4
    bytes[i + 8] = (bytes[i + 8]! & 0x3f) | 0x80 // and its variant
    for (let b = 0; b < UUID_BYTES; b++) {
      if (b === 4 || b === 6 || b === 8 || b === 10) at++ // a dash follows here
      text[at++] = DIGITS[bytes[i + b]! >> 4]!
      text[at++] = DIGITS[bytes[i + b]! & 0x0f]!
    }
  }
  return text.toString('latin1')
}
