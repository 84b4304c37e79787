/** Selects the latest documents of a set without sorting the others. */
import type { Bitmap } from '../sets/bitmap.ts'
import { nthLargest } from './nth-largest.ts'

type Times = ArrayLike<number>

/** The number of documents, about, whose times estimate the threshold. */
const SAMPLE = 4_096
/** The sample is inexact: so many times as many are selected as are wanted, and so many more of the sample. */
const MORE = 1.5
const SPARE = 4

/** The number that is selected at least, since a caller often asks for more next. */
const AHEAD = 4_096

/**
 * @param count the number of documents in the set
 * @param times by document number
 * @returns a function that takes `most`. It returns that many of the latest, in ascending order of number. Others as late
 *   as the last of them are included.
 */
export function latestOf(set: Bitmap, count: number, times: Times): (most: number) => number[] {
  let late: number[] = []
  return (most) => {
    if (count <= most) return set.toArray()
    if (late.length < most) late = latest(set, count, times, Math.max(most, AHEAD))
    const least = nthLargest(
      Float64Array.from(late, (n) => times[n] ?? NaN),
      most,
    )
    return late.filter((n) => (times[n] ?? NaN) >= least)
  }
}

/** Returns at least the wanted number, all of them as late as any that it leaves out; or the whole set. */
function latest(set: Bitmap, count: number, times: Times, wanted: number): number[] {
  const sample = sampleOf(set, count, times)
  for (let rank = Math.ceil((MORE * wanted * sample.length) / count) + SPARE; ; rank *= 4) {
    const least = sample.at(-rank) ?? -Infinity
    const numbers = notBefore(least, set, times)
    if (numbers.length >= wanted || least === -Infinity) return numbers
  }
}

function notBefore(least: number, { words }: Bitmap, times: Times): number[] {
  const numbers: number[] = []
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? 0
    if (word === 0) continue
    // Few are late, so comparing each time is faster than finding the bits that are set
    for (let n = at * 32, bits = word; bits !== 0; n++, bits >>>= 1)
      if ((times[n] ?? NaN) >= least && (bits & 1) === 1) numbers.push(n)
  }
  return numbers
}

/** Times of documents from all over the set, ascending. */
function sampleOf({ words }: Bitmap, count: number, times: Times): Float64Array {
  const each = Math.max(1, Math.floor(count / SAMPLE))
  const sample: number[] = []
  for (let at = 0; at < words.length; at += each)
    for (let word = words[at] ?? 0; word !== 0; word &= word - 1)
      sample.push(times[at * 32 + 31 - Math.clz32(word & -word)] ?? NaN)
  return Float64Array.from(sample).toSorted()
}
