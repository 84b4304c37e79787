import type { Statement } from 'better-sqlite3'
import type { Db } from '../database/database.ts'

/** As many statements as are kept; a caller may ask for any shape of query. */
const MOST = 100

/** Statements that give one number a row, kept by their text: to prepare one takes longer than many a search. */
export const numberStatements = (db: Db): ((sql: string) => Statement<unknown[], number>) =>
  cached((sql) => db.prepare<unknown[], number>(sql).pluck())

/** The same for statements that give a number, two texts and a number a row. */
export const namedStatements = (
  db: Db,
): ((sql: string) => Statement<unknown[], [number, string, string, number]>) =>
  cached((sql) => db.prepare<unknown[], [number, string, string, number]>(sql).raw())

/** The same for statements that give two numbers a row. */
export const pairStatements = (db: Db): ((sql: string) => Statement<unknown[], [number, number]>) =>
  cached((sql) => db.prepare<unknown[], [number, number]>(sql).raw())

function cached<T>(prepare: (sql: string) => T): (sql: string) => T {
  const kept = new Map<string, T>()
  return (sql) => {
    const known = kept.get(sql)
    if (known) return known
    if (kept.size === MOST) kept.clear()
    const made = prepare(sql)
    kept.set(sql, made)
    return made
  }
}
