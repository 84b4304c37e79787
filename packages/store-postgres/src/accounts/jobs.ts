/** The jobs that an account has under way, or had last. */
import type { JobRow, JobStore } from '@notegraph/store'
import type { Database, Value } from '../database/database.ts'
import { ofAccount } from '../database/statement.ts'
import { writeInPlace } from './in-place.ts'
import { present, type Row } from './rows.ts'

/** The statements for the table of one kind of job. */
const statementsOf = (table: 'import_job' | 'restore_job') => ({
  find: ofAccount(
    `SELECT account_id AS "accountId", id, state, started_at AS "startedAt", seen_at AS "seenAt", ended_at AS "endedAt",
       done, total, result
     FROM ${table} WHERE account_id = $1`,
  ),
  begin: ofAccount(
    `INSERT INTO ${table} (account_id, id, state, seen_at, ended_at, done, total, result, started_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     ON CONFLICT (account_id) DO UPDATE SET id = excluded.id, state = excluded.state, started_at = excluded.started_at,
       seen_at = excluded.seen_at, ended_at = excluded.ended_at, done = excluded.done, total = excluded.total,
       result = excluded.result
     WHERE ${table}.state <> 'running' OR ${table}.seen_at < $10`,
  ),
  update: ofAccount(
    `UPDATE ${table} SET state = $3, seen_at = $4, ended_at = $5, done = $6, total = $7, result = $8
     WHERE account_id = $1 AND id = $2`,
  ),
})
const IMPORTS = statementsOf('import_job')
const RESTORES = statementsOf('restore_job')

const values = ({ accountId, id, state, seenAt, endedAt, done, total, result }: JobRow): Value[] => [
  accountId,
  id,
  state,
  seenAt,
  endedAt ?? null,
  done,
  total,
  result ?? null,
]

const jobStore = (db: Database, { find, begin, update }: typeof IMPORTS): JobStore => {
  return {
    find: async (accountId) => {
      const row = await db.one<Row>(find, [accountId])
      return row && present<JobRow>(row)
    },
    begin: async (row, seenSince) =>
      writeInPlace(
        db,
        row.accountId,
        async (session) => (await session.write(begin, [...values(row), row.startedAt, seenSince])) > 0,
      ),
    update: async (row) =>
      writeInPlace(db, row.accountId, async (session) => (await session.write(update, values(row))) > 0),
  }
}

/** The imports of accounts. */
export const importStore = (db: Database): JobStore => jobStore(db, IMPORTS)
/** The restores of whole graphs. */
export const restoreStore = (db: Database): JobStore => jobStore(db, RESTORES)
