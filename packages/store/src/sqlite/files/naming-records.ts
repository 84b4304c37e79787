/** Finds the files that records name, also in shapes, conflicting versions and blocks without a page. */
import { setImmediate } from 'node:timers/promises'
import type { Db } from '../database/database.ts'
import { addNamedFiles, FILE_MARK } from './named-files.ts'

/** The records of one step. Other requests run between two steps. */
const BATCH = 2_000

/** Finds those of the ids that some text names. */
type Naming = (ids: ReadonlySet<string>) => Promise<Set<string>>

/** Live records. */
export const namingRecords = (db: Db): Naming =>
  naming(
    db,
    `SELECT n, iif(deleted = 0 AND instr(coalesce(doc, content), '${FILE_MARK}') > 0, coalesce(doc, content), NULL) AS text FROM record WHERE n > ?
     ORDER BY n LIMIT +?`,
  )

/** States that commits replaced. A restored page needs its files. */
export const namingStates = (db: Db): Naming =>
  naming(
    db,
    `SELECT h AS n, iif(instr(doc, '${FILE_MARK}') > 0, doc, NULL) AS text FROM kept_state WHERE h > ? ORDER BY h LIMIT +?`,
  )

function naming(db: Db, sql: string): Naming {
  const part = db.prepare<[number, number], { n: number; text: string | null }>(sql)
  return async (ids) => {
    const found = new Set<string>()
    let after = 0
    for (;;) {
      const rows = part.all(after, BATCH)
      for (const { text } of rows) if (text !== null) addNamedFiles(text, ids, found)
      if (rows.length < BATCH) return found
      after = rows.at(-1)!.n
      await setImmediate()
    }
  }
}
