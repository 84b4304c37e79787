/** Selects the first of many documents in the order of an answer, without sorting all of them. */
import type { DocumentSource } from '../documents.ts'
import { nthLargest } from './nth-largest.ts'

/** Microseconds, about: reading the id of one document, and going on to the next record by id. */
const READ_ID = 2
const STEP = 0.3

export class Ranking {
  readonly #documents: DocumentSource

  constructor(documents: DocumentSource) {
    this.#documents = documents
  }

  /**
   * The `most` documents that come first, or all if there are no more: the latest first, then by id.
   * @param numbers document numbers, each with its time at the same place of `times`
   */
  first(numbers: Int32Array, times: Float64Array, most: number): number[] {
    const least = most >= times.length ? -Infinity : nthLargest(times.slice(), most)
    const above: number[] = []
    const level: number[] = []
    for (let i = 0; i < times.length; i++)
      if ((times[i] ?? NaN) > least) above.push(i)
      else if (times[i] === least) level.push(numbers[i] ?? 0)
    const first = this.#sorted(above, numbers, times)
    if (level.length === 0 || first.length === most) return first
    return [...first, ...(level.length === 1 ? level : this.#firstById(level, most - first.length))]
  }

  /** The documents at these places, in order. */
  #sorted(places: number[], numbers: Int32Array, times: Float64Array): number[] {
    const byTime = (a: number, b: number): number => (times[b] ?? 0) - (times[a] ?? 0)
    const numberAt = (place: number): number => numbers[place] ?? 0
    places.sort(byTime)
    const ties = places.filter(
      (i, at) => times[i] === times[places[at - 1] ?? -1] || times[i] === times[places[at + 1] ?? -1],
    )
    if (ties.length > 0) {
      const byId = this.#comparison(ties.map(numberAt))
      places.sort((a, b) => byTime(a, b) || byId(numberAt(a), numberAt(b)))
    }
    return places.map(numberAt)
  }

  /** The first of documents with one time. */
  #firstById(numbers: readonly number[], most: number): number[] {
    const records = this.#documents.last()
    if (numbers.length * READ_ID < (records / numbers.length) * most * STEP)
      return numbers.toSorted(this.#comparison(numbers)).slice(0, most)
    const wanted = new Set(numbers)
    const first: number[] = []
    for (const n of this.#documents.byId()) {
      if (first.length === most) break
      if (wanted.has(n)) first.push(n)
    }
    return first
  }

  #comparison(numbers: readonly number[]): (a: number, b: number) => number {
    const ids = this.#documents.ids(numbers)
    return (a, b) => ((ids.get(a) ?? '') < (ids.get(b) ?? '') ? -1 : 1)
  }
}
