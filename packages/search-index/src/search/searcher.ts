/**
 * Answers a query from one snapshot. Sets bound which documents can match; the others are checked one by one against the
 * source. A few candidates are checked at once, in order; for many, doc values give the order. A search finds out no more
 * than the answer shows: the first matches, and their number up to a ceiling.
 */
import { foldForSearch } from '@notegraph/block-text'
import {
  byRelevance,
  positiveWords,
  type SearchOrder,
  type SettledQuery,
  wordInScope,
} from '@notegraph/query'
import type { CacheBudget } from '../cache/cache-budget.ts'
import { IndexReader } from '../cache/index-reader.ts'
import type { DocumentSource } from '../documents.ts'
import type { SearchTrace } from '../explain/trace.ts'
import { FIELDS } from '../segments/doc-values.ts'
import { Bitmap } from '../sets/bitmap.ts'
import { isExact, type Bounds } from '../sets/bounds.ts'
import { readExtent, type Extent } from '../sets/extent.ts'
import { spansOf, type Span } from '../sets/spans.ts'
import type { SegmentStorage } from '../storage.ts'
import { WordAnalyser } from '../terms/word-analyser.ts'
import { Candidates } from './candidates.ts'
import { checkCost, LOAD } from './costs.ts'
import type { SearchContext } from './context.ts'
import { ListingPlanner } from './listing.ts'
import type { RowOrder } from './order.ts'
import { FASTEST, type Plan } from './plan.ts'
import { QueryPlanner } from './planner.ts'
import { isSame, UnindexedMatches } from './unindexed.ts'
import { WindowSearch } from './window-search.ts'

/** After so many queries with as many candidates, loading the doc values of their times has paid for itself. */
const SOON = 4

/** The part of an answer that is wanted. */
export interface Page {
  readonly limit: number
  readonly offset: number
}

/** One page of an answer, and the number of all hits. */
export interface Hits {
  /** The documents of the page, in order. */
  readonly numbers: number[]
  /** The number of documents that match, up to the ceiling. */
  readonly total: number
  /** Whether more match than are counted. */
  readonly truncated: boolean
}

/** Searches one index. The caller provides a snapshot around each call. */
export class Searcher {
  readonly #storage: SegmentStorage
  readonly #documents: DocumentSource
  readonly #reader: IndexReader
  readonly #listings: ListingPlanner
  readonly #words: WordAnalyser
  readonly #plan: Plan
  readonly #trace: SearchTrace | undefined

  /** @param trace notes how the queries are answered */
  constructor(
    storage: SegmentStorage,
    documents: DocumentSource,
    budget: CacheBudget,
    plan: Plan = FASTEST,
    trace?: SearchTrace,
  ) {
    this.#storage = storage
    this.#documents = documents
    this.#reader = new IndexReader(storage, budget, plan.cachedSets)
    this.#listings = new ListingPlanner(documents)
    this.#words = new WordAnalyser(plan)
    this.#plan = plan
    this.#trace = trace
  }

  /** Frees what is cached. The budget would keep it, and the storage, until it needs the room. */
  close(): void {
    this.#reader.close()
  }

  /** Answers a query. @param ceiling the most that is counted, and the end of the list */
  find(query: SettledQuery, page: Page, ceiling: number, order: SearchOrder = 'updated'): Hits {
    if (order === 'relevance') return this.#findRelevant(query, page, ceiling)
    const found = this.findListed(query, page, ceiling, order)
    if (found) return found
    this.#reader.refresh()
    return new Search(query, {
      documents: this.#documents,
      extent: readExtent(this.#storage, this.#documents),
      reader: this.#reader,
      words: this.#words,
      plan: this.#plan,
      trace: this.#trace,
    }).find(page, ceiling, order)
  }

  /** Ranks the latest matches, as many as are counted. */
  #findRelevant(query: SettledQuery, { limit, offset }: Page, ceiling: number): Hits {
    const { numbers, ...counted } = this.find(query, { limit: ceiling, offset: 0 }, ceiling)
    const leaves = new Map(positiveWords(query).map((leaf) => [foldForSearch(leaf.text), leaf]))
    const words = Array.from(leaves, ([text, leaf]) => ({
      text,
      documents: this.find(wordInScope(leaf, query), { limit: 0, offset: 0 }, ceiling).total,
    }))
    const textOf = textsInTurn(numbers, this.#documents)
    const ranked = words.length === 0 ? numbers : byRelevance(numbers, textOf, words, ceiling)
    return { ...counted, numbers: ranked.slice(offset, offset + limit) }
  }

  /** Answers a query that few documents can match, if that is known at once. Reads no index. */
  findListed(
    query: SettledQuery,
    { limit, offset }: Page,
    ceiling: number,
    order: RowOrder = 'updated',
  ): Hits | undefined {
    const plan = this.#listings.plan(query, this.#plan.listingCost)
    if (!plan) return undefined
    const { listing, exact, total } = plan
    this.#trace?.listing(query, plan.cost, !exact)
    const filter = this.#documents.filter(exact ? undefined : query)
    const end = Math.min(offset + limit, ceiling)
    if (total !== undefined && end < total) {
      const numbers = filter.inOrder(listing, order, { limit: Math.max(0, end - offset), offset })
      return hits(numbers, total, ceiling)
    }
    const numbers = filter.inOrder(listing, order)
    return hits(numbers.slice(offset, end), numbers.length, ceiling)
  }
}

/** One query over one snapshot. */
class Search {
  readonly #query: SettledQuery
  readonly #context: SearchContext
  readonly #documents: DocumentSource
  readonly #extent: Extent
  readonly #reader: IndexReader
  readonly #plan: Plan
  readonly #planner: QueryPlanner
  readonly #unindexed: UnindexedMatches

