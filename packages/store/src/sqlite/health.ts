/**
 * Whether the store can serve. A connection that is open says little: where the process has no descriptors left, or the
 * folder is gone, only the next graph fails to open. So a graph's file is opened for real, as the next caller would.
 */
import { existsSync } from 'node:fs'
import Database from 'better-sqlite3'
import { BUSY_TIMEOUT, type Db } from './database/database.ts'

/** Whoever asks more often gets the last answer, in milliseconds, where it was a good one. */
const HOLDS = 500
/** As many accounts are looked at for one that has a graph. */
const MOST = 100

/** @param pathOf the file of an account's graph; none where all is in memory */
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

/** A graph that is damaged keeps only its own account from being served. */
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
