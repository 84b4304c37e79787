/**
 * One account's graph, in the domain's words. Records are the truth; whatever a read needs beside them is derived from
 * them by pure code when they are written. SQL stays behind this interface.
 *
 * Every method answers from one snapshot, so a list and its total never disagree.
 */
import type { BlockParts, Counts, GraphRecord, PageKind, ResolvedType } from '@notegraph/graph'
import type { Query, QueryDays } from '@notegraph/query'
import type { GraphFeed } from './feed.ts'
import type { ChangeEntry, ChangeFilter, HeldEntry, ListedChange } from './change-list.ts'
import type { Versioned } from './versioned.ts'

/** A part of a list. `limit` may be `Infinity`. */
export interface Window {
  readonly limit: number
  readonly offset: number
  /** The list stops before its items take up more bytes in the store; one item comes in any case. No bound when left out. */
  readonly bytes?: number
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
export interface StoredBlock extends BlockParts {
  readonly id: string
  readonly pageId: string
}

/** A block as its page's outline shows it. */
export interface OutlinedBlock extends StoredBlock {
  /** 0 at the top level. */
  readonly depth: number
}

/** A block found among many pages, with the name of its own. */
export interface FoundBlock extends StoredBlock {
  readonly pageName: string
}

/** A block with what is nested under it. */
export interface Subtree {
  /** In outline order; the block itself is the first. */
  readonly blocks: OutlinedBlock[]
  /** How many there are, the block itself among them. */
  readonly total: number
  /** How many blocks of the page stand before it. */
  readonly offset: number
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

/** A file that is added. */
export interface NewFile extends FileEntry {
  /** Of one that an import brings: where it was in the folder. Such a file is kept until a person removes it. */
  readonly path?: string
}

/** A file that an import brought and no record names. */
export interface UnlinkedFile extends NewFile {
  /** Whether it belongs to a linked file all the same, such as a picture of a highlight to its PDF. */
  readonly belongs: boolean
}

export interface Put {
  readonly record: GraphRecord
  /** The version that the new one was decided from; 0 where there was no record. */
  readonly from: number
}

/** Records and files that land together, all of them or none. */
export interface Landing {
  readonly puts: readonly Put[]
  /** Pages that the puts need, by id: refused as changed meanwhile where one is neither live nor among them. */
  readonly pages?: readonly string[]
  readonly files?: readonly NewFile[]
  /** Bytes that records and files may take up together; what grows them beyond it is refused. */
  readonly quota?: number
}

export type Landed =
  | { readonly ok: true; readonly seq: number }
  | { readonly ok: false; readonly why: 'changed_meanwhile' | 'quota_full' }

/** One write: what lands, and all that stands or falls with it. Where nothing lands, no number is taken. */
export interface Change extends Landing {
  /**
   * The graph's number when the change was decided; refused where anything landed since. It guards what no record's
   * version does: names that are free, last places.
   */
  readonly head?: number
  /** The device that pushes it. @see GraphFeed.writtenByOthers */
  readonly device?: string
  /** Listed with the change. Entries made before `since` no longer count, and are dropped. */
  readonly entry?: {
    readonly entry: ChangeEntry
    /** As many open entries as there may be; where there are that many, this one is refused. 0 is no limit. */
    readonly most: number
    /** Bytes that the list may take up before this entry. No bound when left out. */
    readonly mostBytes?: number
    readonly since: number
  }
  /** The entry that this change reverts: it has to be open, and is marked reverted. */
  readonly reverts?: string
  /** What is read back in the same transaction, as it is after the change. */
  readonly show?: { readonly pageId?: string; readonly blockId?: string }
  /** An answer kept under its caller's key. Those kept before `since` are dropped, and their keys are free again. */
  readonly keep?: {
    readonly key: string
    /** What the key came with, so that another request under it is known. */
    readonly request: string
    readonly at: number
    readonly since: number
    /** Bytes that kept answers may take up before this one; the oldest go first. No bound when left out. */
    readonly mostBytes?: number
    readonly answer: (shown: Shown) => string
  }
}

/** What a change asked to be shown, where it is there and live. */
export interface Shown {
  readonly page?: StoredPage
  readonly block?: FoundBlock
}

/** Why a change is refused whole; where several hold, the first in this order. */
export type CommitRefusal =
  | 'already_kept'
  | 'changed_meanwhile'
  | 'not_open'
  /** As many open entries, or as many bytes, as there may be. */
  | 'trail_full'
  | 'trail_bytes'
  | 'quota_full'

export type CommitResult =
  | {
      readonly ok: true
      /** The number that it took; the latest there is where it took none. */
      readonly seq: number
      readonly shown: Shown
    }
  | { readonly ok: false; readonly why: CommitRefusal }

/** An answer kept under its caller's key. */
export interface KeptAnswer {
  readonly request: string
  readonly answer: string
  readonly at: number
}

export interface TaskQuery {
  readonly status: 'open' | 'done' | 'all'
  /** Only tasks whose day is this one or earlier. */
  readonly dueBy?: number
}

/** How many live ones there are, and the bytes that they, and deleted ones as long as they are remembered, take up. */
export interface Used {
  readonly count: number
  readonly bytes: number
}

/** Journal days are pages, and so are whiteboards; what is drawn on these are shapes. */
export interface StorageUse {
  readonly pages: Used
  readonly blocks: Used
  readonly shapes: Used
  readonly files: Used
  /** The list of changes, and the kept answers: bounded apart, and no part of the storage of the account. */
  readonly changes: Used
  readonly answers: Used
}

/** What a graph has left for the sweep, by when it began to wait, in milliseconds since 1970. */
export interface SweepLeft {
  /** When the first of the files that nothing holds was noted. */
  readonly unusedSince?: number
  /** When the feed was first noted while there are tombstones; 0 where it never was. */
  readonly deletedSince?: number
}

/** One thing that is wrong in a store, in words for an operator. */
export type Problem = string

export interface GraphStore extends GraphFeed {
  /** Most recently edited first, then by id. */
  listPages(
    query: { readonly type?: ResolvedType },
    window: Window,
  ): Promise<{ pages: StoredPage[]; total: number }>
  /**
   * Pages whose own properties link or tag a page by its name or an alias, other than itself; most recently edited first,
   * then by id.
   */
  pagesNaming(name: string, window: Window): Promise<{ pages: StoredPage[]; total: number }>
  /** How many pages there are of each type that any has. */
  countTypes(): Promise<ReadonlyMap<ResolvedType, number>>
  /** By folded name, then by alias; the page made first wins. @see decisions 1.1 */
  findPage(folded: string): Promise<StoredPage | undefined>
  pageById(id: string): Promise<StoredPage | undefined>
  /**
   * Names of pages that somebody who wrote this may have meant, the nearest first: those whose name or an alias is a few
   * letters away, or holds it. Looks at so many names on either side of it in their order, and no more.
   */
  namesNear(folded: string, most: number): Promise<string[]>
  /** One page's blocks in outline order. `total` counts the page, not the window. */
  blocksOfPage(pageId: string, window: Window): Promise<{ blocks: OutlinedBlock[]; total: number }>
  block(id: string): Promise<FoundBlock | undefined>
  /** Those of the ids that are live blocks on a page, in no order. */
  blocks(ids: readonly string[]): Promise<FoundBlock[]>
  /** The least and greatest order of the blocks on a page; undefined where there are none. Never reads the page. */
  orderEdges(pageId: string): Promise<{ low: number; high: number } | undefined>
  /** A block and `most` at most of those nested under it. @param bytes as of a `Window` */
  blocksUnder(id: string, most: number, bytes?: number): Promise<Subtree | undefined>
  /** Every block that some of these are nested under, as many levels up; each once, in no order, long ones cut short. */
  blocksAbove(ids: readonly string[], levels: number): Promise<StoredBlock[]>
  /** Each live block on the page that names a parent, with that parent. */
  parentsOnPage(pageId: string): Promise<readonly (readonly [id: string, parentId: string])[]>
  /** Blocks whose ids begin so, by id. */
  blocksByPrefix(prefix: string, most: number): Promise<FoundBlock[]>
  /** For each id its shortest beginning, of `least` characters at the least, that no other record's id has. */
  shortIds(ids: readonly string[], least: number): Promise<string[]>
  /**
   * Blocks that match; most recently edited first, then by id. At most `ceiling` are counted; `truncated` says that
   * there are more. @see decisions 5.4
   */
  search(
    query: Query,
    days: QueryDays,
    window: Window,
    ceiling: number,
  ): Promise<{ blocks: FoundBlock[]; total: number; truncated: boolean }>
  /** @see decisions 5.5 */
  listTasks(query: TaskQuery, window: Window): Promise<{ blocks: FoundBlock[]; total: number }>

