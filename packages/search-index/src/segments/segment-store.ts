/** The segments of an index in its storage. */
import type { Bytes, SegmentStorage, TermRow } from '../storage.ts'
import { encodePostings, forEachPosting } from './posting-list.ts'
import type { PackedSegment, Segment } from './segment.ts'
import {
  forEachTerm,
  postingRow,
  ROW_BYTES,
  uint32s,
  type PackedTerms,
  type PostingRow,
  type TermBlock,
} from './term-dictionary.ts'

/**
 * The number of keys of each segment, for its term blocks and for its posting rows. The second half of them is for
 * boundary terms, which no word is looked for in.
 */
const KEYS = 2 ** 24

export class SegmentStore {
  readonly #storage: SegmentStorage

  constructor(storage: SegmentStorage) {
    this.#storage = storage
  }

  /** All segments, in the order in which they were written. */
  read(): Segment[] {
    return Array.from(this.#storage.segments.scan(0, Infinity), ([n, { deleted, ...row }]) => ({
      n,
      ...row,
      deleted: Int32Array.from(decode(deleted)),
    }))
  }

  /** The term blocks of a segment: those of boundary terms, or of all others. */
  termBlocks(segment: number, ofBoundaries: boolean): TermBlock[] {
    const [begin, boundaries, end] = keysOf(segment)
    const rows = ofBoundaries
      ? this.#storage.terms.scan(boundaries, end)
      : this.#storage.terms.scan(begin, boundaries)
    return Array.from(rows, ([, row]) => blockIn(row))
  }

  /** @throws RangeError if there is no such row */
  postingRow(key: number): PostingRow {
    const bytes = this.#storage.postings.get(key)
    if (!bytes) throw new RangeError(`there is no posting row ${key}`)
    return postingRow(bytes)
  }

  /** Adds a segment, and deletes its documents from those before. One without terms only does the latter. */
  add(segment: PackedSegment): void {
    this.#deleteDocuments(segment.documents)
    if (segment.words.blocks.length + segment.boundaries.blocks.length > 0) this.#write(segment, [])
  }

  /** Calls with each term of a segment and each document that contains it and is not deleted. */
  forEach({ n, deleted }: Segment, call: (term: string, n: number) => void): void {
    const isDeleted = new Set(deleted)
    for (const [, termRow] of Array.from(this.#storage.terms.scan(n * KEYS, (n + 1) * KEYS))) {
      let at = -1
      let postings: PostingRow | undefined
      forEachTerm(blockIn(termRow), (term, row, i) => {
        if (row !== at) {
          const bytes = this.#storage.postings.get(row)
          postings = bytes && postingRow(bytes) // `verifyIndex` reports one that is missing
          at = row
        }
        const each = (document: number) => {
          if (!isDeleted.has(document)) call(term, document)
        }
        if (postings) forEachPosting(postings.bytes, each, postings.ends[i], postings.ends[i + 1])
      })
    }
  }

  /** The number of storage pages that a segment takes, about, without reading its rows. */
  pagesOf(segment: number): number {
    const [begin, boundaries, end] = keysOf(segment)
    const rows = this.#countRows(begin, boundaries) + this.#countRows(boundaries, end)
    return this.#storage.terms.bytes(begin, end) / ROW_BYTES + rows
  }

  /** Replaces several segments by one. @param deleted the documents of it that are deleted by now */
  replace(segments: readonly number[], by: PackedSegment, deleted: readonly number[]): void {
    this.#write(by, deleted) // first, so that its number is a new one
    for (const n of segments) {
      this.#storage.segments.delete(n, n + 1)
      this.#storage.terms.delete(n * KEYS, (n + 1) * KEYS)
      this.#storage.postings.delete(n * KEYS, (n + 1) * KEYS)
    }
  }

  clear(): void {
    this.#storage.segments.clear()
    this.#storage.terms.clear()
    this.#storage.postings.clear()
  }

  #write({ documents, words, boundaries }: PackedSegment, deleted: readonly number[]): void {
    const [first, last] = [documents[0], documents.at(-1)]
    if (first === undefined || last === undefined) throw new RangeError('a segment needs a document')
    const n = (this.#storage.segments.last(0, Infinity) ?? 0) + 1
    this.#storage.segments.put(n, { first, last, count: documents.length, deleted: encodePostings(deleted) })
    const [begin, middle] = keysOf(n)
    this.#writeTerms(words, begin)
    this.#writeTerms(boundaries, middle)
  }

  #writeTerms({ blocks, rows }: PackedTerms, begin: number): void {
    for (const [i, { terms, marks, starts, row }] of blocks.entries())
      this.#storage.terms.put(begin + i, {
        terms,
        marks: bytesOf(marks),
        starts: bytesOf(starts),
        row: begin + row,
      })
    for (const [i, bytes] of rows.entries()) this.#storage.postings.put(begin + i, bytes)
  }

  #deleteDocuments(documents: readonly number[]): void {
    for (const [n, row] of Array.from(this.#storage.segments.scan(0, Infinity))) {
      const those = documents.filter((document) => document >= row.first && document <= row.last)
      if (those.length === 0) continue
      const all = new Set([...decode(row.deleted), ...those])
      const deleted = encodePostings([...all].toSorted((a, b) => a - b))
      this.#storage.segments.put(n, { ...row, deleted })
    }
  }

  /** The posting rows from `from` up to `to`, which have successive keys. */
  #countRows(from: number, to: number): number {
    return (this.#storage.postings.last(from, to) ?? from - 1) - from + 1
  }
}

/** The first key of a segment, the first key of its boundary terms, and the end of its keys. */
const keysOf = (segment: number): readonly [begin: number, boundaries: number, end: number] => [
  segment * KEYS,
  segment * KEYS + KEYS / 2,
  (segment + 1) * KEYS,
]

/** The segment that a key of a posting row belongs to. */
export const segmentOf = (key: number): number => Math.floor(key / KEYS)

function decode(bytes: Uint8Array): Set<number> {
  const numbers = new Set<number>()
  forEachPosting(bytes, (n) => numbers.add(n))
  return numbers
}

const blockIn = ({ terms, marks, starts, row }: TermRow): TermBlock => ({
  terms,
  marks: uint32s(marks),
  starts: uint32s(starts),
  row,
})

const bytesOf = ({ buffer, byteOffset, byteLength }: Uint32Array<ArrayBuffer>): Bytes =>
  new Uint8Array(buffer, byteOffset, byteLength)
