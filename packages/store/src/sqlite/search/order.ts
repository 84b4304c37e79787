/** The first of many blocks in the order of an answer, without putting all of them in order. */
import type { Db } from '../database.ts'

/**
 * The `most` that come first, or all where there are no more: latest time first, then by id.
 * @param numbers of blocks, each with its time at the same place
 */
export type FirstOf = (numbers: Int32Array, times: Float64Array, most: number) => number[]

/** Microseconds, about: to fetch the id of one record, and to go on to the next record by id. */
const FETCH = 2
const STEP = 0.3

export function ordering(db: Db): FirstOf {
  const ids = db.prepare<[string], { n: number; id: string }>(
    'SELECT n, record.id FROM json_each(?) CROSS JOIN record ON record.n = value',
  )
  const byId = db.prepare<[], number>('SELECT n FROM record ORDER BY id').pluck()
  const last = db.prepare<[], number>('SELECT max(n) FROM record').pluck()

  const idsOf = (numbers: readonly number[]): Map<number, string> =>
    new Map(ids.all(JSON.stringify(numbers)).map(({ n, id }) => [n, id]))

  /** The first of those whose times are alike. */
  function firstById(numbers: readonly number[], most: number): number[] {
    const records = last.get()!
    if (numbers.length * FETCH < (records / numbers.length) * most * STEP) {
      const id = idsOf(numbers)
      return numbers.toSorted((a, b) => (id.get(a)! < id.get(b)! ? -1 : 1)).slice(0, most)
    }
    const wanted = new Set(numbers)
    const first: number[] = []
    for (const n of byId.iterate()) {
      if (first.length === most) break
      if (wanted.has(n)) first.push(n)
    }
    return first
  }

  return (numbers, times, most) => {
    const least = most >= times.length ? -Infinity : nthLargest(times.slice(), most)
    const above: number[] = []
    const level: number[] = []
    for (let i = 0; i < times.length; i++)
      if (times[i]! > least) above.push(i)
      else if (times[i] === least) level.push(numbers[i]!)
    above.sort((a, b) => times[b]! - times[a]!)
    const alike = above.filter(
      (i, at) => times[i] === times[above[at - 1] ?? -1] || times[i] === times[above[at + 1] ?? -1],
    )
    if (alike.length > 0) {
      const id = idsOf(alike.map((i) => numbers[i]!))
      above.sort((a, b) => times[b]! - times[a]! || (id.get(numbers[a]!)! < id.get(numbers[b]!)! ? -1 : 1))
    }
    const first = above.map((i) => numbers[i]!)
    if (level.length === 0 || first.length === most) return first
    return [...first, ...(level.length === 1 ? level : firstById(level, most - first.length))]
  }
}

/** The value that would stand at place `n`, from 1, were they put in order, largest first. Changes their order. */
export function nthLargest(values: Float64Array, n: number): number {
  const place = n - 1
  let from = 0
  let to = values.length - 1
  while (from < to) {
    const pivot = values[(from + to) >>> 1]!
    let i = from
    let j = to
    while (i <= j) {
      while (values[i]! > pivot) i++
      while (values[j]! < pivot) j--
      if (i > j) break
      const swapped = values[i]!
      values[i++] = values[j]!
      values[j--] = swapped
    }
    if (place <= j) to = j
    else if (place >= i) from = i
    else break
  }
  return values[place]!
}
