/** The latest of a set of blocks, without a look at the order of the others. */
import type { Bits } from './bits.ts'
import type { Numbers } from './columns.ts'
import { nthLargest } from './order.ts'

/** The times of so many, about, tell from when on enough are late. */
const SAMPLE = 4_096
/** As many times as many are looked for as are wanted, and as many more of the sample, since it tells it about. */
const MORE = 1.5
const SPARE = 4

/** As many are looked for at least, since more are often asked for next. */
const AHEAD = 4_096

/**
 * @param count of the set
 * @param times by number
 * @returns for `most`, as many of the latest, ascending, and all others that are as late as the last of them
 */
export function latestOf(set: Bits, count: number, times: Numbers): (most: number) => number[] {
  let late: number[] = []
  return (most) => {
    if (count <= most) return set.toArray()
    if (late.length < most) late = latest(set, count, times, Math.max(most, AHEAD))
    const least = nthLargest(
      Float64Array.from(late, (n) => times[n]!),
      most,
    )
    return late.filter((n) => times[n]! >= least)
  }
}

/** At least as many as are wanted, and none that is earlier than one left out; all where there are no more. */
function latest(set: Bits, count: number, times: Numbers, wanted: number): number[] {
  const sample = sampleOf(set, count, times)
  for (let rank = Math.ceil((MORE * wanted * sample.length) / count) + SPARE; ; rank *= 4) {
    const least = sample.at(-rank) ?? -Infinity
    const numbers = notBefore(least, set, times)
    if (numbers.length >= wanted || least === -Infinity) return numbers
  }
}

function notBefore(least: number, { words }: Bits, times: Numbers): number[] {
  const numbers: number[] = []
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!
    if (word === 0) continue
    // Few are late, and to see that of each is quicker than to tell which are set
    for (let n = at * 32, bits = word; bits !== 0; n++, bits >>>= 1)
      if (times[n]! >= least && (bits & 1) === 1) numbers.push(n)
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
