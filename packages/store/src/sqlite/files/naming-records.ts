/** Finds the files that live records name, also in shapes, conflicting versions and blocks without a page. */
import { setImmediate } from 'node:timers/promises'
import { FILES } from '@notegraph/block-text'
import { possibleFileIds } from '@notegraph/graph'
import type { Db } from '../database/database.ts'

/** The records of one step. Other requests run between two steps. */
const BATCH = 2_000

/** @returns a function that finds those of the ids that a live record names */
export function namingRecords(db: Db): (ids: ReadonlySet<string>) => Promise<Set<string>> {
  const naming = db.prepare<[number, number], { n: number; text: string | null }>(
    `SELECT n, iif(deleted = 0 AND instr(coalesce(doc, content), '${FILES}') > 0, coalesce(doc, content), NULL) AS text FROM record WHERE n > ?
     ORDER BY n LIMIT +?`,
  )
  return async (ids) => {
    const found = new Set<string>()
    let after = 0
    for (;;) {
      const rows = naming.all(after, BATCH)
      for (const { text } of rows)
        if (text !== null) for (const id of possibleFileIds(text)) if (ids.has(id)) found.add(id)
      if (rows.length < BATCH) return found
      after = rows.at(-1)!.n
      await setImmediate()
    }
  }
}
