/**
 * How much of a list is read where its bytes are bounded. The lengths are asked first, which SQLite knows without reading
 * the texts, so that no more of them comes into memory than the answer holds.
 */

/** How many items from the first on have no more than so many bytes together; one at the least, where there is one. */
export function fitting(lengths: readonly number[], bytes: number): number {
  let sum = 0
  const end = lengths.findIndex((length, i) => (sum += length) > bytes && i > 0)
  return end < 0 ? lengths.length : end
}

/** The bytes of a row of the view `block`, its references not read out. */
export const BLOCK_BYTES: string = `octet_length(content) + ifnull(octet_length(text), 0) + ifnull(octet_length(more), 0)`

/** The same of a row that is read out. */
export const blockBytes = (row: {
  readonly content: string
  readonly text?: string | null
  readonly more?: string | null
}): number =>
  Buffer.byteLength(row.content) + Buffer.byteLength(row.text ?? '') + Buffer.byteLength(row.more ?? '')
