/** The latest of many blocks, in order: by the digits of their times, which are whole milliseconds, in linear time. */
import type { Numbers } from './columns.ts'
import { nthLargest } from './order.ts'

const BITS = 13
const DIGIT = 2 ** BITS
/** Bits of the low digits; the rest are high ones. */
const HALF = 2 * BITS

/**
 * @param times by number; not a number where there is no block
 * @returns the numbers of `most` blocks or a few more, latest time first; all of one time or none
 */
export function latestFirst(times: Numbers, most: number): Int32Array {
  const all = new Float64Array(times).filter((time) => !Number.isNaN(time))
  const least = all.length <= most ? -Infinity : nthLargest(all, most)
  const numbers: number[] = []
  let latest = -Infinity
  let earliest = Infinity
  for (let n = 0; n < times.length; n++) {
    const time = times[n]!
    if (!(time >= least)) continue
    numbers.push(n)
    if (time > latest) latest = time
    if (time < earliest) earliest = time
  }

  const before = Float64Array.from(numbers, (n) => latest - times[n]!)
  const high = Int32Array.from(before, (time) => Math.floor(time / 2 ** HALF))
  const low = Int32Array.from(before, (time, i) => time - high[i]! * 2 ** HALF)
  let from = Int32Array.from(numbers, (_, i) => i)
  let to = new Int32Array(from.length)
  const ends = new Int32Array(DIGIT + 1)
  for (let bit = 0; 2 ** bit <= latest - earliest; bit += BITS) {
    const digits = bit < HALF ? low : high
    const shift = bit < HALF ? bit : bit - HALF
    const digit = (i: number) => (digits[i]! >>> shift) & (DIGIT - 1)
    ends.fill(0)
    for (const i of from) ends[digit(i) + 1]!++
    for (let at = 0; at < DIGIT; at++) ends[at + 1]! += ends[at]!
    for (const i of from) to[ends[digit(i)]!++] = i
    ;[from, to] = [to, from]
  }
  return from.map((i) => numbers[i]!)
}
