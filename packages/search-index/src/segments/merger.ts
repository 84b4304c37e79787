/** Merges segments, so that a query searches few. */
import { groupBy } from '../group-by.ts'
import type { SegmentStorage } from '../storage.ts'
import { addTerm, packSegment, type PackedSegment, type Segment, type TermMap } from './segment.ts'
import { SegmentStore } from './segment-store.ts'

/** The number of segments of about one size that are merged into one. */
const MERGE_FACTOR = 8
/** The documents of a merged segment at most: preparing one takes up to a second. */
const MAX_DOCUMENTS = 64 * 1_024
/**
 * A segment of more storage pages, such as one of few long documents or of random words, is not merged. A merge of eight
 * such segments has a million different terms, which take 150 MB.
 */
const MAX_PAGES = 256

export interface Merge {
  readonly from: readonly Segment[]
  readonly into: PackedSegment
}

export class Merger {
  readonly #segments: SegmentStore
  readonly #maxPages: number

  /** @param maxPages segments of more storage pages are not merged */
  constructor(storage: SegmentStorage, maxPages: number = MAX_PAGES) {
    this.#segments = new SegmentStore(storage)
    this.#maxPages = maxPages
  }

  /** Prepares the next merge, if one is due. Only reads. */
  prepare(): Merge | undefined {
    const from = this.#siblings()
    const [oldest] = from ?? []
    if (!from || !oldest) return undefined
    const terms: TermMap = new Map()
    const documents = new Set<number>()
    for (const segment of from)
      this.#segments.forEach(segment, (term, n) => {
        documents.add(n)
        addTerm(terms, term, n)
      })
    for (const numbers of terms.values())
      if (typeof numbers !== 'number' && !isAscending(numbers)) numbers.sort((a, b) => a - b)
    // A segment without documents is written too: its number is the highest, so that no lower one is given again.
    const all = documents.size > 0 ? [...documents].toSorted((a, b) => a - b) : [oldest.first]
    return { from, into: packSegment(terms, all) }
  }

  /** Writes a prepared merge in the caller's transaction. @returns false if another merge came first */
  write({ from, into }: Merge): boolean {
    const now = new Map(this.#segments.read().map((segment) => [segment.n, segment]))
    if (!from.every(({ n }) => now.has(n))) return false
    const deleted = from.flatMap((before) => {
      const known = new Set(before.deleted)
      return Array.from(now.get(before.n)?.deleted ?? []).filter((n) => !known.has(n))
    })
    const numbers = from.map(({ n }) => n)
    this.#segments.replace(
      numbers,
      into,
      [...new Set(deleted)].toSorted((a, b) => a - b),
    )
    return true
  }

  #siblings(): readonly Segment[] | undefined {
    const segments = this.#segments.read()
    if (segments.length < MERGE_FACTOR) return undefined
    const mergeable = segments.filter(
      ({ n, count }) => count <= MAX_DOCUMENTS / MERGE_FACTOR && this.#segments.pagesOf(n) <= this.#maxPages,
    )
    const tiers = groupBy(mergeable, ({ count }) => Math.ceil(Math.log(count) / Math.log(MERGE_FACTOR)))
    // No more at once: an import leaves dozens of one size, whose terms together would take all memory.
    return [...tiers.values()].find(({ length }) => length >= MERGE_FACTOR)?.slice(0, MERGE_FACTOR)
  }
}

const isAscending = (numbers: readonly number[]): boolean =>
  numbers.every((n, i) => i === 0 || (numbers[i - 1] ?? n) < n)
