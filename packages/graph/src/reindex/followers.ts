/**
 * The records whose rows follow from the change of another record: a page brings back what waited for it, takes with it
 * what is on it, and a new file gets its name into the rows that use it.
 */
import type { GraphRecord } from '../record.ts'

/** A record by the number that the store gave it. */
export interface NumberedRecord {
  readonly n: number
  readonly record: GraphRecord
}

/** A record whose rows are to be put. */
export interface RecordChange {
  readonly n: number
  /** The record that its stored rows were made of, if it has any. */
  readonly before?: GraphRecord
  readonly after: GraphRecord
  /** Whether it waited for its page. */
  readonly waited?: boolean
}

/** Step 1: the records to load. */
export interface FollowersToLoad {
  /** Ids of pages that are new or live again: what waits for them. */
  readonly waitingFor: readonly string[]
  /** Numbers of deleted pages: the blocks and shapes on them. */
  readonly on: readonly number[]
  /** Ids of new files: the pages and blocks that use them. */
  readonly using: readonly string[]
}

/** The loaded records. */
export interface Followers {
  readonly waiting: readonly NumberedRecord[]
  readonly on: readonly NumberedRecord[]
  readonly using: readonly NumberedRecord[]
}

/**
 * Step 1.
 * @param changes of the commit, each record once
 * @param files ids of its new files
 */
export function followersToLoad(changes: readonly RecordChange[], files: Iterable<string>): FollowersToLoad {
  const waitingFor: string[] = []
  const on: number[] = []
  for (const { n, before, after } of changes) {
    if (after.kind !== 'page') continue
    if (after.deleted !== undefined) on.push(n)
    else if (!isLive(before)) waitingFor.push(after.id)
  }
  return { waitingFor, on, using: [...files] }
}

/** Step 2. @returns the changes and what follows from them: each record once, pages first, then blocks and shapes */
export function withFollowers(changes: readonly RecordChange[], followers: Followers): RecordChange[] {
  const byNumber = new Map(changes.map((change) => [change.n, change]))
  const add = (change: RecordChange) => {
    if (!byNumber.has(change.n)) byNumber.set(change.n, change)
  }
  for (const { n, record } of followers.waiting) add({ n, after: record, waited: true })
  for (const { n, record } of followers.on) add({ n, before: record, after: record })
  for (const { n, record } of followers.using) add({ n, before: record, after: record })
  const all = [...byNumber.values()]
  return [
    ...all.filter(({ after }) => after.kind === 'page'),
    ...all.filter(({ after }) => after.kind !== 'page'),
  ]
}

/** Whether there is such a record and it is not deleted. */
export const isLive = (record: GraphRecord | undefined): boolean =>
  record !== undefined && record.deleted === undefined
