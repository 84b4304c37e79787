/** The blocks that can match, of which some do for sure, and which of them come first. */
import type { Db } from '../database.ts'
import { Bits } from './bits.ts'
import type { Timed } from './ask-rows.ts'
import type { Extent } from './extent.ts'
import type { Held } from './held.ts'
import { secondOf, startOf } from './columns.ts'
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

/** @returns for sets that may hold numbers of other records too; `known` are times that were read before */
export function candidates(
  db: Db,
  firstOf: FirstOf,
): (sure: Bits, maybe: Bits, extent: Extent, held: Held, known: readonly Timed[]) => Candidates {
  const timesOf = db.prepare<[string], Timed>(
    'SELECT block.n, updated_at AS time FROM json_each(?) CROSS JOIN block ON block.n = value',
  )

  return (sure, maybe, { size, waiting }, held, known) => {
    const folded = maybe.and(held.folded().slice(0, size)).without(waiting)
    const count = folded.count()
    const open = maybe.and(waiting)
    const read = known.filter(({ n }) => open.has(n))
    for (const { n } of read) open.take(n)
    const fresh = read.concat(timesOf.all(JSON.stringify(open.toArray())))
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

    let latest: ((most: number) => number[]) | undefined

    function first(most: number): number[] {
      if (count <= most) return inOrder([...timed(folded.toArray()), ...fresh], most)
      const seconds = held.column('updated')
      latest ??= latestOf(folded, count, seconds)
      const some = latest(most)
      // Exactly only where it decides, since to ask very many takes its time
      const alike = repeated([...some.map((n) => seconds[n]!), ...fresh.map(({ time }) => secondOf(time))])
      const told = some.filter((n) => !alike.has(seconds[n]!)).map((n) => ({ n, time: startOf(seconds[n]!) }))
      return inOrder([...told, ...timed(some.filter((n) => alike.has(seconds[n]!))), ...fresh], most)
    }

    function inOrder(those: readonly Timed[], most: number): number[] {
      const numbers = Int32Array.from(those, ({ n }) => n)
      const times = Float64Array.from(those, ({ time }) => time)
      return firstOf(numbers, times, Math.min(most, numbers.length))
    }

    return { sure: all.and(sure), open: all.without(sure), first }
  }
}

/** Those that come more than once. */
function repeated(values: readonly number[]): Set<number> {
  const sorted = Uint32Array.from(values).toSorted()
  return new Set(sorted.filter((value, i) => value === sorted[i - 1]))
}
