/**
 * One account's graph, in the domain's words. Records are the truth; whatever a read needs beside them is derived from
 * them by pure code when they are written. SQL stays behind this interface.
 *
 * Every method answers from one snapshot, so a list and its total never disagree.
 */
import type { Day } from '@notegraph/block-text'
import type { Counts, GraphRecord, PageKind, ResolvedType } from '@notegraph/graph'
import type { Query } from '@notegraph/query'

/** A part of a list. `limit` may be `Infinity`. */
export interface Window {
  readonly limit: number
  readonly offset: number
}

/** A live page, ready to be answered: `pageJson` of the graph package makes the answer of it. */
export interface StoredPage {
  readonly id: string
  readonly name: string
  readonly kind: PageKind
  readonly type: ResolvedType
  readonly counts: Counts
  /** The latest edit of the page or of any block on it. @see decisions 3.1 */
  readonly editedAt: number
  /** @see PageRow.view of the graph package */
  readonly view: string
}

/** A live block on a live page, ready to be answered by `blockJson` of the graph package. */
export interface StoredBlock {
  readonly id: string
  readonly pageId: string
  /** @see BlockRow.view of the graph package */
  readonly view: string
}

/** A block found among many pages, with the name of its own. */
export interface FoundBlock extends StoredBlock {
  readonly pageName: string
}

/** A record and the number of the commit that last wrote it, its version. */
export interface Versioned<R extends GraphRecord = GraphRecord> {
  readonly record: R
  readonly seq: number
}

/** A file as the graph knows it; its bytes are kept apart, by their hash. */
export interface FileEntry {
  readonly id: string
  /** SHA-256 of the bytes, in hex. */
  readonly hash: string
  readonly name: string
  /** Media type. */
  readonly type: string
  /** Bytes. */
  readonly size: number
  readonly createdAt: number
}

export interface Put {
  readonly record: GraphRecord
  /** The version that the new one was decided from; 0 where there was no record. */
  readonly from: number
}

/** What one write lands, all of it or nothing. */
export interface Change {
  readonly puts: readonly Put[]
  readonly files?: readonly FileEntry[]
  /** Bytes that records and files may take up together; a change that grows them beyond it is refused. */
  readonly quota?: number
}

export type CommitResult =
  | { readonly ok: true; readonly seq: number }
  | { readonly ok: false; readonly why: 'changed_meanwhile' | 'quota_full' }

export interface TaskQuery {
  readonly status: 'open' | 'done' | 'all'
  /** Only tasks whose day is this one or earlier. */
  readonly dueBy?: number
}

/** What a query has to know of days. */
export interface Days {
  readonly today: Day
  /** When a day begins where the caller is, in milliseconds since 1970. */
  startOf(day: Day): number
}

/** One thing that is wrong in a store, in words for an operator. */
export type Problem = string

export interface GraphStore {
  /** Most recently edited first, then by id. */
  listPages(
    query: { readonly type?: ResolvedType },
    window: Window,
  ): Promise<{ pages: StoredPage[]; total: number }>
  /** By folded name, then by alias; the page made first wins. @see decisions 1.1 */
  findPage(folded: string): Promise<StoredPage | undefined>
  pageById(id: string): Promise<StoredPage | undefined>
  /** One page's blocks in outline order. `total` counts the page, not the window. */
  blocksOfPage(pageId: string, window: Window): Promise<{ blocks: StoredBlock[]; total: number }>
  block(id: string): Promise<FoundBlock | undefined>
  /**
   * Blocks that match; most recently edited first, then by id. At most `ceiling` are counted; `truncated` says that
   * there are more. @see decisions 5.4
   */
  search(
    query: Query,
    days: Days,
    window: Window,
    ceiling: number,
  ): Promise<{ blocks: FoundBlock[]; total: number; truncated: boolean }>
  /** @see decisions 5.5 */
  listTasks(query: TaskQuery, window: Window): Promise<{ blocks: FoundBlock[]; total: number }>

  record(id: string): Promise<Versioned | undefined>
  /** Live pages, in the order in which they were first written, a batch at a time. */
  pageRecords(after: string | undefined, limit: number): Promise<Versioned[]>
  /** Live blocks and shapes that say they stand on the page. */
  recordsOfPage(pageId: string): Promise<Versioned[]>

  fileById(id: string): Promise<FileEntry | undefined>
  fileByHash(hash: string): Promise<FileEntry | undefined>
  /** In the order of their ids. */
  listFiles(): Promise<FileEntry[]>
  /** Ids of the blocks that some block refers to, there or not. */
  referencedBlocks(): Promise<ReadonlySet<string>>

  /** The one way to write. @see design: The one write path */
  commit(change: Change): Promise<CommitResult>
  /**
   * Lands several changes in one transaction, each under a number of its own; all of them or none. What an import does,
   * since each transaction waits for the disk.
   */
  commitAll(changes: readonly Change[]): Promise<CommitResult>
  /** The number of the latest commit; 0 for an empty graph. */
  head(): Promise<number>
  /** Bytes that records and files take up. */
  bytesUsed(): Promise<number>

  /** Reads the whole graph: derived rows agree with the records, no orphan, no circle, the file whole. */
  check(): Promise<Problem[]>
  /** Derives every row anew from the records. */
  rebuild(): Promise<void>
}
