/** The port to the documents in memory: for tests, and as an example of an adapter. */
import type { Day } from '@notegraph/block-text'
import type { PageLeaf, SettledQuery } from '@notegraph/query'
import type {
  DocumentFilter,
  DocumentSource,
  Listing,
  PropertyLeaf,
  RecordSize,
  RefLeaf,
  TimedDocument,
} from '../documents.ts'
import type { RowOrder } from '../search/order.ts'
import type { SegmentStorage } from '../storage.ts'
import { matches, pageMatches } from './matches.ts'
import type { MemoryDocument, MemoryPage } from './memory-document.ts'

/** A document to add: a plain one has no task and no days. */
export type NewDocument = Omit<MemoryDocument, 'n' | keyof typeof PLAIN> & Partial<Omit<MemoryDocument, 'n'>>

const PLAIN = {
  marker: undefined,
  priority: undefined,
  scheduled: undefined,
  deadline: undefined,
  due: 99_999_999,
}

/** Documents and pages by number, which share their numbers. */
export class MemoryDocuments implements DocumentSource {
  readonly #storage: Pick<SegmentStorage, 'changed' | 'counters'>
  readonly #documents = new Map<number, MemoryDocument>()
  readonly #pages = new Map<number, MemoryPage>()
  #last = 0
  #revision = 0

  /** @param storage the storage of the index, which knows the unindexed documents */
  constructor(storage: Pick<SegmentStorage, 'changed' | 'counters'>) {
    this.#storage = storage
  }

  /** Adds a page. @returns its number */
  addPage(page: MemoryPage): number {
    this.#pages.set(++this.#last, page)
    this.#revision++
    return this.#last
  }

  /** Adds a document. @returns its number; an `IndexWriter` finds new documents by itself */
  add(document: NewDocument): number {
    this.change({ ...PLAIN, ...document, n: this.#last + 1 })
    return this.#last
  }

  /** Replaces a document. Call `note` of the `IndexWriter` with its number afterwards. */
  change(document: MemoryDocument): void {
    this.#documents.set(document.n, document)
    this.#last = Math.max(this.#last, document.n)
    this.#revision++
  }

  /** Deletes a document. Call `note` of the `IndexWriter` with its number afterwards. */
  delete(n: number): void {
    this.#documents.delete(n)
    this.#revision++
  }

  revision(): number {
    return this.#revision
  }

  last(): number {
    return this.#last
  }

  sizeOf(n: number): number {
    return 2 * (this.#documents.get(n)?.words.length ?? 0)
  }

  sizesAfter(n: number, most: number): RecordSize[] {
    const records = Array.from({ length: Math.max(0, this.#last - n) }, (_, i) => n + 1 + i)
    return records.slice(0, most).map((record) => ({ n: record, size: this.sizeOf(record) }))
  }

  get(n: number): MemoryDocument | undefined {
    return this.#documents.get(n)
  }

  between(after: number, to: number, except: readonly number[]): MemoryDocument[] {
    return this.all().filter(({ n }) => n > after && n <= to && !except.includes(n))
  }

  all(): MemoryDocument[] {
    return [...this.#documents.values()].toSorted((a, b) => a.n - b.n)
  }

  filter(query?: SettledQuery): DocumentFilter {
    const isMatch = ({ n }: { readonly n: number }): boolean => {
      const document = this.#documents.get(n)
      return document !== undefined && (query === undefined || this.matches(query, document))
    }
    return {
      matching: (numbers, most = numbers.length) =>
        numbers.filter((n) => isMatch({ n })).slice(0, Math.max(0, most)),
      inOrder: (listing, order, { limit, offset } = { limit: Infinity, offset: 0 }) =>
        this.#inOrder(
          this.#list(listing).filter((n) => isMatch({ n })),
          order,
        ).slice(offset, offset + limit),
      unindexed: () =>
        this.#timed(this.all().filter((document) => this.#isUnindexed(document) && isMatch(document))),
    }
  }

  /** Whether a query is true of a document, by reading it. */
  matches(query: SettledQuery, document: MemoryDocument): boolean {
    return matches(query, document, this.#pages.get(document.page) ?? { name: '' })
  }

  times(numbers: readonly number[]): TimedDocument[] {
    return this.#timed(this.#those(numbers))
  }

  ids(numbers: readonly number[]): Map<number, string> {
    return new Map(this.#those(numbers).map(({ n, id }) => [n, id]))
  }

  byId(): number[] {
    return this.all()
      .toSorted((a, b) => (a.id < b.id ? -1 : 1))
      .map(({ n }) => n)
  }

  texts(numbers: readonly number[]): Map<number, string> {
    return new Map(this.#those(numbers).map(({ n, words }) => [n, words]))
  }

  pageNumbers(numbers: readonly number[]): Map<number, number> {
    return new Map(this.#those(numbers).map(({ n, page }) => [n, page]))
  }

  days(): Map<number, Day> {
    const days = new Map<number, Day>()
    for (const [n, { day }] of this.#pages) if (day !== undefined) days.set(n, day)
    return days
  }

  listed(leaf: RefLeaf | PropertyLeaf): number[] {
    return this.filter(leaf).matching(this.all().map(({ n }) => n))
  }

  countListed(leaf: RefLeaf | PropertyLeaf, most: number): number {
    return Math.min(most, this.listed(leaf).length)
  }

  onPages(pages: readonly number[]): number[] {
    return this.all()
      .filter(({ page }) => pages.includes(page))
      .map(({ n }) => n)
  }

  countOnPages(pages: readonly number[]): number {
    return this.onPages(pages).length
  }

  pages(): number[] {
    return [...this.#pages.keys()]
  }

  pagesOf(leaf: PageLeaf, most: number = Infinity): number[] {
    const found = [...this.#pages].filter(([, page]) => pageMatches(leaf, page))
    return found.map(([n]) => n).slice(0, most)
  }

  #list(listing: Listing): number[] {
    switch (listing.kind) {
      case 'numbers':
        return [...listing.numbers]
      case 'leaf':
        return this.listed(listing.leaf)
      case 'on-pages':
        return this.onPages(listing.pages)
      case 'any':
        return [...new Set(listing.of.flatMap((one) => this.#list(one)))]
    }
  }

  /** The latest first, then by id. */
  #inOrder(numbers: readonly number[], order: RowOrder): number[] {
    return this.#those(numbers)
      .toSorted(
        (a, b) =>
          this.#dayKey(a, order) - this.#dayKey(b, order) ||
          b.updatedAt - a.updatedAt ||
          (a.id < b.id ? -1 : 1),
      )
      .map(({ n }) => n)
  }

  #dayKey({ page }: MemoryDocument, order: RowOrder): number {
    const day = this.#pages.get(page)?.day
    if (order === 'updated') return 0
    return day === undefined ? Number.MAX_SAFE_INTEGER : order === 'day' ? day : -day
  }

  #those(numbers: readonly number[]): MemoryDocument[] {
    return numbers.map((n) => this.#documents.get(n)).filter((document) => document !== undefined)
  }

  #timed(documents: readonly MemoryDocument[]): TimedDocument[] {
    return documents.map(({ n, updatedAt }) => ({ n, time: updatedAt }))
  }

  #isUnindexed({ n }: MemoryDocument): boolean {
    return n > this.#storage.counters.get('indexed') || this.#storage.changed.has(n)
  }
}
