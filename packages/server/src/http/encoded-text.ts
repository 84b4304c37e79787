/**
 * Texts as UTF-8, in memory that is used again. New memory for each answer takes twenty times as long as encoding it.
 */

type Bytes = Uint8Array<ArrayBuffer>

/** UTF-16 units of the texts that are encoded into kept memory. New memory for shorter ones takes little time. */
const [SHORTEST, LONGEST] = [1_000, 65_536]
/** The most bytes of a UTF-16 unit. */
const UNIT_BYTES = 3
/** Pieces of memory that wait for a text; others are left to the garbage collector. */
const MOST_KEPT = 16

const encoder = new TextEncoder()
const kept: Bytes[] = []
const lent = new WeakSet<ArrayBuffer>()

/** Encodes a text. Give the bytes back when nobody needs them any more. */
export function encoded(text: string): Bytes {
  if (text.length < SHORTEST || text.length > LONGEST) return encoder.encode(text)
  const memory = kept.pop() ?? new Uint8Array(LONGEST * UNIT_BYTES)
  lent.add(memory.buffer)
  return memory.subarray(0, encoder.encodeInto(text, memory).written)
}

/** Takes back bytes that `encoded` made. The next text may replace them at once. */
export function giveBack(bytes: Bytes | undefined): void {
  if (bytes && kept.length < MOST_KEPT && lent.delete(bytes.buffer)) kept.push(new Uint8Array(bytes.buffer))
}
