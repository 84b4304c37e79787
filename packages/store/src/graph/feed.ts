/**
 * The feed: records in the order of the commits that last wrote them. Devices follow it, and compare their own graphs with
 * its totals.
 * @see sync, Ideas and Routes
 */
import type { Window } from './window.ts'

/** A position after one record: the number of its last commit, and `n`, which separates the records of one commit. */
export interface FeedPosition {
  readonly seq: number
  readonly n: number
}

/** The state of the feed. */
export interface FeedState {
  /** Grows when the graph is restored from a backup. */
  readonly epoch: number
  /** The position after the last tombstone that was dropped. A device at an earlier position may have missed a deletion. */
  readonly floor: FeedPosition
  /** The number of the latest commit. */
  readonly head: number
}

/** A part of the feed. */
export interface FeedPage extends FeedState {
  /** The newest version of each record as JSON text, tombstones too. */
  readonly records: readonly string[]
  /** The position after the last of these records. */
  readonly position: FeedPosition
  /** Whether there are records after this page. */
  readonly more: boolean
  /** The number of live records, on every page but the last. */
  readonly live?: number
  /**
   * The number of live records and the sum of their hashes, on the last page. Absent if commits kept coming in.
   * @see hashOf of the sync package
   */
  readonly totals?: { readonly count: number; readonly sum: number }
}

/** The records of one page, and those that they refer to. */
export interface PageRecords extends FeedState {
  /**
   * Live records as JSON text: the page, its blocks in outline order and its shapes. Then come the pages and blocks that these link,
   * tag, refer to or embed. Each comes once.
   */
  readonly records: readonly string[]
  /** Whether records were left out. */
  readonly more: boolean
}

/** A page that commits wrote on: the page itself, or blocks and shapes that are on it now. */
export interface ChangedPage {
  readonly id: string
  readonly name: string
  readonly isDeleted: boolean
}

/** The pages that commits wrote on, in the order of the feed. */
export interface ChangedPages extends FeedState {
  readonly pages: readonly ChangedPage[]
  /** The position after the last record that was read. */
  readonly position: FeedPosition
  /** Whether there are records after the position. */
  readonly more: boolean
}

/** Reads of the feed, and the tombstones in it. */
export interface FeedStore {
  state(): Promise<FeedState>
  /**
   * The records after a position, in the order of the feed.
   * @param most the number of records, and their bytes; the first record is returned whatever its size
   */
  read(position: FeedPosition, most: { readonly records: number; readonly bytes: number }): Promise<FeedPage>
  /**
   * The records of a live page, wherever they are in the feed. Undefined without such a page.
   * @param most the number of records, and their bytes; the page itself is returned whatever its size
   */
  page(
    pageId: string,
    most: { readonly records: number; readonly bytes: number },
  ): Promise<PageRecords | undefined>
  /**
   * The pages of the records after a position, and the pages that they left since, each once. A page without a record is
   * left out.
   * @param most the number of pages, and of the records to read
   */
  changedPages(
    position: FeedPosition,
    most: { readonly pages: number; readonly records: number },
  ): Promise<ChangedPages>
  /**
   * The live blocks and shapes with conflicting versions, by id, as JSON text. `total` counts all of them, whatever the
   * window.
   */
  listConflicts(window: Window): Promise<{ conflicts: string[]; total: number }>
  /**
   * For each page, the ids of its live blocks and shapes that a commit after `seq` wrote, unless this device pushed it.
   * The page may be deleted.
   * The store remembers the devices of the latest commits only; an older commit counts as another device's.
   * @param most the number of ids for each page
   */
  writtenByOthers(
    pageIds: readonly string[],
    after: { readonly seq: number; readonly device: string },
    most: number,
  ): Promise<ReadonlyMap<string, readonly string[]>>
  /**
   * Notes the head once a day, and drops the tombstones that were committed longer ago than `keptFor`. The time of the
   * commit counts, not the time of the deletion on a device.
   * @param now milliseconds since 1970
   * @param keptFor milliseconds
   */
  collectTombstones(now: number, keptFor: number): Promise<void>
  /** Marks the graph as restored: devices then offer again all that they have. @param now milliseconds since 1970 */
  raiseEpoch(now: number): Promise<void>
}
