/**
 * Posting lists: ascending document numbers as bytes. Each number is the difference to the one before, seven bits a byte,
 * low bits first; the top bit says that more bytes follow.
 */
import type { Bitmap } from '../sets/bitmap.ts'

/** Bytes that one number takes at most. */
const LONGEST = 5

/** Appends posting lists to bytes that grow as needed. */
export class PostingWriter {
  #bytes = new Uint8Array(1_024)
  /** The number of bytes written. */
  length = 0

  /** Writes a list after those before. @param numbers ascending @returns the number of bytes that it takes */
  append(numbers: readonly number[]): number {
    this.#reserve(this.length + numbers.length * LONGEST)
    const bytes = this.#bytes
    const start = this.length
    let at = start
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
    this.length = at
    return at - start
  }

  /** Copies the first `length` bytes into `target` at `offset`, and removes them here. */
  moveTo(target: Uint8Array, offset: number, length: number): void {
    target.set(this.#bytes.subarray(0, length), offset)
    this.#bytes.copyWithin(0, length, this.length)
    this.length -= length
  }

  #reserve(length: number): void {
    if (length <= this.#bytes.length) return
    const longer = new Uint8Array(Math.max(length, 2 * this.#bytes.length))
    longer.set(this.#bytes.subarray(0, this.length))
    this.#bytes = longer
  }
}

/** @param numbers ascending */
export function encodePostings(numbers: readonly number[]): Uint8Array<ArrayBuffer> {
  const writer = new PostingWriter()
  const bytes = new Uint8Array(writer.append(numbers))
  writer.moveTo(bytes, 0, bytes.length)
  return bytes
}

/** Calls with each number of the list that takes the bytes from `from` up to `end`. */
export function forEachPosting(
  bytes: Uint8Array,
  call: (n: number) => void,
  from = 0,
  end: number = bytes.length,
): void {
  let n = 0
  for (let at = from; at < end; at++) {
    let byte = bytes[at] ?? 0
    let step = byte & 127
    for (let shift = 7; byte > 127; shift += 7) {
      byte = bytes[++at] ?? 0
      step |= (byte & 127) << shift
    }
    call((n += step))
  }
}

/**
 * Adds the numbers from `first` up to `end` of a list to a set that counts from `first`. A call for each, as above, takes
 * three times as long.
 * @param from the place in `bytes` at which the list begins @param to the place at which it ends
 */
export function addPostings(
  bytes: Uint8Array,
  from: number,
  to: number,
  { words }: Bitmap,
  first: number,
  end: number,
): void {
  let n = 0
  for (let at = from; at < to; at++) {
    let byte = bytes[at] ?? 0
    let step = byte & 127
    for (let shift = 7; byte > 127; shift += 7) {
      byte = bytes[++at] ?? 0
      step |= (byte & 127) << shift
    }
    n += step
    if (n < first) continue
    if (n >= end) return
    const word = (n - first) >>> 5
    words[word] = (words[word] ?? 0) | (1 << ((n - first) & 31))
  }
}
