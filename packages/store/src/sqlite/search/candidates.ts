/** The blocks that can match, of which some do for sure, and which of them come first. */
import type { Db } from '../database.ts'
import { Bits } from './bits.ts'
import type { Extent } from './extent.ts'
import type { Held } from './held.ts'
import { latestOf } from './latest.ts'
import type { FirstOf } from './order.ts'

export interface Candidates {
  readonly sure: Bits
  /** The others. */
  readonly open: Bits
  /** The `most` that come first in the order of an answer, or all where there are no more. */
  readonly first: (most: number) => number[]
}

/** The times of so many are sooner asked than read of all. */
const ASKED = 8_192

interface Timed {
  readonly n: number
  readonly time: number
}

/** @returns for sets that may hold numbers of other records too */
export function candidates(
  db: Db,
  firstOf: FirstOf,
): (sure: Bits, maybe: Bits, extent: Extent, held: Held) => Candidates {
  const timesOf = db.prepare<[string], Timed>(
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
    const timed = (numbers: readonly number[]): readonly Timed[] => {
      if (numbers.length <= ASKED && !held.holds('updatedExactly'))
        return timesOf.all(JSON.stringify(numbers))
      const times = held.column('updatedExactly')
      return numbers.map((n) => ({ n, time: times[n]! }))
    }

    function first(most: number): number[] {
      const some = count <= most ? folded.toArray() : latestOf(folded, count, held.column('updated'), most)
      const those = [...timed(some), ...fresh]
      const numbers = Int32Array.from(those, ({ n }) => n)
      const times = Float64Array.from(those, ({ time }) => time)
      return firstOf(numbers, times, Math.min(most, numbers.length))
    }

    return { sure: all.and(sure), open: all.without(sure), first }
  }
}
