/**
 * Keeps the index in step with the documents, a batch at a time. A write of documents only notes the numbers of those
 * that changed; new ones have higher numbers than all before, so they cost nothing. They stay unindexed until a
 * background thread indexes them step by step. A write of very many documents indexes some itself, if too many are
 * unindexed.
 */
import type { DocumentRows } from '../documents.ts'
import { DocValues } from '../segments/doc-values.ts'
import { Merger, type Merge } from '../segments/merger.ts'
import { SegmentStore } from '../segments/segment-store.ts'
import type { SegmentStorage } from '../storage.ts'
import { BatchReader, type Batch } from './batch.ts'

/** A search checks so few unindexed documents in less time than it takes to index them. */
export const FEW_UNINDEXED = 1_024
/** The number of unindexed records above which a write indexes some; more than most imports bring. */
const MAX_UNINDEXED = 128 * 1_024
/** The same without a background thread. */
const MAX_UNINDEXED_ALONE = 1_024
/** The records of a batch: a larger one takes less time for each, and leaves fewer segments to merge. */
const BATCH = 8 * 1_024
/** A write of fewer records leaves them to the thread, since its caller waits. */
const MANY_WRITTEN = 1_000
/** A write leaves records of more bytes to the thread, which analyses them while others write. */
const LONG = 2 ** 20

/** When an `IndexWriter` indexes. */
export interface WriterOptions {
  /** Whether a background thread calls `prepare` and `write`. Without one, each write of documents indexes. */
  readonly background: boolean
  /** The number of unindexed records above which a write indexes some. */
  readonly maxUnindexed?: number
}

/** A step that is ready to be written, and the state that it was prepared from. */
export interface PreparedStep {
  readonly revision: number
  readonly cleared: number
  readonly batch?: Batch
  readonly merge?: Merge
}

/** All methods that write need a transaction of the caller. */
export class IndexWriter {
  readonly #storage: SegmentStorage
  readonly #documents: DocumentRows
  readonly #background: boolean
  readonly #maxUnindexed: number
  readonly #segments: SegmentStore
  readonly #merger: Merger
  readonly #docValues: DocValues
  readonly #batches: BatchReader

  constructor(storage: SegmentStorage, documents: DocumentRows, options: WriterOptions) {
    this.#storage = storage
    this.#documents = documents
    this.#background = options.background
    this.#maxUnindexed = options.maxUnindexed ?? (options.background ? MAX_UNINDEXED : MAX_UNINDEXED_ALONE)
    this.#segments = new SegmentStore(storage)
    this.#merger = new Merger(storage)
    this.#docValues = new DocValues(storage)
    this.#batches = new BatchReader(storage, documents)
  }

  /**
   * Notes that these documents were created, changed or deleted. If very many are unindexed by then, indexes about as
   * many as were written.
   * @param more the number of new documents beside these
   */
  note(numbers: readonly number[], more: number): void {
    const upTo = this.#storage.counters.get('indexed')
    for (const n of numbers) if (n <= upTo) this.#storage.changed.add(n)
    // A batch of long records indexes fewer than were written, so more stay: nobody else can write meanwhile.
    const written = numbers.length + more
    if (this.#background && written < MANY_WRITTEN) return
    let batches = Math.ceil(written / BATCH)
    while (batches-- > 0 && this.unindexed() >= this.#maxUnindexed) this.#indexBatch(BATCH, LONG)
    if (!this.#background) this.#mergeAll()
  }

  /** The number of unindexed records; some of them may be no documents. */
  unindexed(): number {
    return this.#storage.changed.count() + this.#documents.last() - this.#storage.counters.get('indexed')
  }

  /** Indexes up to `most` unindexed records, changed ones first, and fewer if they are long; then merges. */
  indexSome(most: number): void {
    this.#indexBatch(most, Infinity)
    this.#mergeAll()
  }

  /**
   * Prepares the next step: a merge of segments, or a batch while more than `least` records are unindexed. Only reads, in
   * one snapshot.
   */
  prepare(least: number): PreparedStep | undefined {
    const merge = this.#merger.prepare()
    if (merge) return { ...this.#state(), merge }
    const batch = this.unindexed() > least ? this.#batches.read(BATCH, Infinity) : undefined
    return batch && { ...this.#state(), batch }
  }

  /**
   * Writes a prepared step, whatever was written or indexed since, by this process or another. Documents that changed
   * since they were read become unindexed again.
   */
  write({ revision, cleared, batch, merge }: PreparedStep): void {
    const now = this.#state()
    if (now.cleared !== cleared) return
    if (merge) this.#writeMerge(merge)
    if (!batch || this.#storage.counters.get('indexed') !== batch.from) return
    if (!batch.changed.every((n) => this.#storage.changed.has(n))) return
    this.#writeBatch(batch)
    if (now.revision !== revision) for (const n of this.#changedSince(batch)) this.#storage.changed.add(n)
  }

  /** Deletes the whole index, so that all documents are unindexed. */
  clear(): void {
    this.#segments.clear()
    this.#docValues.clear()
    this.#storage.changed.clear()
    this.#storage.counters.set('indexed', 0)
    this.#increment('step')
    this.#increment('cleared')
  }

  #indexBatch(most: number, longest: number): void {
    const batch = this.#batches.read(most, longest)
    if (batch) this.#writeBatch(batch)
  }

  #writeBatch({ changed, to, long, documents, segment }: Batch): void {
    this.#segments.add(segment)
    const step = this.#increment('step')
    this.#docValues.write(
      segment.documents.map((n) => ({ n, document: documents.get(n) })),
      step,
    )
    for (const n of changed) this.#storage.changed.delete(n)
    for (const n of long) this.#storage.changed.add(n)
    this.#storage.counters.set('indexed', to)
  }

  #mergeAll(): void {
    for (let merge = this.#merger.prepare(); merge; merge = this.#merger.prepare()) this.#writeMerge(merge)
  }

  #writeMerge(merge: Merge): void {
    if (this.#merger.write(merge)) this.#increment('step')
  }

  #changedSince(batch: Batch): number[] {
    const now = this.#batches.documentsOf(batch)
    const numbers = new Set([...batch.documents.keys(), ...now.keys()])
    return [...numbers].filter((n) => JSON.stringify(now.get(n)) !== JSON.stringify(batch.documents.get(n)))
  }

  #state(): { readonly revision: number; readonly cleared: number } {
    return { revision: this.#documents.revision(), cleared: this.#storage.counters.get('cleared') }
  }

  #increment(counter: 'step' | 'cleared'): number {
    const value = this.#storage.counters.get(counter) + 1
    this.#storage.counters.set(counter, value)
    return value
  }
}
