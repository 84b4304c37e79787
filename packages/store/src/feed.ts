/**
 * The feed: records in the order of the commits that last wrote them, for devices that follow a graph, and what such a
 * device holds its own graph against.
 * @see sync, Ideas and Routes
 */
import type { Window } from './graph-store.ts'

/** Behind a record: commits bear numbers, and `n` tells the records of one apart. */
export interface FeedPosition {
  readonly seq: number
  readonly n: number
}

/** Where the feed stands. */
export interface FeedState {
  /** A graph that was restored from a backup has a greater one. */
  readonly epoch: number
  /** Behind the last tombstone that is gone: whoever stands before it may have missed a deletion. */
  readonly floor: FeedPosition
  /** The number of the latest commit. */
  readonly head: number
}

export interface FeedPage extends FeedState {
  /** As JSON text, newest state of each; tombstones too. */
  readonly records: readonly string[]
  /** Behind the last of them. */
  readonly position: FeedPosition
  readonly more: boolean
  /** How many records live; with every page but the last. */
  readonly live?: number
  /** How many records live, and the sum of their hashes; with the last page. @see hashOf of the sync package */
  readonly totals?: { readonly count: number; readonly sum: number }
}

export interface GraphFeed {
  feedState(): Promise<FeedState>
  /** @param most how many records, and how many bytes of them; the first is given whatever its length */
  feedAfter(
    position: FeedPosition,
    most: { readonly records: number; readonly bytes: number },
  ): Promise<FeedPage>
  /** Live blocks and shapes with versions that wait for a person, in the order of their ids, as JSON text. `total` counts all of them. */
  conflicts(window: Window): Promise<{ conflicts: string[]; total: number }>
  /**
   * Live blocks and shapes on these pages that were written by a commit after `seq` which this device did not push, by
   * their pages; `most` of each at most. A commit whose device is no longer known counts as somebody else's.
   */
  writtenByOthers(
    pageIds: readonly string[],
    after: { readonly seq: number; readonly device: string },
    most: number,
  ): Promise<ReadonlyMap<string, readonly string[]>>
  /**
   * Notes how far the feed has come, once a day, and drops the tombstones that were there so long ago. They are counted
   * from when they landed, not from when a device says that it deleted something.
   * @param keptFor milliseconds
   */
  collectTombstones(now: number, keptFor: number): Promise<void>
  /** Says that the graph was restored: devices offer again what they have. */
  raiseEpoch(now: number): Promise<void>
}
