/** Sets of the latest blocks, a small one and larger ones, so that the first of very many are found among few. */
import { Bits } from './bits.ts'
import type { Numbers } from './columns.ts'

/** As many blocks as the smallest has, and as many times that as the next, about. */
const LEAST = 2_048
const TIMES = 4
const SETS = 4
/** As many times of all are put in order, about, to tell where the sets end. */
const SAMPLE = 16_384

/**
 * @param times by number; not a number where there is no block
 * @returns sets of which each holds the one before, and no block outside is later than one within
 */
export function latestSets(times: Numbers, smallest: number = LEAST): Bits[] {
  const each = Math.ceil(times.length / SAMPLE)
  const sample = new Float64Array(Math.ceil(times.length / each) || 0)
  let length = 0
  for (let n = 0; n < times.length; n += each) if (!Number.isNaN(times[n]!)) sample[length++] = times[n]!
  const sorted = sample.subarray(0, length).toSorted()
  const starts = Array.from(
    { length: SETS },
    (_, i) => sorted[length - Math.ceil((smallest * TIMES ** i) / each)],
  )
  const known = starts.filter((start) => start !== undefined)
  const sets = known.map(() => new Bits(times.length))
  const least = known.at(-1) ?? Infinity
  for (let n = 0; n < times.length; n++) {
    const time = times[n]!
    if (time >= least) for (let i = sets.length - 1; i >= 0 && time >= known[i]!; i--) sets[i]!.put(n)
  }
  return sets
}
