/**
 * A cached view of the index that a thread keeps between queries: doc values, term blocks, posting rows, and the sets that
 * were found. A step of the index, counted by the counter `step`, changes some strips of doc values and adds or merges
 * segments. All else stays cached, since a segment never changes but for its deleted documents.
 */
import { DocValues, FIELDS, type FieldName, type Values } from '../segments/doc-values.ts'
import type { Segment } from '../segments/segment.ts'
import { SegmentStore, segmentOf } from '../segments/segment-store.ts'
import type { PostingRow, TermBlock } from '../segments/term-dictionary.ts'
import { Bitmap } from '../sets/bitmap.ts'
import { isScattered } from '../sets/spans.ts'
import type { SegmentStorage } from '../storage.ts'
import type { BudgetedCache, CacheBudget } from './cache-budget.ts'
import { Lru } from './lru.ts'

/** The part of a budget, in bytes, that one index takes for sets at most, and for posting rows. */
const MAX_SETS = 16 * 2 ** 20
const MAX_POSTINGS = 48 * 2 ** 20

interface Cached<T> {
  readonly value: T
  readonly bytes: number
}

export class IndexReader implements BudgetedCache {
  readonly #docValues: DocValues
  readonly #segmentStore: SegmentStore
  readonly #counters: SegmentStorage['counters']
  readonly #budget: CacheBudget

  readonly #values = new Map<FieldName, Values>()
  readonly #terms = new Map<string, Cached<readonly TermBlock[]>>()
  #segments: readonly Segment[] | undefined
  #indexed: Bitmap | undefined
  readonly #sets: Lru<string, Bitmap>
  readonly #postings = new Lru<number, PostingRow>(MAX_POSTINGS, ({ bytes }) => bytes.length)
  /** Bytes of all but the sets and the posting rows. */
  #partBytes = 0
  #step = -1
  #cleared = -1

  /** @param cachesSets @see Plan */
  constructor(storage: SegmentStorage, budget: CacheBudget, cachesSets = true) {
    this.#docValues = new DocValues(storage)
    this.#segmentStore = new SegmentStore(storage)
    this.#counters = storage.counters
    this.#budget = budget
    this.#sets = new Lru(cachesSets ? MAX_SETS : 0, ({ words }) => words.byteLength)
  }

  get bytes(): number {
    return this.#partBytes + this.#sets.bytes + this.#postings.bytes
  }

  clear(): void {
    this.#values.clear()
    this.#terms.clear()
    this.#segments = undefined
    this.#indexed = undefined
    this.#partBytes = 0
    this.#sets.clear()
    this.#postings.clear()
  }

  /** Frees the cache, and its share of the budget. */
  close(): void {
    this.#budget.release(this)
  }

