/**
 * Commits to a graph in the order of the calls. Very many records go to the bulk thread, others commit in this one. A change
 * of many records is written in parts, through a connection of its own, as nobody may read half of a transaction.
 */
import type { Change, Commit, CommitResult, CommitStore } from '../../graph/commits.ts'
import type { BulkWriter } from '../bulk/bulk.ts'
import { pack } from '../bulk/pack.ts'
import type { Db } from '../database/database.ts'
import type { Lookup } from '../read/lookup.ts'
import type { PageCounts } from '../read/page-counts.ts'
import { changeWriter } from './change.ts'
import { commitWriter, inTransaction } from './commit.ts'
import { idempotencyReader } from './idempotency-records.ts'
import { prepare, prepareUnderived, rowAlone } from './prepared-commit.ts'

/** From this many records on, the bulk thread commits them. */
const MANY = 2_000
/** A batch of this size starts the thread early, because more such batches usually follow. */
const MORE_TO_COME = 500

/** From this many records on, a change is written in parts. As many take about 40 ms. */
const IN_PARTS = 500

/** Runs the work when no other thread writes. */
export type Turn = <T>(work: () => Promise<T>) => Promise<T>

export interface CommitOptions {
  readonly origin: string | undefined
  /** Absent for a database in memory, which another thread cannot open. */
  readonly bulk?: BulkWriter | undefined
  /** Waits before each `commitAll`, if another thread writes to the file too. */
  readonly turn?: Turn | undefined
  /** Runs work with the commits of a connection that has no other user, after the other writes of this process. */
  readonly apart?: (<T>(work: (commits: CommitStore) => Promise<T>) => Promise<T>) | undefined
  /** Whether the connection has no other user. */
  readonly isAlone?: boolean | undefined
}

export function commitStore(
  db: Db,
  lookup: Lookup,
  pages: PageCounts,
  { origin, bulk, turn, apart, isAlone = false }: CommitOptions,
): CommitStore {
  const write = commitWriter(db, origin)
  const writeAll = inTransaction(db, write)
  const env = rowAlone(origin)
  const changes = changeWriter(db, write, lookup, env)
  /** Batches for the bulk thread that are not committed yet. */
  let forThread = 0
  const head = db.prepare<[], number>("SELECT value FROM meta WHERE key = 'seq'").pluck()

  function prepareHere(
    commits: readonly Commit[],
    records: number,
  ): () => CommitResult | Promise<CommitResult> {
    if (records >= MORE_TO_COME) bulk?.prepare()
    const prepared = commits.map((commit) => prepare(commit, env))
    return () => (bulk ? bulk.inLine(() => writeAll(prepared)) : writeAll(prepared))
  }

  /** The thread that would wait derives the rows: the other one if it has nothing to commit, otherwise this one. */
  function prepareForThread(commits: readonly Commit[], thread: BulkWriter): () => Promise<CommitResult> {
    const isDerived = forThread > 0
    const prepareOne = isDerived ? prepare : prepareUnderived
    const changes = commits.map((commit) => pack(prepareOne(commit, env)))
    return () => thread.commit({ changes, isDerived })
  }

  return {
    commit: async (change: Change) => {
      const { puts, show } = change
      const isLong = puts.length >= IN_PARTS
      if (isLong && apart) return apart(async (commits) => commits.commit(change))
      // Inside the transaction the count would delay all other requests.
      if (show?.pageId !== undefined) await pages.readAhead(() => lookup.show(show))
      if (isLong && isAlone) return changes.writeInParts(change)
      return bulk ? bulk.inLine(() => changes.write(change)) : changes.write(change)
    },
    commitAll: async (commits, after) => {
      const records = commits.reduce((sum, { puts }) => sum + puts.length, 0)
      // Prepared before it waits, so that the bulk thread does not wait for it.
      const isForThread = bulk !== undefined && records >= MANY
      const commit = isForThread ? prepareForThread(commits, bulk) : prepareHere(commits, records)
      if (isForThread) forThread++
      try {
        const before = after && (await after)
        if (before?.ok === false) return before
        return await (turn ? turn(async () => commit()) : commit())
      } finally {
        if (isForThread) forThread--
      }
    },
    hold: async (work) => (bulk ? bulk.hold(work) : work()),
    head: async () => head.get()!,
    findIdempotencyRecord: idempotencyReader(db),
  }
}
