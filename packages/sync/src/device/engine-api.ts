/**
 * The engine of a device as an app uses it: it reads and edits a graph offline or online, and syncs it with a server.
 *
 * @see sync, The device's rules
 */
import type { GraphRecord, PageRecord } from '@notegraph/graph'
import type { FileEdits, Upload } from '../files/file-edits.ts'
import type { IndexReads } from '../local-index/index-reads.ts'
import type { Queries } from '../local-index/queries.ts'
import type { Conflict, WireError } from '../message.ts'
import type { WordedRecord } from '../revision.ts'
import type { ChangesSince, GraphChange } from './change-event.ts'
import type { BlockEdits } from './edit-blocks.ts'
import type { OutlineEdit, OutlineEditResult } from './edit-outline.ts'
import type { PageEdits } from './edit-pages.ts'
import type { Transactions } from './edits.ts'
import type { Environment } from './environment.ts'
import type { Counts, LocalStore, OwnValue, Progress } from './local.ts'
import type { Transport } from './transport.ts'

/** The parts that an engine works with. */
export interface EngineOptions {
  /**
   * The permanent name of this device, up to 100 characters. Conflicting versions show a name of up to 36 characters
   * `A-Z a-z 0-9 . _ -`. Default: a random name that the store keeps.
   */
  readonly device?: string
  readonly store: LocalStore
  readonly transport: Transport
  /** Default: the clock, random numbers, timers and events of the program. */
  readonly environment?: Environment
  /** The most bytes of copies of the server's files on this device. Default: 256 MB. */
  readonly copyBytes?: number
}

/** The current work of an engine, or the reason why it cannot work. */
export type Status =
  /**
   * `unsynced`: no sync has ended since the start, so the notes are those of the last time. `waiting`: another window of
   * the app uses the store, and this engine starts when that window closes.
   */
  | { readonly status: 'unsynced' | 'idle' | 'pushing' | 'waiting' }
  /** `progress` is present during a full pull and changes with each answer. */
  | { readonly status: 'pulling'; readonly progress?: Progress }
  /** The server cannot be reached; `reason` says why. The engine tries again by itself. See `NoAnswer` for the codes. */
  | { readonly status: 'offline'; readonly reason: WireError }
  /**
   * `reason` is an error of the server, or has one of these codes. `store`: this device could not store a change.
   * `store_taken`: another program has opened the store, so this engine has stopped. `other_account`: the session
   * belongs to another account than the notes. `mass_deletion`: see `allowDeletion`. `bad_url`: the address of the
   * server is no address.
   */
  | { readonly status: 'error'; readonly reason: WireError }

/** The state of an engine: its status, the number of open matters, and the time of the last sync. */
export type State = Status &
  Counts & {
    /** This device's time when it last had all changes of the server, in milliseconds since 1970. */
    readonly syncedAt?: number
  }

/**
 * The result of a sync: the number of records that came and went, or the reason of a failure. A sync is `ok` also if the
 * server rejected some records: see `state.refused` and `pending()`.
 */
export type SyncResult =
  | { readonly ok: true; readonly pulled: number; readonly pushed: number }
  | ({ readonly ok: false } & WireError)

/** A record that the server rejected. */
export interface Refusal {
  readonly id: string
  readonly reason: WireError
}

/** The records that the server may not have yet, and those that it rejected. */
export interface PendingCounts {
  readonly waiting: number
  readonly refused: readonly Refusal[]
}

/** The events of an engine. */
export interface EngineEvents {
  /** The status changed. */
  state: State
  /** The number of pending, refused or conflicting records changed. */
  counts: Counts
  /** Records that the server has just rejected. */
  refused: readonly Refusal[]
  /** Blocks that have just got a conflicting version. */
  conflicts: readonly Conflict[]
  /** Ids of the records that changed, also if only a push was noted. A window hears of none when any may have changed. */
  change: readonly string[]
  /** A commit that a reader can notice: by whom, and what was before. */
  changes: GraphChange
  /** The upload queue, after each change. */
  uploads: readonly Upload[]
}

/** A block or shape of a page; `depth` is 0 at the top level. */
export interface ShownBlock {
  readonly record: WordedRecord
  readonly depth: number
}

