/** Numbers that ascend, as bytes: each the difference to the one before, seven bits a byte, low bits first. */
import type { Bits } from './bits.ts'

export function packNumbers(numbers: readonly number[]): Buffer {
  const bytes = Buffer.allocUnsafe(numbers.length * 5)
  let at = 0
  let last = 0
  for (const n of numbers) {
    let step = n - last
    while (step > 127) {
      bytes[at++] = (step & 127) | 128
      step >>>= 7
    }
    bytes[at++] = step
    last = n
  }
  return bytes.subarray(0, at)
}

export function eachNumber(
  bytes: Uint8Array,
  call: (n: number) => void,
  from = 0,
  end: number = bytes.length,
): void {
  let n = 0
  for (let at = from; at < end; at++) {
    let byte = bytes[at]!
    let step = byte & 127
    for (let shift = 7; byte > 127; shift += 7) {
      byte = bytes[++at]!
      step |= (byte & 127) << shift
    }
    call((n += step))
  }
}

/** Puts those from `first` up to `end` into a set that counts from `first`; a call for each, as above, takes three times as long. */
export function addNumbers(
  bytes: Uint8Array,
  from: number,
  to: number,
  { words }: Bits,
  first: number,
  end: number,
): void {
  let n = 0
  for (let at = from; at < to; at++) {
    let byte = bytes[at]!
    let step = byte & 127
    for (let shift = 7; byte > 127; shift += 7) {
      byte = bytes[++at]!
      step |= (byte & 127) << shift
    }
    n += step
    if (n < first) continue
    if (n >= end) return
    words[(n - first) >>> 5]! |= 1 << ((n - first) & 31)
  }
}
