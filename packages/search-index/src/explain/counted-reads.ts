/** Counts what a search reads, by ports that pass each call on. */
import type { DocumentFilter, DocumentSource } from '../documents.ts'
import { fieldOfKey } from '../segments/doc-values.ts'
import type { SegmentStorage, Table } from '../storage.ts'

/** The rows and documents that a search read. */
export interface Reads {
  /** Rows of term blocks, each with thousands of terms. */
  termBlocks: number
  /** Rows of posting lists. */
  postingRows: number
  /** Bytes in these rows. */
  postingBytes: number
  /** Strips of doc values by field. */
  readonly docValues: Map<string, number>
  /** Documents that were checked one by one. */
  checked: number
  /** Unindexed documents that one pass read. */
  scanned: number
  /** Documents that were listed by references, properties or pages. */
  listed: number
  /** Documents whose exact time was read. */
  times: number
}

export const noReads = (): Reads => ({
  termBlocks: 0,
  postingRows: 0,
  postingBytes: 0,
  docValues: new Map(),
  checked: 0,
  scanned: 0,
  listed: 0,
  times: 0,
})

export function countedStorage(storage: SegmentStorage, reads: Reads): SegmentStorage {
  const { terms, postings, docValues } = storage
  const noteStrip = (key: number): void => {
    const field = fieldOfKey(key)
    if (field !== undefined) reads.docValues.set(field, (reads.docValues.get(field) ?? 0) + 1)
  }
  return {
    ...storage,
    terms: { ...counted(terms, () => reads.termBlocks++), bytes: (from, end) => terms.bytes(from, end) },
    postings: counted(postings, (_, bytes) => {
      reads.postingRows++
      reads.postingBytes += bytes.length
    }),
    docValues: { ...counted(docValues, noteStrip), since: (step) => docValues.since(step) },
  }
}

/** A table that notes each row that is read. */
function counted<R>(table: Table<R>, note: (key: number, row: R) => void): Table<R> {
  return {
    get(key) {
      const row = table.get(key)
      if (row !== undefined) note(key, row)
      return row
    },
    *scan(from, end) {
      for (const [key, row] of table.scan(from, end)) {
        note(key, row)
        yield [key, row] as const
      }
    },
    put: (key, row) => table.put(key, row),
    delete: (from, end) => table.delete(from, end),
    clear: () => table.clear(),
    last: (from, end) => table.last(from, end),
  }
}

/** @param unindexed how many documents a scan of the unindexed ones reads */
export function countedDocuments(
  documents: DocumentSource,
  reads: Reads,
  unindexed: () => number,
): DocumentSource {
  const listed = <T extends readonly number[]>(numbers: T): T => {
    reads.listed += numbers.length
    return numbers
  }
  return {
    revision: () => documents.revision(),
    last: () => documents.last(),
    sizeOf: (n) => documents.sizeOf(n),
    sizesAfter: (n, most) => documents.sizesAfter(n, most),
    get: (n) => documents.get(n),
    between: (after, to, except) => documents.between(after, to, except),
    all: () => documents.all(),
    filter(query) {
      const filter = documents.filter(query)
      return query ? countedFilter(filter, reads, unindexed) : filter
    },
    times(numbers) {
      reads.times += numbers.length
      return documents.times(numbers)
    },
    ids: (numbers) => documents.ids(numbers),
    byId: () => documents.byId(),
    texts: (numbers) => documents.texts(numbers),
    pageNumbers: (numbers) => documents.pageNumbers(numbers),
    days: () => documents.days(),
    listed: (leaf) => listed(documents.listed(leaf)),
    countListed: (leaf, most) => documents.countListed(leaf, most),
    onPages: (pages) => listed(documents.onPages(pages)),
    countOnPages: (pages) => documents.countOnPages(pages),
    pages: () => documents.pages(),
    pagesOf: (leaf, most) => documents.pagesOf(leaf, most),
  }
}

function countedFilter(filter: DocumentFilter, reads: Reads, unindexed: () => number): DocumentFilter {
  return {
    matching(numbers, most) {
      reads.checked += numbers.length
      return filter.matching(numbers, most)
    },
    inOrder(listing, order, part) {
      if (listing.kind === 'numbers') reads.checked += listing.numbers.length
      return filter.inOrder(listing, order, part)
    },
    unindexed() {
      reads.scanned += unindexed()
      return filter.unindexed()
    },
  }
}
