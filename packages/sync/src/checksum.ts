/**
 * The checksum of a graph: a sum, so that it can be kept while records change, of a hash of each live record over its id,
 * its words' revision and its place. Two graphs of one checksum and count hold the same records in the same places.
 *
 * @see sync, Routes
 */
import type { GraphRecord } from '@notegraph/graph'

/** Sums wrap at this, so that two of them always add up exactly. */
const WRAP = 2 ** 52

/** A hash of 52 bits. */
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

/** What a record adds to the sum; 0 for a deleted one. */
export function hashOf(record: GraphRecord): number {
  if (record.deleted !== undefined) return 0
  if (record.kind === 'page') return hashText(record.id)
  const { pageId, parentId, order } = record.place
  return hashText(`${record.id} ${record.words.rev} ${pageId} ${parentId ?? ''} ${order}`)
}

/** The sum once a record that added `before` adds `after`. */
export const replaced = (sum: number, before: number, after: number): number =>
  (((sum - before + WRAP) % WRAP) + after) % WRAP

/** A sum as the protocol carries it. */
export const checksumOf = (sum: number): string => sum.toString(16).padStart(13, '0')
