/** The facts that a commit needs beside the row of its graph. One statement reads them, and travels with the lock. */
import type { Change } from '@notegraph/store'
import type { Session } from '../database/database.ts'
import { ofAccount } from '../database/statement.ts'

export interface BeforeCommit {
  /** Whether there is an idempotency record with the key. */
  readonly isKeyTaken: boolean
  /** Bytes of the idempotency records and of the entries that expired. The commit deletes them. */
  readonly expiredAnswerBytes: number
  readonly expiredEntryBytes: number
  /** Entries of the change list that can be reverted; 0 if the commit needs no such number. */
  readonly openEntries: number
  /** Whether the sweep will look at the account anyway. */
  readonly isSweepNoted: boolean
}

// A look at expired rows costs less than a deletion that finds none. A key or a time that is null finds no row.
const READ = ofAccount(
  `SELECT
     EXISTS (SELECT 1 FROM idempotency_record WHERE account_id = $1 AND key = $2 AND at >= $3) AS "isKeyTaken",
     (SELECT coalesce(sum(bytes), 0)::bigint FROM idempotency_record WHERE account_id = $1 AND at < $3) AS "expiredAnswerBytes",
     (SELECT coalesce(sum(bytes), 0)::bigint FROM change WHERE account_id = $1 AND at < $4) AS "expiredEntryBytes",
     CASE WHEN $5 THEN (SELECT count(*) FROM change WHERE account_id = $1 AND open AND NOT own AND at >= $4) ELSE 0 END AS "openEntries",
     EXISTS (SELECT 1 FROM sweep_due WHERE account_id = $1 AND changed) AS "isSweepNoted"`,
)

/** Inside a commit. The sweep locks the graph after it takes its note, so the note holds until the commit is over. */
export async function readBeforeCommit(
  session: Session,
  accountId: string,
  { idempotency, entry }: Pick<Change, 'idempotency' | 'entry'>,
): Promise<BeforeCommit> {
  const row = await session.one<BeforeCommit>(READ, [
    accountId,
    idempotency?.key ?? null,
    idempotency?.since ?? null,
    entry?.since ?? null,
    entry !== undefined && entry.entry.own !== true && entry.most > 0,
  ])
  return row!
}
