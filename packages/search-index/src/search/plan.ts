/**
 * How a query is answered. The answer is the same under every plan; the tests run all of them. The benchmark switches
 * each part off alone.
 */
export interface Plan {
  /** Microseconds. A query that costs less, as is known at once, is answered from the listings of the source alone. */
  readonly listingCost: number
  /** Whether documents are checked where that costs less than finding a set first. */
  readonly costBased: boolean
  /** Whether the operand of an `and` that excludes most for its cost comes first, or each in its place. */
  readonly ordered: boolean
  /** Whether the doc value `letters` answers single letters. */
  readonly letters: boolean
  /** Whether boundary terms narrow phrases. */
  readonly boundaries: boolean
  /** Whether doc values order many candidates, or the times of the documents themselves. */
  readonly timeValues: boolean
  /** Whether sets of words are cached. */
  readonly cachedSets: boolean
  /** Up to this many documents are checked one by one without further planning. */
  readonly fewDocuments: number
  /** Microseconds. Sets that cost more are made one span at a time. */
  readonly spanCost: number
  /** The numbers that a span has at least. */
  readonly spanLength: number
}

/** The plan that products use: every part of the index is on, with the costs that the benchmark found best. */
export const FASTEST: Plan = {
  listingCost: 3_000,
  costBased: true,
  ordered: true,
  letters: true,
  boundaries: true,
  timeValues: true,
  cachedSets: true,
  fewDocuments: 300,
  spanCost: 5_000,
  spanLength: 32 * 1_024,
}
