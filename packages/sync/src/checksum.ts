/**
 * The checksum of a graph: the sum of one hash for each live record. Each hash covers the record's id, the revision of
 * its words, and its place. A sum is cheap to update with every change. Two graphs with the same checksum and count
 * have the same records in the same places.
 *
 * @see sync, Routes
 */
import type { GraphRecord } from '@notegraph/graph'

/** Sums wrap at this number, so that the sum of two is always an exact integer. */
const WRAP = 2 ** 52

/** Hashes a text to 52 bits. */
export function hashText(text: string): number {
  let low = 0x9e3779b9
  let high = 0x41c6ce57
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    low = Math.imul(low ^ unit, 0x85ebca77)
    high = Math.imul(high ^ unit, 0xc2b2ae3d)
  }
  low = Math.imul(low ^ (low >>> 16), 0x2c1b3c6d) ^ Math.imul(high ^ (high >>> 13), 0x297a2d39)
  high = Math.imul(high ^ (high >>> 16), 0x2c1b3c6d) ^ Math.imul(low ^ (low >>> 13), 0x297a2d39)
  return (high >>> 12) * 2 ** 32 + (low >>> 0)
}

/**
 * Returns the hash of a record for the sum; 0 for a deleted record.
 *
 * @example
 * hashOf({ kind: 'page', id: 'p', deleted: 1, createdAt: 1, updatedAt: 1, props: {}, hist: [], schema: 1 }) // 0
 */
export function hashOf(record: GraphRecord): number {
  if (record.deleted !== undefined) return 0
  if (record.kind === 'page') return hashText(record.id)
  const { pageId, parentId, order } = record.place
  return hashText(`${record.id} ${record.words.rev} ${pageId} ${parentId ?? ''} ${order}`)
}

/**
 * Updates a sum when a record's hash changes from `before` to `after`.
 *
 * @example
 * replaced(10, 4, 7) // 13
 */
export const replaced = (sum: number, before: number, after: number): number =>
  (((sum - before + WRAP) % WRAP) + after) % WRAP

/**
 * Formats a sum as the checksum of the protocol: 13 hexadecimal digits or more.
 *
 * @example
 * checksumOf(255) // '00000000000ff'
 */
export const checksumOf = (sum: number): string => sum.toString(16).padStart(13, '0')