  record(id: string): Promise<Versioned | undefined>
  /** Those that there are, deleted ones too, in no order. */
  records(ids: readonly string[]): Promise<Versioned[]>
  /** Live pages, in the order in which they were first written, a batch at a time. */
  pageRecords(after: string | undefined, limit: number): Promise<Versioned[]>
  /** Live blocks and shapes that say they stand on the page. */
  recordsOfPage(pageId: string): Promise<Versioned[]>
  /** Ids of live blocks and shapes whose page is not there, and of blocks whose parent is not on their page. */
  misplaced(): Promise<string[]>

  fileById(id: string): Promise<FileEntry | undefined>
  fileByHash(hash: string): Promise<FileEntry | undefined>
  /** In the order of their ids. */
  listFiles(): Promise<FileEntry[]>
  /**
   * Forgets files that no import brought, that nothing on a page has held, and no record names, for a while; the notes of when each was last
   * held are brought up to date first. Bytes are left where they are.
   * @param unusedSince as long ago, in milliseconds since 1970
   * @returns what was forgotten
   */
  clearUnusedFiles(now: number, unusedSince: number): Promise<FileEntry[]>
  /** What is left for the sweep to do in this graph. */
  sweepLeft(): Promise<SweepLeft>
  /**
   * Restarts the time for which a file that nothing holds is kept.
   * @param path where an import found the same bytes: the file is one that an import brought, from now on
   */
  renewFile(id: string, path?: string): Promise<void>
  /** By name, then by id. */
  unlinkedFiles(): Promise<UnlinkedFile[]>
  /**
   * Forgets those of the files that `unlinkedFiles` gives and that belong to no other. Bytes are left where they are.
   * @returns what was forgotten; nothing where others keep writing meanwhile
   */
  removeUnlinked(ids: readonly string[]): Promise<FileEntry[]>
  /** Ids of the blocks that some block refers to, there or not. */
  referencedBlocks(): Promise<ReadonlySet<string>>

