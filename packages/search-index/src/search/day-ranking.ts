/**
 * The order of an answer by journal days: each day in turn, then the documents on other pages. Within one day, the
 * latest edit comes first.
 * @see assistants 5.1
 */
import type { IndexReader } from '../cache/index-reader.ts'
import type { DocumentSource, TimedDocument } from '../documents.ts'
import { groupBy } from '../group-by.ts'
import type { DayOrder } from './order.ts'
import type { Ranking } from './ranking.ts'

export class DayRanking {
  readonly #ranking: Ranking
  /** The documents of each day, in the order of the days. */
  readonly #groups: readonly (readonly TimedDocument[])[]

  /**
   * @param indexed documents that are indexed, so that their doc values say on which pages they are
   * @param fresh all others
   */
  constructor(
    { documents, reader }: { readonly documents: DocumentSource; readonly reader: IndexReader },
    ranking: Ranking,
    order: DayOrder,
    indexed: readonly TimedDocument[],
    fresh: readonly TimedDocument[],
  ) {
    this.#ranking = ranking
    const days = documents.days()
    const pages = reader.values('page')
    const pagesOfFresh = documents.pageNumbers(fresh.map(({ n }) => n))
    const groups = groupBy(indexed.concat(fresh), ({ n }) => days.get(pagesOfFresh.get(n) ?? pages[n] ?? 0))
    this.#groups = [...groups]
      .toSorted(([a], [b]) => {
        if (a === undefined || b === undefined) return a === b ? 0 : a === undefined ? 1 : -1
        return order === 'day' ? a - b : b - a
      })
      .map(([, group]) => group)
  }

  /** The `most` documents that come first, or all if there are no more. */
  first(most: number): number[] {
    let first: number[] = []
    for (const group of this.#groups) {
      const left = most - first.length
      if (left <= 0) break
      const numbers = Int32Array.from(group, ({ n }) => n)
      const times = Float64Array.from(group, ({ time }) => time)
      first = first.concat(this.#ranking.first(numbers, times, Math.min(left, group.length)))
    }
    return first
  }
}