  constructor(query: SettledQuery, context: SearchContext) {
    const { documents, extent, reader, plan } = context
    this.#query = query
    this.#context = context
    this.#documents = documents
    this.#extent = extent
    this.#reader = reader
    this.#plan = plan
    this.#planner = new QueryPlanner(query, context)
    this.#unindexed = new UnindexedMatches(documents.filter(query), context)
  }

  find({ limit, offset }: Page, ceiling: number, order: RowOrder): Hits {
    const end = Math.min(offset + limit, ceiling)
    // Spans begin with the latest documents, which come first in no other order.
    const isCheap = order !== 'updated' || this.#planner.cost <= this.#plan.spanCost
    const all = { from: 0, to: this.#extent.size }
    const bounds = isCheap ? this.#boundsIn(all) : this.#boundsBySpan(end, ceiling)
    const { maybe, residual } = bounds
    const filter = this.#documents.filter(isExact(bounds) ? undefined : (residual ?? this.#query))
    if (this.#isFew(maybe.count())) {
      const numbers = filter.inOrder({ kind: 'numbers', numbers: maybe.toArray() }, order)
      return hits(numbers.slice(offset, end), numbers.length, ceiling)
    }
    const { times } = this.#unindexed
    const candidates = new Candidates(this.#context, bounds, times, order)
    const { numbers, total } = new WindowSearch(candidates, filter).find(end, ceiling)
    return hits(numbers.slice(offset, end), total, ceiling)
  }

  /** Whether checking so many candidates costs less than ordering them by doc values. */
  #isFew(count: number): boolean {
    if (count <= this.#plan.fewDocuments) return true
    if (!this.#plan.costBased || this.#reader.hasValues('updated')) return false
    const { size } = this.#extent
    return checkCost(count, size) * SOON < size * LOAD * FIELDS.updated.bytes
  }

  #boundsIn(span: Span): Bounds {
    const bounds = this.#unindexed.decide(this.#planner.bounds(span), span)
    this.#context.trace?.bounds(bounds)
    return bounds
  }

  /**
   * The bounds of all documents; or, as soon as more match than are counted, of so many that checking the others in order
   * costs less. The candidates of a span are checked at once, since the matches among them may be enough.
   */
  #boundsBySpan(end: number, ceiling: number): Bounds {
    const { size } = this.#extent
    const [sure, maybe] = [new Bitmap(size), new Bitmap(size)]
    let counted = 0
    for (const span of spansOf(this.#reader.segments(), size, this.#plan.spanLength)) {
      const { from, to } = span
      this.#context.trace?.note({ kind: 'span', from, to })
      const found = this.#boundsIn(span)
      sure.paste(found.sure, from, to - from)
      maybe.paste(found.maybe, from, to - from)
      counted += this.#indexedIn(span).and(found.sure).count()
      if (!isExact(found)) counted += this.#check(found, span, ceiling + 1 - counted, sure, maybe)
      const toCheck = (end * from) / counted
      if (counted > ceiling && checkCost(toCheck, from) < (this.#planner.cost * from) / size) {
        maybe.paste(new Bitmap(from).not(), 0, from)
        this.#context.trace?.note({ kind: 'enough', unread: from })
        return { sure, maybe }
      }
    }
    return { sure, maybe: isSame(sure, maybe) ? sure : maybe }
  }

  #indexedIn({ from, to }: Span): Bitmap {
    return this.#reader.indexed().slice(from, to).andNot(this.#extent.unindexed.slice(from, to))
  }

  /** Checks candidates of a span until `most` match, and moves them to where they belong. @returns how many match */
  #check(found: Bounds, { from, to }: Span, most: number, sure: Bitmap, maybe: Bitmap): number {
    const open = found.maybe
      .slice(0, to - from)
      .andNot(found.sure)
      .toArray()
    const filter = this.#documents.filter(found.residual ?? this.#query)
    const matching = filter.matching(
      open.map((n) => from + n),
      most,
    )
    for (const n of matching) sure.add(n)
    if (matching.length < most) for (const n of open) if (!sure.has(from + n)) maybe.delete(from + n)
    return matching.length
  }
}

/** Texts that are read at once: few enough to keep, and many enough that a statement costs little. */
const TEXTS = 256

/** Returns the text of each document, if asked for all of them in turn. */
function textsInTurn(numbers: readonly number[], documents: DocumentSource): (n: number) => string {
  let texts: ReadonlyMap<number, string> = new Map()
  let at = 0
  return (n) => {
    if (at % TEXTS === 0) texts = documents.texts(numbers.slice(at, at + TEXTS))
    at++
    return texts.get(n) ?? ''
  }
}

const hits = (numbers: number[], total: number, ceiling: number): Hits => ({
  numbers,
  total: Math.min(total, ceiling),
  truncated: total > ceiling,
})
