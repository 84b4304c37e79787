/** The import that an account has under way, or had last. */
import type { ImportRow, ImportStore } from '@notegraph/store'
import type { Database, Value } from '../database/database.ts'
import { ofAccount } from '../database/statement.ts'
import { writeInPlace } from './in-place.ts'
import { present, type Row } from './rows.ts'

const FIND = ofAccount(
  `SELECT account_id AS "accountId", id, state, started_at AS "startedAt", seen_at AS "seenAt", ended_at AS "endedAt",
     done, total, result
   FROM import_job WHERE account_id = $1`,
)
const BEGIN = ofAccount(
  `INSERT INTO import_job (account_id, id, state, seen_at, ended_at, done, total, result, started_at)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
   ON CONFLICT (account_id) DO UPDATE SET id = excluded.id, state = excluded.state, started_at = excluded.started_at,
     seen_at = excluded.seen_at, ended_at = excluded.ended_at, done = excluded.done, total = excluded.total,
     result = excluded.result
   WHERE import_job.state <> 'running' OR import_job.seen_at < $10`,
)
const UPDATE = ofAccount(
  `UPDATE import_job SET state = $3, seen_at = $4, ended_at = $5, done = $6, total = $7, result = $8
   WHERE account_id = $1 AND id = $2`,
)

const values = ({ accountId, id, state, seenAt, endedAt, done, total, result }: ImportRow): Value[] => [
  accountId,
  id,
  state,
  seenAt,
  endedAt ?? null,
  done,
  total,
  result ?? null,
]

export function importStore(db: Database): ImportStore {
  return {
    find: async (accountId) => {
      const row = await db.one<Row>(FIND, [accountId])
      return row && present<ImportRow>(row)
    },
    begin: async (row, seenSince) =>
      writeInPlace(
        db,
        row.accountId,
        async (session) => (await session.write(BEGIN, [...values(row), row.startedAt, seenSince])) > 0,
      ),
    update: async (row) =>
      writeInPlace(db, row.accountId, async (session) => (await session.write(UPDATE, values(row))) > 0),
  }
}
