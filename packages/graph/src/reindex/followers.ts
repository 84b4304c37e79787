/**
 * Records whose rows depend on a change of another record. A new page makes waiting blocks visible, a deleted page
 * hides its blocks, and a new file gives its name to rows.
 */
import { isLive, type GraphRecord } from '../record.ts'

/** A record with the number that the store assigned to it. */
export interface NumberedRecord {
  readonly n: number
  readonly record: GraphRecord
}

/** A record whose rows the store derives again. */
export interface RecordChange {
  readonly n: number
  /** The record before the change, if it has stored rows. */
  readonly before?: GraphRecord
  readonly after: GraphRecord
  /** Whether its page was missing until now. */
  readonly waited?: boolean
}

/** The result of step 1: the records to load. */
export interface FollowersToLoad {
  /** Ids of pages that are new or restored: load the records that wait for them. */
  readonly waitingFor: readonly string[]
  /** Numbers of deleted pages: load the blocks and shapes on them. */
  readonly on: readonly number[]
  /** Ids of new files: load the pages and blocks that use them. */
  readonly using: readonly string[]
}

/** The loaded records. */
export interface Followers {
  readonly waiting: readonly NumberedRecord[]
  readonly on: readonly NumberedRecord[]
  readonly using: readonly NumberedRecord[]
}

/**
 * Step 1: lists the records to load.
 *
 * @param changes the changes of the commit, each record once
 * @param files ids of its new files
 * @example
 * followersToLoad([], ['f1']) // { waitingFor: [], on: [], using: ['f1'] }
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

/**
 * Step 2: adds the loaded records to the changes.
 *
 * @returns each record once, pages first, then blocks and shapes
 * @example
 * withFollowers([], { waiting: [], on: [], using: [] }) // []
 */
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
