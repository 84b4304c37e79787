/** Reads of records. */
import type { RecordStore, VersionedRecord } from '../../graph/records.ts'
import { GIVEN, rows, type Db } from '../database/database.ts'
import { HOME, STORED, storedRecord, type StoredRow } from './stored-record.ts'

const versioned = (row: StoredRow): VersionedRecord => ({ record: storedRecord(row), seq: row.seq })

export function recordStore(db: Db): RecordStore {
  const byId = db.prepare<[string], StoredRow>(
    `SELECT ${STORED} FROM record ${HOME} WHERE record.id = ${GIVEN}`,
  )
  const byIds = db.prepare<[string], StoredRow>(
    `SELECT ${STORED} FROM json_each(?) CROSS JOIN record ON record.id = value ${HOME}`,
  )
  const pages = db.prepare<[string, number], StoredRow>(
    `SELECT ${STORED} FROM record ${HOME} WHERE record.kind = 1 AND record.deleted = 0
     AND record.n > coalesce((SELECT n FROM record WHERE id = ?), 0) ORDER BY record.n LIMIT +?`,
  )
  const ofPage = db.prepare<[string, string, string], StoredRow>(
    `SELECT ${STORED} FROM page JOIN record ON record.page = page.n ${HOME} WHERE page.id = ${GIVEN}
     UNION ALL SELECT ${STORED} FROM page JOIN shape ON shape.page = page.n JOIN record ON record.n = shape.n
       ${HOME} WHERE page.id = ${GIVEN}
     UNION ALL SELECT ${STORED} FROM waiting CROSS JOIN record ON record.n = waiting.n ${HOME}
       WHERE waiting.page_id = ${GIVEN}`,
  )
  const latest = db
    .prepare<[string], number | null>(
      `SELECT max(own.seq, ifnull((SELECT max(seq) FROM record WHERE page = own.n), 0), ifnull(
         (SELECT max(record.seq) FROM shape CROSS JOIN record ON record.n = shape.n WHERE shape.page = own.n), 0))
       FROM page CROSS JOIN record AS own ON own.n = page.n WHERE page.id = ${GIVEN}`,
    )
    .pluck()
  const misplaced = db
    .prepare<[], string>(
      `SELECT record.id FROM waiting JOIN record USING (n) UNION ALL
       SELECT block.id FROM block WHERE parent_id IS NOT NULL AND NOT EXISTS
         (SELECT 1 FROM block AS above WHERE above.id = block.parent_id AND above.page = block.page)`,
    )
    .pluck()
  return {
    find: async (id) => {
      const row = byId.get(id)
      return row && versioned(row)
    },
    findMany: async (ids) => byIds.all(JSON.stringify([...new Set(ids)])).map(versioned),
    listPages: async (after, limit) => pages.all(after ?? '', rows(limit)).map(versioned),
    listByPage: async (pageId) => ofPage.all(pageId, pageId, pageId).map(versioned),
    latestOnPage: async (pageId) => latest.get(pageId) ?? 0,
    listMisplaced: async () => misplaced.all(),
  }
}
