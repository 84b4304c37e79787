import type { Statement } from 'better-sqlite3'
import type { Db } from '../database.ts'

/** As many statements as are kept; a caller may ask for any shape of query. */
const MOST = 100

/** Statements that give one number a row, kept by their text: to prepare one takes longer than many a search. */
export function numberStatements(db: Db): (sql: string) => Statement<unknown[], number> {
  const kept = new Map<string, Statement<unknown[], number>>()
  return (sql) => {
    const known = kept.get(sql)
    if (known) return known
    if (kept.size === MOST) kept.clear()
    const made = db.prepare<unknown[], number>(sql).pluck()
    kept.set(sql, made)
    return made
  }
}
