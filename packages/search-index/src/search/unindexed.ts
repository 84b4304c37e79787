/** The documents that match among those that are not indexed, once they have been checked. */
import type { DocumentFilter, TimedDocument } from '../documents.ts'
import type { SearchTrace } from '../explain/trace.ts'
import { Bitmap } from '../sets/bitmap.ts'
import { exactly, type Bounds } from '../sets/bounds.ts'
import type { Extent } from '../sets/extent.ts'
import type { Span } from '../sets/spans.ts'
import type { SearchContext } from './context.ts'
import { checkCost, SCAN } from './costs.ts'

/** For one query. Very many documents can be unindexed after an import: one pass over them costs as much as a scan. */
export class UnindexedMatches {
  readonly #filter: DocumentFilter
  readonly #extent: Extent
  readonly #fewDocuments: number
  readonly #trace: SearchTrace | undefined
  readonly #scanCost: number
  #set: Bitmap | undefined
  /** The matches with their times; none until they have been checked. */
  times: readonly TimedDocument[] = []

  constructor(
    filter: DocumentFilter,
    { extent, plan, trace }: Pick<SearchContext, 'extent' | 'plan' | 'trace'>,
  ) {
    this.#filter = filter
    this.#extent = extent
    this.#fewDocuments = plan.fewDocuments
    this.#trace = trace
    this.#scanCost = SCAN * extent.unindexed.count()
  }

  /** The bounds, with the unindexed documents decided if that costs less than checking them one by one. */
  decide(bounds: Bounds, { from, to }: Span): Bounds {
    const here = this.#extent.unindexed.slice(from, to)
    const open = bounds.maybe.andNot(bounds.sure).and(here).count()
    if (!this.#set && (open <= this.#fewDocuments || checkCost(open, to - from) < this.#scanCost))
      return bounds
    const found = this.#matches().slice(from, to)
    const sure = bounds.sure.andNot(here).or(found)
    const maybe = bounds.maybe.andNot(here).or(found)
    return isSame(sure, maybe) ? exactly(sure) : { ...bounds, sure, maybe }
  }

  #matches(): Bitmap {
    if (!this.#set) {
      this.#trace?.note({ kind: 'scan', documents: this.#extent.unindexed.count() })
      this.times = this.#filter.unindexed()
      const numbers = this.times.map(({ n }) => n)
      this.#set = Bitmap.of(this.#extent.size, numbers)
    }
    return this.#set
  }
}

export function isSame(a: Bitmap, b: Bitmap): boolean {
  return a.words.every((word, i) => word === b.words[i])
}
