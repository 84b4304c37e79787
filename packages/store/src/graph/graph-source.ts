/**
 * A whole graph as one store keeps it, for a move to another store. The parts come in bounded pieces. Records may be read
 * while others write; the reader then reads those of later commits again. Nobody may write while the other parts are read:
 * the reader compares the state before and after.
 */
import type { ChangeSummary } from './changes.ts'
import type { IdempotencyRecord } from './commits.ts'
import type { FeedState } from './feed.ts'
import type { NewFile } from './files.ts'
import type { HistoryBounds, KeptSummary, Snapshot } from './history.ts'
import type { StorageUsage } from './storage.ts'

/** The numbers of a graph. */
export interface SourceState extends FeedState {
  /** The number of records, tombstones included. */
  readonly records: number
  readonly storage: StorageUsage
  readonly history: HistoryBounds
}

/** A record with its numbers. */
export interface SourceRecord {
  readonly id: string
  /** The number of the record in its graph. */
  readonly n: number
  /** The number of the commit that last wrote it. */
  readonly seq: number
  readonly deleted: boolean
  /** JSON text. */
  readonly doc: string
}

/** A file, and what the sweep knows of it. */
export interface SourceFile extends NewFile {
  readonly imported: boolean
  /** Milliseconds since 1970, on a file that was noted as unused. */
  readonly unusedSince?: number
}

/** An entry of the change list. */
export interface SourceChange extends ChangeSummary {
  /** The items as JSON text. */
  readonly touched: string
  /** As it was written; absent in entries of earlier releases. */
  readonly checksum?: number
}

/** An idempotency record with its key. */
export interface SourceAnswer extends IdempotencyRecord {
  readonly key: string
}

/** A commit that a device pushed. */
export interface SourcePush {
  readonly seq: number
  readonly device: string
}

/** The head of the feed on one day, for tombstones. */
export interface SourceDay {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly seq: number
}

/** A kept state as it is stored. */
export interface SourceKept extends Omit<KeptSummary, 'by'>, SourceAuthor {
  /** The id of its page. */
  readonly page: string
  /** The time of the first state that counts as this one. */
  readonly began: number
  /** When it was replaced. */
  readonly ended: number
  /** JSON text. */
  readonly doc: string
}

/** An author, absent if nobody knows who it was. */
export interface SourceAuthor {
  readonly kind?: string
  readonly who?: string
  readonly name?: string
}

/** The author of a commit. */
export interface SourceCommit extends Required<SourceAuthor> {
  readonly seq: number
  readonly at: number
}

/** The parts of a graph, each by its own key. */
export interface GraphSource {
  state(): Promise<SourceState>
  /**
   * By their numbers.
   * @param after only records that a later commit than this one wrote; all by default
   */
  records(after?: number): Iterable<SourceRecord[]>
  files(): Iterable<SourceFile[]>
  /** The oldest first. */
  changes(): Iterable<SourceChange[]>
  /** The oldest first. */
  answers(): Iterable<SourceAnswer[]>
  pushes(): Iterable<SourcePush[]>
  days(): Iterable<SourceDay[]>
  /** The oldest first. */
  kept(): Iterable<SourceKept[]>
  authors(): Iterable<SourceCommit[]>
  snapshots(): Iterable<Snapshot[]>
}
