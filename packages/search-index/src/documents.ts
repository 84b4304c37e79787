/**
 * The port to the documents: the blocks of a graph with their pages, wherever they are stored. A document has a number,
 * which is never given to another one. Numbers of deleted documents, and of records that are no documents, are left out
 * by every method that returns documents.
 */
import type { Day, Marker, Priority } from '@notegraph/block-text'
import type { PageLeaf, SettledLeaf, SettledQuery } from '@notegraph/query'
import type { RowOrder } from './search/order.ts'

/** The fields of a document that the index stores. Times are milliseconds since 1970 and never before, days are `YYYYMMDD`. */
export interface IndexedDocument {
  readonly n: number
  /** The number of its page. */
  readonly page: number
  readonly updatedAt: number
  readonly createdAt: number
  readonly marker: Marker | undefined
  readonly priority: Priority | undefined
  readonly scheduled: number | undefined
  readonly deadline: number | undefined
  /** The day by which a task sorts, or a number after all days. */
  readonly due: number
  /** The folded text that words are searched in, without marks. @see SearchedText.words of `@notegraph/block-text` */
  readonly words: string
}

/** A record and its size in bytes. */
export interface RecordSize {
  readonly n: number
  readonly size: number
}

/** Read by the writer of the index. */
export interface DocumentRows {
  /** Changes whenever a document does. */
  revision(): number
  /** The highest number of a record, 0 if there is none. */
  last(): number
  /** The size of a record in bytes, 0 if there is none. */
  sizeOf(n: number): number
  /** The records after `n`, in ascending order, and no more than `most`. */
  sizesAfter(n: number, most: number): readonly RecordSize[]
  get(n: number): IndexedDocument | undefined
  /** The documents after `after` up to and including `to`, in ascending order, without those in `except`. */
  between(after: number, to: number, except: readonly number[]): readonly IndexedDocument[]
  /** All documents, in ascending order. */
  all(): Iterable<IndexedDocument>
}

/** A document and the time of its last edit. */
export interface TimedDocument {
  readonly n: number
  readonly time: number
}

/** The condition that a document links a page or a block. */
export type RefLeaf = Extract<SettledLeaf, { readonly kind: 'ref' }>
/** The condition that a document has a property, or a property with a value. */
export type PropertyLeaf = Extract<SettledLeaf, { readonly kind: 'property' }>

/** Documents that the source lists itself, without the index; each once. */
export type Listing =
  | { readonly kind: 'numbers'; readonly numbers: readonly number[] }
  | { readonly kind: 'leaf'; readonly leaf: RefLeaf | PropertyLeaf }
  | { readonly kind: 'on-pages'; readonly pages: readonly number[] }
  | { readonly kind: 'any'; readonly of: readonly Listing[] }

/** A query that documents are checked against one by one. */
export interface DocumentFilter {
  /** The matching documents of these numbers, in their order, and no more than `most`. */
  matching(numbers: readonly number[], most?: number): number[]
  /**
   * The matching documents of a listing in the order of an answer: the latest edit first, then by id. By journal days,
   * other pages come last.
   * @param part all by default
   */
  inOrder(
    listing: Listing,
    order: RowOrder,
    part?: { readonly limit: number; readonly offset: number },
  ): number[]
  /** All matching documents that are not indexed: the changed ones, and those after the counter `indexed`. */
  unindexed(): TimedDocument[]
}

/** Read by a search. */
export interface DocumentSource extends DocumentRows {
  /** @param query left out if it is enough to be a document */
  filter(query?: SettledQuery): DocumentFilter
  /** The times of the documents among these numbers. */
  times(numbers: readonly number[]): readonly TimedDocument[]
  /** The ids of the documents among these numbers. */
  ids(numbers: readonly number[]): ReadonlyMap<number, string>
  /** The numbers of all records in the order of their ids. */
  byId(): Iterable<number>
  /** The searched texts of the documents among these numbers. */
  texts(numbers: readonly number[]): ReadonlyMap<number, string>
  /** The numbers of the pages of the documents among these numbers. */
  pageNumbers(numbers: readonly number[]): ReadonlyMap<number, number>
  /** The days of all journal pages, by page number. */
  days(): ReadonlyMap<number, Day>

  /** The numbers that a leaf is true of, by the rows of references or properties. */
  listed(leaf: RefLeaf | PropertyLeaf): readonly number[]
  /** About how many these are; counts no further than `most`. */
  countListed(leaf: RefLeaf | PropertyLeaf, most: number): number
  /** The documents on these pages. */
  onPages(pages: readonly number[]): readonly number[]
  countOnPages(pages: readonly number[]): number
  /** The numbers of all pages. */
  pages(): readonly number[]
  /** The numbers of the pages that a leaf is true of, and no more than `most`. A number may come twice. */
  pagesOf(leaf: PageLeaf, most?: number): readonly number[]
}
