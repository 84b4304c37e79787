/** Documents that are indexed together: chosen, read and packed as one segment, without writing anything. */
import type { DocumentRows, IndexedDocument, RecordSize } from '../documents.ts'
import { addTerm, packSegment, type PackedSegment, type TermMap } from '../segments/segment.ts'
import type { SegmentStorage } from '../storage.ts'
import { termsOf } from '../terms/terms.ts'

/** Bytes of records that are indexed at once, unless one alone is longer: a million take a fifth of a second. */
const MAX_BYTES = 4 * 2 ** 20

/** The records of a batch. */
interface Selection {
  /** Numbers of changed records, ascending. */
  readonly changed: readonly number[]
  /** New records after this number, up to and including `to`. */
  readonly from: number
  readonly to: number
  /** New ones that are left for later, since they are long. */
  readonly long: readonly number[]
}

export interface Batch extends Selection {
  /** By number, without records that are no documents. */
  readonly documents: ReadonlyMap<number, IndexedDocument>
  readonly segment: PackedSegment
}

export class BatchReader {
  readonly #storage: SegmentStorage
  readonly #documents: DocumentRows

  constructor(storage: SegmentStorage, documents: DocumentRows) {
    this.#storage = storage
    this.#documents = documents
  }

  /**
   * Reads the next batch, the changed documents first.
   * @param most records in it @param longest bytes of a record; longer ones stay unindexed
   */
  read(most: number, longest: number): Batch | undefined {
    const budget = new ByteBudget()
    const changed = this.#changed(most, longest, budget)
    const from = this.#storage.counters.get('indexed')
    const fresh = takeWhile(this.#documents.sizesAfter(from, most - changed.length), ({ size }) =>
      size > longest ? true : budget.take(size),
    )
    if (changed.length + fresh.length === 0) return undefined
    const to = fresh.at(-1)?.n ?? from
    const long = fresh.filter(({ size }) => size > longest).map(({ n }) => n)
    const selection = { changed, from, to, long }
    const documents = this.documentsOf(selection)
    const terms: TermMap = new Map()
    for (const [n, { words }] of documents) for (const term of termsOf(words)) addTerm(terms, term, n)
    const numbers = [...new Set([...changed, ...documents.keys()])]
    return { ...selection, documents, segment: packSegment(terms, numbers) }
  }

  /** The documents of a selection as they are now, by number. */
  documentsOf({ changed, from, to, long }: Selection): Map<number, IndexedDocument> {
    const ofChanged = changed.map((n) => this.#documents.get(n)).filter((document) => document !== undefined)
    const fresh = this.#documents.between(from, to, long)
    return new Map([...ofChanged, ...fresh].map((document) => [document.n, document]))
  }

  #changed(most: number, longest: number, budget: ByteBudget): number[] {
    const sizes: RecordSize[] = []
    for (const n of this.#storage.changed.numbers()) {
      if (sizes.length === most) break
      const size = this.#documents.sizeOf(n)
      if (size <= longest) sizes.push({ n, size })
    }
    return takeWhile(sizes, ({ size }) => budget.take(size)).map(({ n }) => n)
  }
}

/** Takes records up to a number of bytes, and the first one in any case. */
class ByteBudget {
  #bytes = 0
  #isEmpty = true

  take(size: number): boolean {
    this.#bytes += size
    const isTaken = this.#isEmpty || this.#bytes <= MAX_BYTES
    this.#isEmpty = false
    return isTaken
  }
}

function takeWhile<T>(list: readonly T[], isTaken: (one: T) => boolean): T[] {
  const end = list.findIndex((one) => !isTaken(one))
  return end < 0 ? [...list] : list.slice(0, end)
}