  /** Brings the cache to the snapshot that is being read. Call this first in each snapshot. */
  refresh(): void {
    const [step, cleared] = [this.#counters.get('step'), this.#counters.get('cleared')]
    if (this.#cleared !== cleared || this.#step > step) this.clear()
    else if (this.#step !== step) this.#apply()
    this.#step = step
    this.#cleared = cleared
    this.#budget.use(this)
  }

  /** The doc values of a field. Values of unindexed documents, and beyond the end, mean nothing. */
  values(name: FieldName): Values {
    const cached = this.#values.get(name)
    if (cached) return cached
    const values = this.#docValues.whole(name)
    this.#values.set(name, values)
    return this.#grown(values)
  }

  hasValues(name: FieldName): boolean {
    return this.#values.has(name)
  }

  /** All documents that are indexed; some of them may have changed or been deleted since. */
  indexed(): Bitmap {
    if (this.#indexed) return this.#indexed
    const indexed = documentsIn(this.values('task'))
    this.#indexed = indexed
    return this.#grown(indexed)
  }

  segments(): readonly Segment[] {
    if (this.#segments) return this.#segments
    const segments = this.#segmentStore.read()
    this.#segments = segments
    return this.#grown(segments)
  }

  /** The term blocks of a segment: those of boundary terms, or of all others. */
  termBlocks({ n }: Segment, ofBoundaries: boolean): readonly TermBlock[] {
    const key = termsKey(n, ofBoundaries)
    const cached = this.#terms.get(key)
    if (cached) return cached.value
    const value = this.#segmentStore.termBlocks(n, ofBoundaries)
    const bytes = value.reduce((sum, { terms, marks }) => sum + 2 * terms.length + marks.byteLength, 0)
    this.#terms.set(key, { value, bytes })
    return this.#grown(value)
  }

  /** Whether the term blocks of a segment, but for boundaries, are cached. */
  hasTermBlocks({ n }: Segment): boolean {
    return this.#terms.has(termsKey(n, false))
  }

  postingRow(key: number): PostingRow {
    return this.#limited(this.#postings.get(key, () => this.#segmentStore.postingRow(key)))
  }

  /**
   * A set of documents that was found in a segment, or in all scattered ones, or makes it. Nobody changes a cached set.
   * @param key names what was looked for
   */
  set(segments: readonly Segment[], key: string, make: () => Bitmap): Bitmap {
    return this.#limited(this.#sets.get(setKey(segments, key), make))
  }

  hasSet(segments: readonly Segment[], key: string): boolean {
    return this.#sets.has(setKey(segments, key))
  }

  /** @returns the value, after a part of the cache grew */
  #grown<T>(value: T): T {
    this.#countParts()
    return this.#limited(value)
  }

  #countParts(): void {
    let bytes = this.#indexed?.words.byteLength ?? 0
    for (const values of this.#values.values()) bytes += values.byteLength
    for (const { bytes: ofTerms } of this.#terms.values()) bytes += ofTerms
    for (const { deleted } of this.#segments ?? []) bytes += deleted.byteLength
    this.#partBytes = bytes
  }

  #limited<T>(value: T): T {
    this.#budget.enforce(this)
    return value
  }

  /** Reads what the steps since then changed, and drops what was read of segments that were merged. */
  #apply(): void {
    for (const { field, first, strip } of this.#docValues.since(this.#step, (name) => this.hasValues(name))) {
      const values = withRoom(field, this.values(field), first + strip.length)
      values.set(strip, first)
      this.#values.set(field, values)
      if (field === 'task') this.#indexed = undefined
    }
    this.#countParts()
    if (!this.#segments) return
    this.#segments = undefined
    const segments = this.segments()
    const kept = new Set(segments.flatMap(({ n }) => [termsKey(n, false), termsKey(n, true)]))
    for (const key of this.#terms.keys()) if (!kept.has(key)) this.#terms.delete(key)
    const numbers = new Set(segments.map(({ n }) => n))
    this.#postings.keep((key) => numbers.has(segmentOf(key)))
    const ids = new Set([...segments.map(idOf), idsOf(segments.filter(isScattered))])
    this.#sets.keep((key) => ids.has(key.slice(0, key.indexOf(' '))))
    this.#countParts()
  }
}

/** The same for as long as a segment has the same documents: the deleted ones only ever grow in number. */
const idOf = ({ n, deleted }: Segment): string => `${n}.${deleted.length}`
const idsOf = (segments: readonly Segment[]): string => segments.map(idOf).join()
const setKey = (segments: readonly Segment[], key: string): string => `${idsOf(segments)} ${key}`

const termsKey = (segment: number, ofBoundaries: boolean): string =>
  `${segment}${ofBoundaries ? ' boundaries' : ''}`

/** The values, or a longer array with the same values: an eighth longer than needed, so that it seldom moves. */
function withRoom(name: FieldName, values: Values, length: number): Values {
  if (length <= values.length) return values
  const { array, length: strip, none } = FIELDS[name]
  const longer = new array(Math.ceil((length * 9) / 8 / strip) * strip).fill(none)
  longer.set(values)
  return longer
}

/** The documents with a task value. Each document has a priority, if only that of none, and no field is shorter. */
function documentsIn(tasks: Values): Bitmap {
  const documents = new Bitmap(tasks.length)
  const { words } = documents
  for (let at = 0; at < words.length; at++) {
    let word = 0
    for (let i = 0; i < 32; i++) if (tasks[at * 32 + i] !== 0) word |= 1 << i // strips consist of whole words
    words[at] = word
  }
  return documents
}
