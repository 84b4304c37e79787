import type { JobRow, JobStore } from '../../jobs.ts'
import { withoutSync, type Db } from '../database/database.ts'
import { inPlace } from './in-place.ts'

const COLUMNS = `account_id AS accountId, id, state, started_at AS startedAt, seen_at AS seenAt, ended_at AS endedAt,
  done, total, result`

type Row = { -readonly [K in keyof JobRow]-?: JobRow[K] | null }

const toRow = (row: JobRow): Row => ({
  ...row,
  endedAt: row.endedAt ?? null,
  result: row.result ?? null,
})

/** @param table the table of one kind of job */
export function jobStore(db: Db, table: 'import_job' | 'restore_job'): JobStore {
  const place = inPlace(db)
  const find = db.prepare<[string], Row>(`SELECT ${COLUMNS} FROM ${table} WHERE account_id = ?`)
  const begin = db.prepare<[Row & { seenSince: number }]>(
    `INSERT INTO ${table} (account_id, id, state, started_at, seen_at, ended_at, done, total, result)
     VALUES (@accountId, @id, @state, @startedAt, @seenAt, @endedAt, @done, @total, @result)
     ON CONFLICT DO UPDATE SET id = excluded.id, state = excluded.state, started_at = excluded.started_at,
       seen_at = excluded.seen_at, ended_at = excluded.ended_at, done = excluded.done, total = excluded.total,
       result = excluded.result
     WHERE state <> 'running' OR seen_at < @seenSince`,
  )
  const update = db.prepare<[Row]>(
    `UPDATE ${table} SET state = @state, seen_at = @seenAt, ended_at = @endedAt, done = @done, total = @total,
       result = @result
     WHERE account_id = @accountId AND id = @id`,
  )
  return {
    find: async (accountId) => {
      const row = find.get(accountId)
      if (!row) return undefined
      const { endedAt, result, ...rest } = row
      return {
        ...rest,
        ...(endedAt !== null && { endedAt }),
        ...(result !== null && { result }),
      } as JobRow
    },
    begin: async (row, seenSince) =>
      place.write(row.accountId, () => begin.run({ ...toRow(row), seenSince }).changes > 0),
    // Progress is reported again soon, so only the result must survive a power cut.
    update: async (row) => {
      const run = () => place.write(row.accountId, () => update.run(toRow(row)).changes > 0)
      return row.state === 'running' ? withoutSync(db, run) : run()
    },
  }
}
