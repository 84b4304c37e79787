/**
 * The messages of the protocol, as JSON carries them.
 *
 * @see sync, Routes
 */
import type { GraphRecord, Version, Words } from '@notegraph/graph'

/** What went wrong, in words; the error body of every route. */
export interface WireError {
  readonly error: string
  readonly code: string
  readonly hint: string
}

/** The answer to `GET /api/sync`. */
export interface PullAnswer {
  /** Each record changed after the cursor, as it is now, in the order of the changes; tombstones too. */
  readonly records: readonly GraphRecord[]
  /** Where the next pull goes on. */
  readonly cursor: string
  /** A server that was restored from a backup has another one. */
  readonly epoch: number
  readonly more: boolean
  /** The cursor was of no use: everything is sent, beginning with this answer. */
  readonly reset: boolean
  /** The server's time, in milliseconds since 1970. */
  readonly now: number
  /** The number of the latest change. */
  readonly head: number
  /** How many records live, so that a device can show how far it is; with the first page of everything, if more follow. */
  readonly total?: number
  /** How many records live; with the last page. */
  readonly count?: number
  /** @see checksumOf; with the last page. */
  readonly checksum?: string
}

/** `words`, `place`, `deleted`, `versions`, `props.KEY`, or a key of the record that this release does not know. */
export type Group = string

/** One record of a push. */
export interface PushItem {
  /** The whole record as its device has it. */
  readonly record: GraphRecord
  /** The groups that were edited there. */
  readonly dirty: readonly Group[]
  /** Revisions that whoever edited it had seen. */
  readonly seen: readonly string[]
  /** Versions that a person decided against. */
  readonly drops: readonly string[]
}

/** The body of `POST /api/sync`. */
export interface PushBody {
  /** The epoch of the last pull. */
  readonly epoch: number
  /** Who pushes: a name of 1 to 100 characters. */
  readonly device: string
  /** Up to where it had pulled. Without it a page is deleted whatever others wrote on it meanwhile. */
  readonly cursor?: string
  readonly records: readonly PushItem[]
}

/**
 * `applied`: the server holds what was pushed. `kept`: for some group it holds something else, which is answered.
 * `refused`: nothing of it was taken, and never will be as it is.
 */
export type Outcome = 'applied' | 'kept' | 'refused'

export interface PushResult {
  readonly id: string
  readonly outcome: Outcome
  /** The record that the server now holds; `null` where it holds none. */
  readonly record: GraphRecord | null
  /** With `refused`. */
  readonly error?: WireError
}

/** The answer to `POST /api/sync`: a result for each record of the push, in its order. */
export interface PushAnswer {
  readonly results: readonly PushResult[]
  readonly head: number
}

/** A block whose words were changed on two devices. */
export interface Conflict {
  readonly id: string
  readonly pageId: string
  /** The words that are shown. */
  readonly words: Words
  /** The others, of which a person picks one, or none. */
  readonly versions: readonly Version[]
}

/** The answer to `GET /api/sync/conflicts`: blocks and shapes with versions. */
export interface ConflictList {
  readonly blocks: readonly GraphRecord[]
  /** How many there are in all. */
  readonly total: number
  /** The `offset` at which the rest begins; `null` when there is no more. */
  readonly next: number | null
}

/** The answer to `POST /api/sync/conflicts/{id}`: the block with the words that were picked, and no versions. */
export interface PickAnswer {
  readonly block: GraphRecord
}
