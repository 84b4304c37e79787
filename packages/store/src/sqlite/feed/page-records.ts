/** Reads the records of one page, with those that they refer to. @see sync, Routes */
import { outline, referencesOf, type OutlinePosition } from '@notegraph/graph'
import type { PageRecords } from '../../graph/feed.ts'
import { GIVEN, rows, type Db } from '../database/database.ts'
import { HOME, STORED, storedJson, storedRecord, type StoredRow } from '../read/stored-record.ts'

/** @returns a function for a snapshot */
export function pageRecords(
  db: Db,
): (
  pageId: string,
  most: { readonly records: number; readonly bytes: number },
) => Pick<PageRecords, 'records' | 'more'> | undefined {
  const page = db.prepare<[string], number>(`SELECT n FROM page WHERE id = ${GIVEN}`).pluck()
  const places = db.prepare<[number], OutlinePosition & { readonly n: number }>(
    'SELECT n, id, parent_id AS parentId, ord AS "order" FROM block WHERE page = ?',
  )
  const shapes = db
    .prepare<[number, number], number>('SELECT n FROM shape WHERE page = ? ORDER BY n LIMIT +?')
    .pluck()
  const named = db
    .prepare<[string], number>(
      `SELECT page.n FROM page_name JOIN page ON page.id = page_name.id WHERE fold = ${GIVEN}
       ORDER BY alias, page_name.created_at, page_name.id LIMIT 1`,
    )
    .pluck()
  const block = db.prepare<[string], number>(`SELECT n FROM block WHERE id = ${GIVEN}`).pluck()
  const byNumber = db.prepare<[number], StoredRow>(`SELECT ${STORED} FROM record ${HOME} WHERE record.n = ?`)

  return (pageId, most) => {
    const number = page.get(pageId)
    if (number === undefined) return undefined
    const records: string[] = []
    const taken = new Set<number>()
    const names = new Set<string>()
    const blocks = new Set<string>()
    let bytes = 0

    /** @returns undefined if there is no room left */
    function take(n: number): StoredRow | undefined {
      const row = byNumber.get(n)!
      const json = storedJson(row)
      bytes += Buffer.byteLength(json)
      if (records.length === most.records || (records.length > 0 && bytes > most.bytes)) return undefined
      taken.add(n)
      records.push(json)
      return row
    }

    const own = [
      number,
      ...outline(places.all(number)).map(({ item }) => item.n),
      ...shapes.all(number, rows(most.records)),
    ]
    for (const n of own) {
      const row = take(n)
      if (!row) return { records, more: true }
      const found = referencesOf(storedRecord(row))
      for (const name of found.names) names.add(name)
      for (const id of found.blocks) blocks.add(id)
    }
    for (const n of [...[...names].map((name) => named.get(name)), ...[...blocks].map((id) => block.get(id))])
      if (n !== undefined && !taken.has(n) && !take(n)) return { records, more: true }
    return { records, more: false }
  }
}
