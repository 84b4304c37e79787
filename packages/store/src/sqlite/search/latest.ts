/** The latest of a set of blocks, without a look at the order of the others. */
import type { Bits } from './bits.ts'
import type { Numbers } from './columns.ts'
import { nthLargest } from './order.ts'

/** The times of so many, about, tell from when on enough are late. */
const SAMPLE = 4_096
/** As many times as many are looked for as are wanted, and as many more of the sample, since it tells it about. */
const MORE = 1.5
const SPARE = 4

/**
 * @param count of the set
 * @param times by number
 * @returns the `most` latest, ascending, and all others that are as late as the last of them
 */
export function latestOf(set: Bits, count: number, times: Numbers, most: number): number[] {
  if (count <= most) return set.toArray()
  const sample = sampleOf(set, count, times)
  for (let rank = Math.ceil((MORE * most * sample.length) / count) + SPARE; ; rank *= 4) {
    const numbers = notBefore(sample.at(-rank) ?? -Infinity, set, times)
    if (numbers.length < most) continue
    const least = nthLargest(
      Float64Array.from(numbers, (n) => times[n]!),
      most,
    )
    return numbers.filter((n) => times[n]! >= least)
  }
}

function notBefore(least: number, { words }: Bits, times: Numbers): number[] {
  const numbers: number[] = []
  for (let at = 0; at < words.length; at++)
    for (let word = words[at]!; word !== 0; word &= word - 1) {
      const n = at * 32 + 31 - Math.clz32(word & -word)
      if (times[n]! >= least) numbers.push(n)
    }
  return numbers
}

/** Times of blocks from all over the set, ascending. */
function sampleOf({ words }: Bits, count: number, times: Numbers): Float64Array {
  const each = Math.max(1, Math.floor(count / SAMPLE))
  const sample: number[] = []
  for (let at = 0; at < words.length; at += each)
    for (let word = words[at]!; word !== 0; word &= word - 1)
      sample.push(times[at * 32 + 31 - Math.clz32(word & -word)]!)
  return Float64Array.from(sample).toSorted()
}
