/** Finds the first matches of many candidates in order, and counts the others up to a ceiling. */
import type { DocumentFilter } from '../documents.ts'
import type { Bitmap } from '../sets/bitmap.ts'
import type { Candidates } from './candidates.ts'

/** The number of documents that are checked at once, at first. */
const BATCH = 256
/** Matches are spread unevenly: so many times as many documents are checked as should do. */
const MARGIN = 1.1

export class WindowSearch {
  readonly #candidates: Candidates
  readonly #filter: DocumentFilter
  readonly #found: Bitmap
  /** Candidates that are not checked yet. */
  readonly #left: Bitmap
  #total: number

  constructor(candidates: Candidates, filter: DocumentFilter) {
    const { sure, open } = candidates
    this.#candidates = candidates
    this.#filter = filter
    this.#found = sure.or(sure)
    this.#left = open.or(open)
    this.#total = sure.count()
  }

  /** The first `end` matches in order, and the number of all, counted no further than just beyond the ceiling. */
  find(end: number, ceiling: number): { readonly numbers: number[]; readonly total: number } {
    if (this.#left.isEmpty())
      return { numbers: this.#candidates.first(Math.min(end, this.#total)), total: this.#total }
    const numbers = this.#window(end)
    this.#count(ceiling)
    return { numbers, total: this.#total }
  }

  /** Checks a stretch of the candidates in order, each time a longer one. */
  #window(end: number): number[] {
    for (let most = end + BATCH; ;) {
      const stretch = this.#candidates.first(most)
      this.#check(stretch.filter((n) => this.#left.has(n)).toSorted((a, b) => a - b))
      const numbers = stretch.filter((n) => this.#found.has(n))
      if (numbers.length >= end || stretch.length < most) return numbers
      most = longer(most, numbers.length, end)
    }
  }

  /** Checks the other candidates, until more match than are counted. */
  #count(ceiling: number): void {
    const rest = this.#total <= ceiling ? this.#left.toArray() : []
    let at = 0
    for (let size = BATCH; at < rest.length && this.#total <= ceiling; size *= 2) {
      this.#check(rest.slice(at, at + size), ceiling + 1 - this.#total)
      at += size
    }
  }

  #check(numbers: readonly number[], most?: number): void {
    for (const n of numbers) this.#left.delete(n)
    const matching = this.#filter.matching(numbers, most)
    for (const n of matching) this.#found.add(n)
    this.#total += matching.length
  }
}

/** The length of a stretch with as many matches as are wanted, estimated by one with fewer. */
function longer(most: number, matched: number, wanted: number): number {
  const more = Math.ceil((most * (wanted - matched) * MARGIN) / Math.max(1, matched))
  return most + Math.min(Math.max(more, BATCH), most * 7)
}
