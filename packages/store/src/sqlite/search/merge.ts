/** Merges segments, so that a question looks through few. */
import type { Db } from '../database.ts'
import {
  gather,
  packSegment,
  segmentStore,
  type PackedSegment,
  type Pieces,
  type Segment,
} from './segments.ts'

/** So many segments of about one size are merged into one. */
const SIBLINGS = 8
/** No segment gets more blocks: to make it ready takes up to a second. */
const LARGE = 64 * 1_024
/** A segment that takes more database pages than this, as few but long blocks do, is merged no further. */
const MANY_PAGES = 512

export interface Merge {
  readonly from: readonly Segment[]
  readonly into: PackedSegment
}

export interface Merger {
  /** Reads what can be merged next and makes it ready; writes nothing. */
  prepare(): Merge | undefined
  /** Writes it in a transaction. @returns whether the segments were still there */
  write(merge: Merge): boolean
}

/** @param manyPages segments of more are not merged */
export function segmentMerger(db: Db, manyPages: number = MANY_PAGES): Merger {
  const segments = segmentStore(db)

  function siblings(): readonly Segment[] | undefined {
    const bySize = Map.groupBy(
      segments
        .read()
        .filter(({ n, blocks }) => blocks <= LARGE / SIBLINGS && segments.pagesOf(n) <= manyPages),
      ({ blocks }) => Math.ceil(Math.log(blocks) / Math.log(SIBLINGS)),
    )
    return [...bySize.values()].find(({ length }) => length >= SIBLINGS)
  }

  return {
    prepare() {
      const from = siblings()
      if (!from) return undefined
      const pieces: Pieces = new Map()
      const blocks = new Set<number>()
      for (const segment of from)
        segments.each(segment, (piece, n) => {
          blocks.add(n)
          gather(pieces, piece, n)
        })
      for (const numbers of pieces.values()) if (!ascends(numbers)) numbers.sort((a, b) => a - b)
      // One without blocks is written too: its number is the largest, so that no smaller one is given again.
      const all = blocks.size > 0 ? [...blocks].toSorted((a, b) => a - b) : [from[0]!.first]
      return { from, into: packSegment(pieces, all) }
    },
    write({ from, into }) {
      const now = new Map(segments.read().map((segment) => [segment.n, segment]))
      if (!from.every(({ n }) => now.has(n))) return false
      const gone = from.flatMap((before) => {
        const known = new Set(before.gone)
        return [...now.get(before.n)!.gone].filter((n) => !known.has(n))
      })
      segments.replace(
        from.map(({ n }) => n),
        into,
        [...new Set(gone)].toSorted((a, b) => a - b),
      )
      return true
    },
  }
}

const ascends = (numbers: readonly number[]): boolean =>
  numbers.every((n, i) => i === 0 || numbers[i - 1]! < n)