/** The edits of one window, and its view of changes. */
export interface EditsOfWindow extends BlockEdits, PageEdits, Transactions {
  /** The changes after a point, as `Engine.changesSince` returns them. `by` is `here` for those of this window. */
  changesSince(point?: string): Promise<ChangesSince>
  /** Ends the window: it hears of no more changes. */
  end(): void
}

/** The graph of a device. All edits work offline. */
export interface Engine extends BlockEdits, PageEdits, Transactions, FileEdits, IndexReads, Queries {
  /**
   * Applies the edit of a whole page, together with the app's own values, in one transaction.
   *
   * @param keep returns these values, given the block of each row after the edit; `undefined` for a block that no
   * longer exists
   */
  setOutline(
    edit: OutlineEdit,
    keep: (blocks: readonly (WordedRecord | undefined)[]) => readonly OwnValue[],
  ): Promise<OutlineEditResult>

  /** Locks the store and loads the state. `start` calls this itself. */
  open(): Promise<void>
  /** Opens the engine and starts to sync. */
  start(): Promise<void>
  /** Stops syncing after the current pass. */
  stop(): Promise<void>
  /**
   * Runs a pass and all uploads now, for example when the user asks. Focus and a restored network trigger this without
   * a call. The result says whether it worked; nothing is lost if it did not, and the engine tries again by itself.
   */
  sync(): Promise<SyncResult>
  /**
   * Sends the rejected records again now, for example after the user has freed storage on the server. The engine tries
   * this once an hour by itself.
   */
  retryRefused(): Promise<SyncResult>
  readonly state: State
  /**
   * Adds a listener. An error that it throws is reported to the program, and stops neither edits nor sync.
   *
   * @returns a function that removes the listener
   */
  on<E extends keyof EngineEvents>(event: E, listen: (value: EngineEvents[E]) => void): () => void

  /**
   * The changes after a point, for example to draw what a window missed. The points are those of `changes` events. Without a
   * point, the answer only has the present one. An engine keeps 1,000 changes, and none from before its start.
   */
  changesSince(point?: string): Promise<ChangesSince>
  /**
   * Makes edits in the name of a window. To all others, its changes are by another window. `serveEngine` calls this itself.
   *
   * @param listen called with each change, as the window sees it
   */
  editsOf(window: string, listen: (change: GraphChange) => void): EditsOfWindow

  /** The record with this id, a deleted one too, or `undefined`. */
  record(id: string): Promise<GraphRecord | undefined>
  /** All live pages, blocks and shapes in batches, for example for a search index. Edits meanwhile may be missing. */
  records(): AsyncIterable<readonly GraphRecord[]>
  /** All live pages, in no order. */
  pages(): Promise<PageRecord[]>
  /** The page with this name or alias; a name that is a day finds the journal page. Capitals do not matter. */
  pageNamed(name: string): Promise<PageRecord | undefined>
  /** The blocks of a page in the order of reading. */
  blocks(pageId: string): Promise<ShownBlock[]>
  /** The blocks with conflicting versions, for a person to decide with `pick`. */
  conflicts(): Promise<Conflict[]>
  /** The number of records that wait for a push, and the records that the server rejected. */
  pending(): Promise<PendingCounts>

  /**
   * Returns a value of the app, stored next to the graph on this device. Other devices do not get it. Keys that begin with
   * a colon are the engine's.
   */
  own(key: string): Promise<string | undefined>
  /** Lists the keys of the app's values with this prefix, sorted. */
  ownKeys(prefix: string): Promise<string[]>
  /** Stores values of the app in one transaction; `null` deletes a value. */
  keep(values: readonly OwnValue[]): Promise<void>

  /**
   * Gets one page, with what it refers to, while the first pull still runs. After that, it does nothing. Call it for a page that
   * somebody opens. Its records are reported as any change.
   */
  pullPageFirst(id: string): Promise<void>
  /** Allows the server to delete nearly everything, and continues. Ask the user first. */
  allowDeletion(): Promise<void>

  /**
   * Stops the engine, and removes from this device all that the server has: records, files and values of the app. Edits and files
   * that were not sent stay, and are sent after the next start. Until then, `keep` stores nothing. For a person who signs out.
   *
   * @returns the number of edits, rejected records and files that stay
   */
  keepUnsent(): Promise<number>
}
