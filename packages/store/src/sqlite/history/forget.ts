/** Forgets earlier states, with all other rows of the file that have their words. @see decisions 9.10 */
import type { Forgot, HistoryStore } from '../../graph/history.ts'
import { namesOne, whatStays, type ForgottenState } from '../../history-rules.ts'
import { NO_LINE, type Line } from '../bulk/bulk.ts'
import type { Db } from '../database/database.ts'
import { HOME, STORED, storedJson, storedRecord, type StoredRow } from '../read/stored-record.ts'
import { indexWriter } from '../search/index-writer.ts'
import { closedMark } from '../write/closed.ts'
import { pageOf } from '../write/kept-states.ts'
import { BYTES_OF_STATE, stateBytes, storage } from '../write/storage.ts'

interface StateRow extends ForgottenState {
  readonly bytes: number
}

export function forgetStates(db: Db, line: Line = NO_LINE): HistoryStore['forget'] {
  const closed = closedMark(db)
  const sums = storage(db)
  // No index has all states, and few people forget anything.
  const onPage = db
    .prepare<{ page: string }, string>(
      `SELECT @page UNION SELECT id FROM kept_state WHERE page = @page
       UNION SELECT record.id FROM page JOIN record ON record.page = page.n WHERE page.id = @page
       UNION SELECT id FROM waiting JOIN record USING (n) WHERE page_id = @page
       UNION SELECT record.id FROM page JOIN shape ON shape.page = page.n JOIN record ON record.n = shape.n
         WHERE page.id = @page`,
    )
    .pluck()
  const states = db.prepare<[string], StateRow>(
    `SELECT h, id, since, began, ${BYTES_OF_STATE} AS bytes FROM kept_state
     WHERE id IN (SELECT value FROM json_each(?)) ORDER BY h`,
  )
  const present = db.prepare<[string], StoredRow>(
    `SELECT ${STORED} FROM json_each(?) CROSS JOIN record ON record.id = value AND record.deleted = 0 ${HOME}`,
  )
  const remove = db.prepare<[number]>('DELETE FROM kept_state WHERE h = ?')
  const docOf = db.prepare<[number], string>('SELECT doc FROM kept_state WHERE h = ?').pluck()
  const replace = db.prepare<[number, number, string, string, number]>(
    'UPDATE kept_state SET since = ?, began = ?, page = ?, doc = ?, deleted = 0 WHERE h = ?',
  )
  const dropChanges = db.prepare<{ page: string | null; ids: string }>(
    `DELETE FROM change WHERE page_id = @page OR EXISTS (
       SELECT 1 FROM json_each(touched) AS item WHERE item.value ->> 'id' IN (SELECT value FROM json_each(@ids)))`,
  )
  const answers = db.prepare<[], { n: number; answer: string }>('SELECT n, answer FROM kept')
  const dropAnswer = db.prepare<[number]>('DELETE FROM kept WHERE n = ?')

  const run = db.transaction<(...given: Parameters<HistoryStore['forget']>) => Forgot>((what) => {
    closed.check()
    const page = 'page' in what ? what.page : null
    const all = 'page' in what ? onPage.all(what) : [what.block]
    const ids = JSON.stringify(all)
    const found = states.all(ids)
    const live = new Map(present.all(ids).map((row) => [row.id, row]))
    const stays = new Map(whatStays(found, new Set(live.keys())).map((one) => [one.h, one]))
    let bytes = 0
    let other = 0
    for (const { h, id, bytes: before } of found) {
      const stay = stays.get(h)
      bytes -= before
      if (!stay) remove.run(h)
      else {
        const row = live.get(id)!
        const doc = storedJson(row)
        if (docOf.get(h) !== doc) other++
        replace.run(stay.since, stay.began, pageOf(storedRecord(row)), doc, h)
        bytes += stateBytes(doc)
      }
    }
    const gone = found.length - stays.size
    sums.addStates(-gone, bytes)
    const changes = dropChanges.run({ page, ids }).changes
    const named = new Set(all)
    const drop = answers.all().filter(({ answer }) => namesOne(named, answer))
    for (const { n } of drop) dropAnswer.run(n)
    // The terms of a segment outlive its blocks. The background indexes all again.
    if (found.length + live.size + changes > 0) indexWriter(db).clear()
    return { states: gone + other, changes, ids: all }
  })
  const forget = (what: Parameters<typeof run>[0]) => {
    const forgotten = run.immediate(what)
    // The log has the pages as they were. Readers may keep it from ending; the next restart of the log overwrites it.
    db.pragma('wal_checkpoint(TRUNCATE)')
    return forgotten
  }
  return async (what) => line(() => forget(what))
}
