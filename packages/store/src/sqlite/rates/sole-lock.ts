/**
 * Reports whether this process is the only one that counts requests. The lock of a SQLite file decides: the sole process
 * has it alone, several processes share it. The system frees it when a process dies, however that happens.
 */
import Database from 'better-sqlite3'
import { makePrivateFile } from '../../disk/private.ts'
import { isBusy } from '../write/refusal.ts'

/** A lock of one file, which processes share or have alone. */
export interface SoleLock {
  /** Gives up the lock, and then tries to get it alone. @returns whether that succeeded */
  takeAlone(): boolean
  /** Gives up the lock, and then tries to share it. @returns false if another process has it alone */
  share(): boolean
  close(): void
}

/**
 * Opens the lock, which nobody has yet.
 * @param path a file of its own, created if it does not exist
 * @example
 * const isAlone = openSoleLock('data/backup.lock').takeAlone()
 */
export function openSoleLock(path: string): SoleLock {
  makePrivateFile(path)
  const db = new Database(path, { timeout: 0 })

  function release(): void {
    if (db.inTransaction) db.exec('ROLLBACK')
  }

  function attempt(sql: string): boolean {
    release()
    try {
      db.exec(sql)
      return true
    } catch (error) {
      release()
      if (isBusy(error)) return false
      throw error
    }
  }

  return {
    takeAlone: () => attempt('BEGIN EXCLUSIVE'),
    // The transaction takes its lock with its first read.
    share: () => attempt('BEGIN; SELECT count(*) FROM sqlite_schema'),
    close() {
      release()
      db.close()
    },
  }
}
