/**
 * Windows of a list that are bounded in bytes. SQLite knows lengths without reading the texts. So the lengths are read
 * first, and only the texts of the answer get into memory.
 */

/** @returns how many of the first items have at most so many bytes in total; at least one if there is one */
export function fitting(lengths: readonly number[], bytes: number): number {
  let sum = 0
  const end = lengths.findIndex((length, i) => (sum += length) > bytes && i > 0)
  return end < 0 ? lengths.length : end
}

/** The bytes of a row of the view `block`, without the texts of its references. */
export const BLOCK_BYTES: string = `octet_length(content) + ifnull(octet_length(text), 0) + ifnull(octet_length(more), 0)`

/** @returns the bytes of a row with the texts of its references */
export const blockBytes = (row: {
  readonly content: string
  readonly text?: string | null
  readonly more?: string | null
}): number =>
  Buffer.byteLength(row.content) + Buffer.byteLength(row.text ?? '') + Buffer.byteLength(row.more ?? '')
