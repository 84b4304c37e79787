/**
 * The messages of the protocol, in their JSON form.
 *
 * @see sync, Routes
 */
import type { GraphRecord, Version, Words } from '@notegraph/graph'

/** The error body of every route: a message, a stable code and a hint for the user. */
export interface WireError {
  readonly error: string
  readonly code: string
  readonly hint: string
}

/** The answer to `GET /api/sync`. */
export interface PullAnswer {
  /**
   * Each record that changed after the cursor, in its current form, in the order of the changes. Tombstones are
   * included.
   */
  readonly records: readonly GraphRecord[]
  /** The cursor for the next pull. */
  readonly cursor: string
  /** A server that was restored from a backup has another epoch. */
  readonly epoch: number
  /** The id of the account. Servers before version 0.2 do not send it. */
  readonly account?: string
  readonly more: boolean
  /** The server did not accept the cursor, and this answer starts again from the beginning. */
  readonly reset: boolean
  /** The server's time, in milliseconds since 1970. */
  readonly now: number
  /** The number of the latest change. */
  readonly head: number
  /** The number of live records, for a progress display. Present on the first answer of a full pull if more follow. */
  readonly total?: number
  /** The number of live records. Present on the last answer. */
  readonly count?: number
  /** The checksum of the graph, see `checksumOf`. Present on the last answer. */
  readonly checksum?: string
}

/** The answer to `GET /api/sync/pages/{id}`: one page, ahead of the pulls. */
export interface PageRecordsAnswer {
  /**
   * Live records in their current form: the page, its blocks in outline order and its shapes. Then come the pages and blocks that
   * these link, tag, refer to or embed.
   */
  readonly records: readonly GraphRecord[]
  /** A server that was restored from a backup has another epoch. */
  readonly epoch: number
  /** The id of the account. */
  readonly account: string
  /** Whether records were left out. They come with the pulls. */
  readonly more: boolean
  /** The server's time, in milliseconds since 1970. */
  readonly now: number
  /** The number of the latest change. Pulls up to it bring these records again. */
  readonly head: number
}

/**
 * The name of a group: `words`, `place`, `deleted`, `versions`, `props.KEY`, or a key that this release does not know.
 */
export type Group = string

/** One record of a push. */
export interface PushItem {
  /** The whole record of the device. */
  readonly record: GraphRecord
  /** The groups that the device edited. */
  readonly dirty: readonly Group[]
  /** Revisions that the author of the edit saw. */
  readonly seen: readonly string[]
  /** Versions that a person rejected. */
  readonly drops: readonly string[]
}

/** The body of `POST /api/sync`. */
export interface PushBody {
  /** The epoch of the last pull. */
  readonly epoch: number
  /** The name of the device, 1 to 100 characters. */
  readonly device: string
  /** The cursor of the device's last pull. Without it, the server deletes a page even if others wrote on it. */
  readonly cursor?: string
  /** The account of the last pull. The server refuses a push for another one. */
  readonly account?: string
  readonly records: readonly PushItem[]
}

/**
 * The result of a push: `applied`: the server stored it. `kept`: the server kept its own value of some group, and
 * returns it. `refused`: the server stored nothing, and a retry has the same result.
 */
export type Outcome = 'applied' | 'kept' | 'refused'

/** The result for one record of a push. */
export interface PushResult {
  readonly id: string
  readonly outcome: Outcome
  /** The record that the server now has; `null` without one. */
  readonly record: GraphRecord | null
  /** Present if and only if the outcome is `refused`. */
  readonly error?: WireError
}

/** The answer to `POST /api/sync`: a result for each record of the push, in its order. */
export interface PushAnswer {
  readonly results: readonly PushResult[]
  readonly head: number
}

/** A block with words from two devices. */
export interface Conflict {
  readonly id: string
  readonly pageId: string
  /** The words that are shown. */
  readonly words: Words
  /** The conflicting versions. A person picks one of them or keeps the shown words. */
  readonly versions: readonly Version[]
}

/** The answer to `GET /api/sync/conflicts`: blocks and shapes with versions. */
export interface ConflictList {
  readonly blocks: readonly GraphRecord[]
  /** The total number. */
  readonly total: number
  /** The `offset` of the next page; `null` on the last page. */
  readonly next: number | null
}

/** The answer to `POST /api/sync/conflicts/{id}`: the block with the picked words and without versions. */
export interface PickAnswer {
  readonly block: GraphRecord
}
