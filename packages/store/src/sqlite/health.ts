/**
 * Checks whether the store can serve requests. An open connection proves little: if the process has no descriptors left,
 * or the folder is gone, only the next graph fails to open. So the check opens the file of a graph.
 */
import { existsSync } from 'node:fs'
import Database from 'better-sqlite3'
import { BUSY_TIMEOUT, type Db } from './database/database.ts'

/** How long a good result is reused, in milliseconds. */
const HOLDS = 500
/** How many accounts the check looks at to find one with a graph. */
const MOST = 100

/** @param pathOf returns the path of an account's graph; undefined if the store is in memory */
export function readiness(accounts: Db, pathOf: ((accountId: string) => string) | undefined): () => void {
  const some = accounts.prepare<[number], string>('SELECT id FROM account LIMIT +?').pluck()
  let wasReady = -Infinity
  return () => {
    const ids = some.all(MOST)
    if (!pathOf || performance.now() - wasReady < HOLDS) return
    openOne(ids.map(pathOf).find((path) => existsSync(path)) ?? accounts.name)
    wasReady = performance.now()
  }
}

/** Opens one graph. A damaged graph is no error here, because it affects only its own account. */
function openOne(path: string): void {
  let db: Db | undefined
  try {
    db = new Database(path, { fileMustExist: true, timeout: BUSY_TIMEOUT })
    db.prepare('SELECT count(*) FROM meta').get()
  } catch (error) {
    const { code = '' } = error as { code?: string }
    if (!/^SQLITE_(CORRUPT|NOTADB|ERROR|BUSY)/.test(code)) throw error
  } finally {
    db?.close()
  }
}
