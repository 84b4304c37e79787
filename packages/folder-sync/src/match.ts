/**
 * The matching of the blocks of two texts. A file contains the id of a block only if other blocks refer to it. All
 * other blocks match by their words and their neighbors. After a wrong match, one block counts as new and another as
 * deleted, and no word is lost.
 */
import { diffArrays } from 'diff'

/** One block of a text. */
export interface Row {
  readonly id?: string
  /** The depth, from 0. */
  readonly depth: number
  readonly content: string
}

/** The most edits between two texts for which the order is compared. */
const MOST_EDITS = 400
/** The most pairs of changed blocks to compare. */
const MOST_PAIRS = 10_000
/** The least part of the words of two blocks that they must share to match. */
const ALIKE = 0.4

/**
 * Matches the rows of two texts.
 *
 * @param changed whether blocks with different words can match
 * @returns for each row of `now`, the index of its row in `before`, or -1
 */
export function matchRows(before: readonly Row[], now: readonly Row[], changed: boolean): number[] {
  const matching = new Matching(before, now)
  matching.byId()
  matching.sameInOrder()
  matching.sameElsewhere()
  if (changed) matching.changedBetween()
  return matching.match
}

class Matching {
  readonly #before: readonly Row[]
  readonly #now: readonly Row[]
  /** For each row of `now`, the index of its row in `before`, or -1. */
  readonly match: number[]
  readonly #taken = new Set<number>()

  constructor(before: readonly Row[], now: readonly Row[]) {
    this.#before = before
    this.#now = now
    this.match = now.map(() => -1)
  }

  #pair(i: number, j: number): void {
    this.match[j] = i
    this.#taken.add(i)
  }

  byId(): void {
    const byId = new Map(this.#before.flatMap(({ id }, i) => (id === undefined ? [] : [[id, i] as const])))
    for (const [j, { id }] of this.#now.entries()) {
      const i = id === undefined ? undefined : byId.get(id)
      if (i !== undefined && !this.#taken.has(i)) this.#pair(i, j)
    }
  }

  /** Matches rows with the same words in the same order. */
  sameInOrder(): void {
    const left = this.#before.flatMap((_, i) => (this.#taken.has(i) ? [] : [i]))
    const right = this.#now.flatMap((_, j) => (this.match[j] === -1 ? [j] : []))
    const wordsOf = (rows: readonly Row[], indexes: readonly number[]) =>
      indexes.map((i) => rows[i]?.content ?? '')
    const parts = diffArrays(wordsOf(this.#before, left), wordsOf(this.#now, right), {
      maxEditLength: MOST_EDITS,
    })
    let [i, j] = [0, 0]
    for (const { added, removed, count = 0 } of parts ?? []) {
      if (removed) i += count
      else if (added) j += count
      else {
        for (const [n, was] of left.slice(i, i + count).entries()) {
          const is = right[j + n]
          if (is !== undefined) this.#pair(was, is)
        }
        i += count
        j += count
      }
    }
  }

  /** Matches moved rows: the same words at another position. */
  sameElsewhere(): void {
    const free = new Map<string, number[]>()
    for (const [i, { content }] of this.#before.entries()) {
      if (this.#taken.has(i) || content.trim() === '') continue
      const indexes = free.get(content)
      if (indexes) indexes.push(i)
      else free.set(content, [i])
    }
    for (const [j, { content, id }] of this.#now.entries()) {
      const i = this.match[j] === -1 && id === undefined ? free.get(content)?.shift() : undefined
      if (i !== undefined) this.#pair(i, j)
    }
  }

  /** Matches changed rows between two matched rows: the most similar pairs, in order. */
  changedBetween(): void {
    const known = new Set(increasing(this.match))
    let from = 0
    let last = -1
    for (let j = 0; j <= this.#now.length; j++) {
      if (j < this.#now.length && !known.has(j)) continue
      const next = j < this.#now.length ? (this.match[j] ?? -1) : this.#before.length
      const left: number[] = []
      for (let i = last + 1; i < next; i++) if (!this.#taken.has(i)) left.push(i)
      const right: number[] = []
      for (let n = from; n < j; n++) if (this.match[n] === -1 && this.#now[n]?.id === undefined) right.push(n)
      for (const [i, n] of mostAlike(this.#before, this.#now, left, right)) this.#pair(i, n)
      from = j + 1
      last = next
    }
  }
}

/** Returns the longest increasing subsequence: indexes whose matches increase. */
export function increasing(match: readonly number[]): number[] {
  const ends: number[] = []
  const back = new Map<number, number | undefined>()
  for (const [j, i] of match.entries()) {
    if (i < 0) continue
    let [low, high] = [0, ends.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((match[ends[middle] ?? -1] ?? -1) < i) low = middle + 1
      else high = middle
    }
    back.set(j, ends[low - 1])
    ends[low] = j
  }
  const run: number[] = []
  for (let at = ends.at(-1); at !== undefined; at = back.get(at)) run.push(at)
  return run.toReversed()
}

function mostAlike(
  before: readonly Row[],
  now: readonly Row[],
  left: readonly number[],
  right: readonly number[],
): (readonly [i: number, j: number])[] {
  const [[i], [j]] = [left, right]
  if (i === undefined || j === undefined) return []
  if (left.length === 1 && right.length === 1) return [[i, j]]
  if (left.length * right.length > MOST_PAIRS) return []
  const [a, b] = [wordsOfRows(before, left), wordsOfRows(now, right)]
  // best[x][y]: the highest similarity of the first x and the first y rows.
  const best = Array.from({ length: a.length + 1 }, () => new Float64Array(b.length + 1))
  const gain = (x: number, y: number): number => {
    const [one, other] = [a[x - 1], b[y - 1]]
    const alike = one && other ? likeness(one, other) : 0
    return alike < ALIKE ? 0 : alike
  }
  const bestAt = (x: number, y: number): number => best[x]?.[y] ?? 0
  for (const [x, row] of best.entries()) {
    if (x === 0) continue
    for (let y = 1; y <= b.length; y++)
      row[y] = Math.max(bestAt(x - 1, y), bestAt(x, y - 1), bestAt(x - 1, y - 1) + gain(x, y))
  }
  const pairs: (readonly [number, number])[] = []
  for (let [x, y] = [a.length, b.length]; x > 0 && y > 0;) {
    if (bestAt(x, y) === bestAt(x - 1, y)) x--
    else if (bestAt(x, y) === bestAt(x, y - 1)) y--
    else {
      const [was, is] = [left[--x], right[--y]]
      if (was !== undefined && is !== undefined) pairs.push([was, is])
    }
  }
  return pairs
}

const LOOKED_AT = 2_000

const wordsOfRows = (rows: readonly Row[], places: readonly number[]): ReadonlySet<string>[] =>
  places.map((place) => rows[place]).map((row) => (row ? wordsIn(row) : new Set()))

const wordsIn = ({ content }: Row): ReadonlySet<string> =>
  new Set(
    content
      .slice(0, LOOKED_AT)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+|[^\s\p{L}\p{N}]/gu),
  )

function likeness(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  if (a.size + b.size === 0) return 1
  let shared = 0
  for (const word of a) if (b.has(word)) shared++
  return (2 * shared) / (a.size + b.size)
}
