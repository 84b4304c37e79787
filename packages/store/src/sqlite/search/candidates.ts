/** The blocks that can match, of which some do for sure, and which of them come first. */
import type { Db } from '../database.ts'
import { Bits } from './bits.ts'
import type { Extent } from './extent.ts'
import type { Held } from './held.ts'
import type { FirstOf } from './order.ts'

export interface Candidates {
  readonly sure: Bits
  /** The others. */
  readonly open: Bits
  /** The `most` that come first in the order of an answer, or all where there are no more. */
  readonly first: (most: number) => number[]
}

/** As many times as many are compared sooner than those of them are told that are among the latest. */
const SOME = 4

/** @returns for sets that may hold numbers of other records too */
export function candidates(
  db: Db,
  firstOf: FirstOf,
): (sure: Bits, maybe: Bits, extent: Extent, held: Held) => Candidates {
  const timesOf = db.prepare<[string], { n: number; time: number }>(
    'SELECT block.n, updated_at AS time FROM json_each(?) CROSS JOIN block ON block.n = value',
  )

  return (sure, maybe, { size, waiting }, held) => {
    const folded = maybe.and(held.folded().slice(0, size)).without(waiting)
    const count = folded.count()
    const fresh = timesOf.all(JSON.stringify(maybe.and(waiting).toArray()))
    const all = folded.or(
      Bits.of(
        size,
        fresh.map(({ n }) => n),
      ),
    )
    const updated = held.column('updated')

    /** At least those that come first, if not in order. */
    function firstFolded(most: number): number[] {
      if (count <= SOME * most) return folded.toArray()
      for (const set of held.latest()) {
        const found = folded.and(set)
        if (found.count() >= most) return found.toArray()
      }
      return folded.toArray()
    }

    function first(most: number): number[] {
      const some = firstFolded(most)
      const numbers = new Int32Array(some.length + fresh.length)
      const times = new Float64Array(numbers.length)
      for (const [i, n] of some.entries()) {
        numbers[i] = n
        times[i] = updated[n]!
      }
      for (const [i, { n, time }] of fresh.entries()) {
        numbers[some.length + i] = n
        times[some.length + i] = time
      }
      return firstOf(numbers, times, Math.min(most, numbers.length))
    }

    return { sure: all.and(sure), open: all.without(sure), first }
  }
}
