/** Answers a query with an empty cache, and reports how: the plan with its estimates, and what was read. */
import { printSettled, type SettledQuery } from '@notegraph/query'
import { CacheBudget } from '../cache/cache-budget.ts'
import type { DocumentSource } from '../documents.ts'
import { FASTEST, type Plan } from '../search/plan.ts'
import { Searcher, type Page } from '../search/searcher.ts'
import { SegmentStore } from '../segments/segment-store.ts'
import { readExtent } from '../sets/extent.ts'
import type { SegmentStorage } from '../storage.ts'
import { countedDocuments, countedStorage, noReads, type Reads } from './counted-reads.ts'
import { SearchTrace, type TermLookup, type TraceStep } from './trace.ts'

/** How one query was answered. */
export interface Explanation {
  /** The query with its days settled, printed. */
  readonly settled: string
  readonly index: {
    readonly segments: number
    /** The highest number of a record. */
    readonly records: number
    /** Records that are new or changed since they were indexed. */
    readonly unindexed: number
  }
  readonly steps: readonly TraceStep[]
  readonly terms: readonly TermLookup[]
  readonly reads: Omit<Reads, 'docValues'> & { readonly docValues: Readonly<Record<string, number>> }
  /** Documents that match, up to the ceiling. */
  readonly total: number
  readonly truncated: boolean
}

const CACHE_BYTES = 128 * 2 ** 20

/**
 * Explains a search. It reads the index as a fresh process does.
 * @param ceiling the most that is counted
 * @example
 * ```ts
 * const query = { kind: 'words', at: 0, text: 'rye' } as const
 * const { steps, reads } = explainSearch(storage, documents, query, { limit: 50, offset: 0 }, 10_000)
 * ```
 */
export function explainSearch(
  storage: SegmentStorage,
  documents: DocumentSource,
  query: SettledQuery,
  page: Page,
  ceiling: number,
  plan: Plan = FASTEST,
): Explanation {
  const reads = noReads()
  const trace = new SearchTrace()
  const { size, unindexed } = readExtent(storage, documents)
  const searcher = new Searcher(
    countedStorage(storage, reads),
    countedDocuments(documents, reads, () => unindexed.count()),
    new CacheBudget(CACHE_BYTES),
    plan,
    trace,
  )
  const { total, truncated } = searcher.find(query, page, ceiling)
  return {
    settled: printSettled(query),
    index: {
      segments: new SegmentStore(storage).read().length,
      records: size - 1,
      unindexed: unindexed.count(),
    },
    steps: trace.steps,
    terms: trace.lookups(),
    reads: { ...reads, docValues: Object.fromEntries(reads.docValues) },
    total,
    truncated,
  }
}
