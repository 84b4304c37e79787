/** Reads of records, the source data of a graph. */
import type { GraphRecord } from '@notegraph/graph'

/** A record and its version: the number of the commit that last wrote it. */
export interface VersionedRecord<R extends GraphRecord = GraphRecord> {
  readonly record: R
  readonly seq: number
}

/** Reads of records and their versions. */
export interface RecordStore {
  /** A record, deleted or not. */
  find(id: string): Promise<VersionedRecord | undefined>
  /** The records with these ids, deleted ones too, in no order. */
  findMany(ids: readonly string[]): Promise<VersionedRecord[]>
  /**
   * A batch of live pages in the order of their first commits.
   * @param after the id of the last page of the batch before; undefined for the first batch
   */
  listPages(after: string | undefined, limit: number): Promise<VersionedRecord[]>
  /** The live blocks and shapes whose records name this page, also a deleted one. In no order. */
  listByPage(pageId: string): Promise<VersionedRecord[]>
  /** The number of the commit that last wrote a page, or a block or shape that is on it; 0 without such a page. */
  latestOnPage(pageId: string): Promise<number>
  /** The ids of live blocks and shapes without a live page, and of blocks whose parent is not on their page. */
  listMisplaced(): Promise<string[]>
}
