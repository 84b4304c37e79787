/**
 * Kept states: what commits replaced, with who wrote it and when. A commit that names its author keeps them in its own
 * transaction. No read of the present looks at them.
 * @see docs/history.md
 */
import type { GraphRecord } from '@notegraph/graph'

/** The kinds of authors: a signed-in device, an API token, a person in the browser, or a command of the operator. */
export const AUTHOR_KINDS = ['device', 'token', 'person', 'operator'] as const
/** One of these kinds. */
export type AuthorKind = (typeof AUTHOR_KINDS)[number]

/** The author of a commit. */
export interface Author {
  readonly kind: AuthorKind
  /** The same for every commit of one author, such as the id of a token. */
  readonly id: string
  /** The name at the time of the commit. */
  readonly name: string
}

/** The author of a commit, and its time. */
export interface Authorship extends Author {
  /** Milliseconds since 1970. */
  readonly at: number
}

/** A state that a later commit replaced, without its record. */
export interface KeptSummary {
  /** The id of the record. */
  readonly id: string
  /** The number of the first commit whose state counts as this one. */
  readonly since: number
  /** The number of the commit that wrote this state. */
  readonly seq: number
  /** The number of the commit that replaced it. The state was the present one from `since` until then. */
  readonly until: number
  /** Whether the record was deleted in this state. */
  readonly deleted: boolean
  /** When the state was written, in milliseconds since 1970. */
  readonly at: number
  /** The author of the state; absent if the store no longer knows. */
  readonly by?: Author
}

/** A state that a later commit replaced. */
export interface KeptState extends KeptSummary {
  readonly record: GraphRecord
}

/** A state, with the time of the commit that replaced it. */
export interface ReplacedState extends KeptState {
  /** Milliseconds since 1970. */
  readonly ended: number
}

/** A name for a number of the feed. */
export interface Snapshot {
  readonly id: string
  /** Absent on the snapshot of a day. */
  readonly name?: string
  /** The graph after this commit. */
  readonly seq: number
  /** When it was made, in milliseconds since 1970. */
  readonly at: number
}

/** A need of a restore for the states of one number, so that it can go on, and be reverted. */
export interface StateHold {
  readonly id: string
  /** The graph after this commit; the present one if left out. */
  readonly seq?: number
  /** When it was made, in milliseconds since 1970. */
  readonly at: number
}

/** The numbers from which the states of a graph are complete. */
export interface HistoryBounds {
  /** Earlier states were deleted, except those that a named snapshot needs. */
  readonly floor: number
  /** Earlier states were not kept. */
  readonly gap: number
}

/** States of a part of the history, and the cursor after them. */
export interface KeptPart {
  readonly states: readonly KeptState[]
  /** Absent after the last part. */
  readonly next?: number
}

/** A page with all that was on it, or a block. */
export type Forgotten = { readonly page: string } | { readonly block: string }

/** The number of states and entries that a store forgot, and the ids of their records. */
export interface Forgot {
  readonly states: number
  readonly changes: number
  readonly ids: readonly string[]
}

/** Reads of kept states, and snapshots. */
export interface HistoryStore {
  /** Set if no commit keeps the states that it replaces. */
  readonly isOff?: true
  /** The kept states of a page and of blocks and shapes on it. The latest replaced comes first. */
  listByPage(pageId: string, limit: number): Promise<KeptSummary[]>
  /** The kept states of these records, deleted ones too. The latest replaced comes first. */
  listByRecords(ids: readonly string[], limit: number): Promise<ReplacedState[]>
  /** The kept states of live records of a page that were the present ones after a commit. In no order. */
  pageAt(pageId: string, seq: number): Promise<KeptState[]>
  /** The kept state of a record that was the present one after a commit. */
  recordAt(id: string, seq: number): Promise<KeptState | undefined>
  /** The kept states of these records that were the present ones after a commit. In no order. */
  recordsAt(ids: readonly string[], seq: number): Promise<KeptState[]>
  /**
   * The kept states of the whole graph that were the present ones after a commit, in parts.
   * @param after the cursor of the part before; 0 for the first part
   */
  listAt(seq: number, after: number, limit: number): Promise<KeptPart>
  /** Whether every state that was the present one after a commit is still known. */
  isComplete(seq: number): Promise<boolean>
  /** The authors and times of commits. The store knows the latest 50,000 commits that named an author. */
  authorships(seqs: readonly number[]): Promise<ReadonlyMap<number, Authorship>>
  /** The author and time of a commit, or of the latest one after it that replaced a state of a page or on it. */
  lastAuthorship(pageId: string, seq: number): Promise<Authorship | undefined>
  /** The latest commit at or before a time; undefined if the store knows none. */
  numberAt(time: number): Promise<number | undefined>
  /** The newest first. */
  snapshots(): Promise<Snapshot[]>
  /**
   * Adds a snapshot of the graph now.
   * @param most named snapshots at once
   * @returns undefined if there are as many, or one with the id
   */
  addSnapshot(snapshot: Omit<Snapshot, 'seq'>, most: number): Promise<Snapshot | undefined>
  /**
   * Keeps the states that were the present ones after a commit until `release`, at most as long as the snapshot of a day. It is
   * no snapshot of the list.
   * @returns the number of the commit; undefined if states of that time are gone
   */
  hold(hold: StateHold): Promise<number | undefined>
  /** Ends a hold, if there is one. */
  release(id: string): Promise<void>
  /** Leaves holds alone. @returns whether there was one */
  removeSnapshot(id: string): Promise<boolean>
  /**
   * Deletes some of the states that were replaced before a time, and snapshots of days from before it. States that a named snapshot needs stay.
   * @returns whether there may be more
   */
  expire(before: number): Promise<boolean>
  /**
   * Forgets the earlier states of a page, of all blocks that are or were on it, or of a block. A record that is live counts as
   * having been as it is now, from its first known state on. So every number of the feed stays complete. Entries of the change
   * list that touched one of them go, and stored answers that name one.
   * @returns the number of kept states that had other words or are gone, and of entries; and the ids of the records
   */
  forget(what: Forgotten): Promise<Forgot>
  /** When the oldest state that may expire was replaced, in milliseconds since 1970. */
  oldest(): Promise<number | undefined>
}
