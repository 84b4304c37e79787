/** The documents that certainly match, those that may, and the first of both. */
import type { IndexReader } from '../cache/index-reader.ts'
import type { DocumentSource, TimedDocument } from '../documents.ts'
import { Bitmap } from '../sets/bitmap.ts'
import type { Bounds } from '../sets/bounds.ts'
import type { SearchContext } from './context.ts'
import { DayRanking } from './day-ranking.ts'
import { latestOf } from './latest.ts'
import type { RowOrder } from './order.ts'
import type { Plan } from './plan.ts'
import { Ranking } from './ranking.ts'

/** Reading the times of so many documents costs less than loading those of all. */
const FEW = 8_192

export class Candidates {
  readonly sure: Bitmap
  /** The candidates that have to be checked. */
  readonly open: Bitmap
  readonly #documents: DocumentSource
  readonly #reader: IndexReader
  readonly #ranking: Ranking
  readonly #plan: Pick<Plan, 'timeValues'>
  readonly #indexed: Bitmap
  readonly #indexedCount: number
  /** Candidates that are not indexed. */
  readonly #fresh: readonly TimedDocument[]
  readonly #order: RowOrder
  #latest: ((most: number) => number[]) | undefined
  #byDay: DayRanking | undefined

  /**
   * @param bounds may contain numbers of records that are no documents
   * @param known times that were read already
   */
  constructor(
    { documents, reader, extent, plan }: Pick<SearchContext, 'documents' | 'reader' | 'extent' | 'plan'>,
    { sure, maybe }: Bounds,
    known: readonly TimedDocument[],
    order: RowOrder,
  ) {
    this.#order = order
    const { size, unindexed } = extent
    this.#plan = plan
    this.#documents = documents
    this.#reader = reader
    this.#ranking = new Ranking(documents)
    this.#indexed = maybe.and(reader.indexed().slice(0, size)).andNot(unindexed)
    this.#indexedCount = this.#indexed.count()
    const rest = maybe.and(unindexed)
    const read = known.filter(({ n }) => rest.has(n))
    for (const { n } of read) rest.delete(n)
    this.#fresh = read.concat(documents.times(rest.toArray()))
    const fresh = this.#fresh.map(({ n }) => n)
    const all = this.#indexed.or(Bitmap.of(size, fresh))
    this.sure = all.and(sure)
    this.open = all.andNot(sure)
  }

  /** The `most` that come first in the order of an answer, or all if there are no more. */
  first(most: number): number[] {
    if (this.#order !== 'updated') {
      this.#byDay ??= new DayRanking(
        { documents: this.#documents, reader: this.#reader },
        this.#ranking,
        this.#order,
        this.#timed(this.#indexed.toArray()),
        this.#fresh,
      )
      return this.#byDay.first(most)
    }
    if (this.#indexedCount <= most)
      return this.#inOrder([...this.#timed(this.#indexed.toArray()), ...this.#fresh], most)
    if (!this.#plan.timeValues)
      return this.#inOrder([...this.#timed(this.#indexed.toArray()), ...this.#fresh], most)
    this.#latest ??= latestOf(this.#indexed, this.#indexedCount, this.#reader.values('updated'))
    return this.#inOrder([...this.#timed(this.#latest(most)), ...this.#fresh], most)
  }

  #timed(numbers: readonly number[]): readonly TimedDocument[] {
    const { timeValues } = this.#plan
    if (!timeValues || (numbers.length <= FEW && !this.#reader.hasValues('updated')))
      return this.#documents.times(numbers)
    const times = this.#reader.values('updated')
    return numbers.map((n) => ({ n, time: times[n] ?? NaN }))
  }

  #inOrder(documents: readonly TimedDocument[], most: number): number[] {
    const numbers = Int32Array.from(documents, ({ n }) => n)
    const times = Float64Array.from(documents, ({ time }) => time)
    return this.#ranking.first(numbers, times, Math.min(most, numbers.length))
  }
}