  /** The one way to write. @see docs/storage.md, The write path */
  commit(change: Change): Promise<CommitResult>
  /**
   * Lands several changes in one transaction, each under a number of its own; all of them or none. What an import does,
   * since each transaction waits for the disk.
   * @param after a commit that these rest on: unless it succeeds these are not committed, and fail as it did
   */
  commitAll(changes: readonly Landing[], after?: Promise<Landed>): Promise<Landed>
  /**
   * Holds back what else this process would write to the graph until the work is done: for a thread that writes to its
   * file. Who writes would wait for the file otherwise, and everybody with them.
   */
  holdWrites<T>(work: () => Promise<T>): Promise<T>
  /** The number of the latest commit; 0 for an empty graph. */
  head(): Promise<number>
  /** Bytes that records and files take up. */
  bytesUsed(): Promise<number>
  /** What of them takes up how many, from sums that each change keeps. */
  storageUse(): Promise<StorageUse>

  /** Newest first. `total` counts all that the filter lets through, whatever the window. */
  listChanges(filter: ChangeFilter, window: Window): Promise<{ changes: ListedChange[]; total: number }>
  /** The same, with what each touched. */
  listWholeChanges(filter: ChangeFilter, window: Window): Promise<{ changes: HeldEntry[]; total: number }>
  change(id: string): Promise<HeldEntry | undefined>
  /** How many entries made at `since` or later can still be reverted. */
  openChanges(since: number): Promise<number>
  /** What is kept under a key, until a later change drops it. */
  kept(key: string): Promise<KeptAnswer | undefined>

  /**
   * Indexes for search all that was written. Searches find it before that too, but read it block by block.
   * @param progress how many records are indexed, of how many
   */
  index(progress?: (done: number, total: number) => void): Promise<void>
  /** Reads the whole graph: derived rows agree with the records, no orphan, no circle, the file whole. */
  check(): Promise<Problem[]>
  /** Derives every row anew from the records. */
  rebuild(): Promise<void>
}
