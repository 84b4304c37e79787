/**
 * The port to the storage of the index: a few tables of rows by number. Reads between two writes see one snapshot, and
 * the caller of a writing method provides the transaction. Nobody writes to a table while it is being scanned.
 */

/** Rows by whole number. Bytes are copied on the way in and out: neither side sees later changes of the other. */
export interface Table<R> {
  get(key: number): R | undefined
  /** Inserts or replaces. */
  put(key: number, row: R): void
  /** Deletes the rows from `from` up to, but without, `end`. */
  delete(from: number, end: number): void
  clear(): void
  /** The rows from `from` up to, but without, `end`, in ascending order of key. */
  scan(from: number, end: number): Iterable<readonly [key: number, row: R]>
  /** The highest key from `from` up to, but without, `end`. */
  last(from: number, end: number): number | undefined
}

/** The bytes of a posting list or a strip. The storage may keep the array, so nobody changes it afterwards. */
export type Bytes = Uint8Array<ArrayBuffer>

/** @see Segment */
export interface SegmentRow {
  readonly first: number
  readonly last: number
  readonly count: number
  /** A posting list. */
  readonly deleted: Bytes
}

/** @see TermBlock */
export interface TermRow {
  readonly terms: string
  /** 32-bit numbers, low byte first. */
  readonly marks: Bytes
  /** 32-bit numbers, low byte first. */
  readonly starts: Bytes
  readonly row: number
}

/** A strip: the values of one field for documents in a row, as many as fill a page of the storage. @see DocValues */
export interface DocValueRow {
  readonly strip: Bytes
  /** The step of the index that wrote the strip last. */
  readonly step: number
}

/**
 * `indexed`: the document number up to which documents are indexed. `step`: counts the changes of the index, so that a
 * cache knows what is new. `cleared`: counts how often the whole index was deleted. All are 0 at first.
 */
export type Counter = 'indexed' | 'step' | 'cleared'

/**
 * The storage port: four tables, a set of numbers and three counters. One reader and one writer use it at a time, and the
 * caller provides the transaction around them. Keys are safe integers from 0.
 */
export interface SegmentStorage {
  readonly segments: Table<SegmentRow>
  readonly terms: Table<TermRow> & {
    /** The bytes of the terms in the rows from `from` up to, but without, `end`. */
    bytes(from: number, end: number): number
  }
  readonly postings: Table<Bytes>
  readonly docValues: Table<DocValueRow> & {
    /** The keys of the strips that a step after this one wrote. */
    since(step: number): number[]
  }
  /** Numbers of documents up to `indexed` that changed since they were indexed. */
  readonly changed: NumberSet
  readonly counters: { get(counter: Counter): number; set(counter: Counter, value: number): void }
}

/** A stored set of document numbers. Adding a number again, or deleting one that is not there, does nothing. */
export interface NumberSet {
  add(n: number): void
  delete(n: number): void
  has(n: number): boolean
  count(): number
  /** In ascending order. */
  numbers(): Iterable<number>
  clear(): void
}
