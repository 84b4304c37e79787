/** Writes to a graph. Each commit is one transaction with the next number of its graph. */
import type { GraphRecord } from '@notegraph/graph'
import type { FoundBlock } from './blocks.ts'
import type { ChangeCheck } from './change-reads.ts'
import type { ChangeEntry } from './changes.ts'
import type { NewFile } from './files.ts'
import type { Authorship } from './history.ts'
import type { Writer } from './outbox.ts'
import type { StoredPage } from './pages.ts'

/** A record to write. */
export interface Put {
  readonly record: GraphRecord
  /** The version that the edit was decided from; 0 if there was no record. */
  readonly from: number
}

/** Records and files that are written together, all or none. */
export interface Commit {
  readonly puts: readonly Put[]
  /** Ids of pages that the puts need. The store refuses the commit unless each is live, or becomes live with it. */
  readonly pages?: readonly string[]
  readonly files?: readonly NewFile[]
  /** Bytes for all records and files of the graph. The store refuses a commit that grows the graph beyond them. */
  readonly quota?: number
  /** The author. The commit keeps the states that it replaces; one without an author keeps none. */
  readonly by?: Authorship
}

/**
 * - `changed_meanwhile`: a record or the graph has another version, a page is gone, or another process writes for
 * longer
 *   than the store waits
 * - `quota_full`: the graph would grow beyond its quota
 */
export type CommitRefusal = 'changed_meanwhile' | 'quota_full'

/** The result of `commitAll`. */
export type CommitResult =
  | {
      readonly ok: true
      /** The number of the latest commit. */
      readonly seq: number
    }
  | { readonly ok: false; readonly why: CommitRefusal }

/** The pages and blocks to read back in the transaction of a change. */
export interface ReadBackQuery {
  readonly pageId?: string
  readonly blockId?: string
}

/** The page and block that a change asked for, as they are after it; absent if not live. */
export interface ReadBack {
  readonly page?: StoredPage
  readonly block?: FoundBlock
}

/** An entry for the change list. */
export interface NewChangeEntry {
  readonly entry: ChangeEntry
  /**
   * Refuses the change if the list has as many open entries. 0 means no limit. An edit of the person is never refused; the
   * store has so many of them at most, and the oldest go.
   */
  readonly most: number
  /** Refuses the change if the list already occupies so many bytes, after edits of the person made room. No bound if left out. */
  readonly mostBytes?: number
  /** Entries from before this time, in milliseconds since 1970, are deleted and do not count. */
  readonly since: number
}

/** The answer to store under the caller's idempotency key. */
export interface NewIdempotencyRecord {
  readonly key: string
  /** Identifies the request, so that another request with the same key is recognized. */
  readonly request: string
  /** Milliseconds since 1970. */
  readonly at: number
  /** Records from before this time are deleted, and their keys are free again. */
  readonly since: number
  /** Bytes that earlier records may occupy; the oldest are deleted first. No bound if left out. */
  readonly mostBytes?: number
  /** Makes the answer inside the transaction. If it throws, nothing is written. */
  readonly answer: (shown: ReadBack) => string
}

/** A stored answer. */
export interface IdempotencyRecord {
  readonly request: string
  readonly answer: string
  /** Milliseconds since 1970. */
  readonly at: number
}

/** One write with everything that is committed with it. A change without puts and files takes no number. */
export interface Change extends Commit {
  /**
   * The head when the change was decided; refused if there was a commit since. It protects decisions that no record's
   * version protects, such as a free name or a last place.
   */
  readonly head?: number
  /** The device that pushes the change. @see FeedStore.writtenByOthers */
  readonly device?: string
  /** The writer for the outbox, if the change has no author because history is off. */
  readonly writer?: Writer
  readonly entry?: NewChangeEntry
  /** The id of an open entry that this change reverts. The store marks it as reverted. */
  readonly reverts?: string
  /** The id of an entry that this change takes from the list, whatever its state, before it adds its own. */
  readonly drops?: string
  /** The page or block to read back in the same transaction, after the change. */
  readonly show?: ReadBackQuery
  readonly idempotency?: NewIdempotencyRecord
  /** Refuses the change if it returns false. */
  readonly check?: ChangeCheck
}

/**
 * - `key_in_use`: there is an idempotency record with the key
 * - `not_open`: the entry to revert is not open
 * - `trail_full`, `trail_bytes`: the change list has as many open entries, or as many bytes, as it may have
 * - `check_failed`: the check of the change returned false
 */
export type ChangeRefusal =
  CommitRefusal | 'key_in_use' | 'not_open' | 'trail_full' | 'trail_bytes' | 'check_failed'

/** The result of `commit`. */
export type ChangeResult =
  | {
      readonly ok: true
      /** The number of the latest commit, which is this change's if it took one. */
      readonly seq: number
      /** The page or block that `Change.show` names. */
      readonly shown: ReadBack
    }
  | {
      readonly ok: false
      /** If several apply, the first in the order: key, version, entry to revert, change list, quota, check. */
      readonly why: ChangeRefusal
    }

/** Writes to a graph, and the reads that belong to them. */
export interface CommitStore {
  /** Writes one change. Besides imports, this is the only way to write. @see docs/storage.md, The write path */
  commit(change: Change): Promise<ChangeResult>
  /**
   * Writes several commits in one transaction, each with a number of its own; all or none. Imports use it, because each
   * transaction waits for the disk.
   * @param after an earlier `commitAll` that these depend on: if it fails or is refused, so is this one
   */
  commitAll(commits: readonly Commit[], after?: Promise<CommitResult>): Promise<CommitResult>
  /**
   * Delays all other writes of this process to the graph until the work is done. For work that writes through another
   * connection: without it, this process would wait for the file and serve nobody meanwhile.
   */
  hold<T>(work: () => Promise<T>): Promise<T>
  /** The number of the latest commit; 0 for an empty graph. */
  head(): Promise<number>
  /** The stored answer for a key, until a later change deletes it. */
  findIdempotencyRecord(key: string): Promise<IdempotencyRecord | undefined>
}
