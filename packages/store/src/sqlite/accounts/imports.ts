import type { ImportRow, ImportStore } from '../../imports.ts'
import { withoutSync, type Db } from '../database/database.ts'
import { inPlace } from './in-place.ts'

const COLUMNS = `account_id AS accountId, id, state, started_at AS startedAt, seen_at AS seenAt, ended_at AS endedAt,
  done, total, result`

type Row = { -readonly [K in keyof ImportRow]-?: ImportRow[K] | null }

const toRow = (row: ImportRow): Row => ({
  ...row,
  endedAt: row.endedAt ?? null,
  result: row.result ?? null,
})

export function importStore(db: Db): ImportStore {
  const place = inPlace(db)
  const find = db.prepare<[string], Row>(`SELECT ${COLUMNS} FROM import_job WHERE account_id = ?`)
  const begin = db.prepare<[Row & { seenSince: number }]>(
    `INSERT INTO import_job (account_id, id, state, started_at, seen_at, ended_at, done, total, result)
     VALUES (@accountId, @id, @state, @startedAt, @seenAt, @endedAt, @done, @total, @result)
     ON CONFLICT DO UPDATE SET id = excluded.id, state = excluded.state, started_at = excluded.started_at,
       seen_at = excluded.seen_at, ended_at = excluded.ended_at, done = excluded.done, total = excluded.total,
       result = excluded.result
     WHERE state <> 'running' OR seen_at < @seenSince`,
  )
  const update = db.prepare<[Row]>(
    `UPDATE import_job SET state = @state, seen_at = @seenAt, ended_at = @endedAt, done = @done, total = @total,
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
      } as ImportRow
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
