/** The thread behind `logWriter`. */
import { parentPort } from 'node:worker_threads'
import Database from 'better-sqlite3'
import { onMessage } from '../../thread.ts'
import { BUSY_TIMEOUT } from './database.ts'
import type { FromLogThread, ToLogThread } from './write-ahead-log.ts'

/** Checkpoints a log without blocking reads or writes, and syncs both files as SQLite does. */
function writeBack(path: string): void {
  let db: Database.Database | undefined
  try {
    db = new Database(path, { fileMustExist: true, timeout: BUSY_TIMEOUT })
    db.pragma('synchronous = FULL')
    db.pragma('wal_checkpoint(PASSIVE)')
  } catch {
    // The file may be gone. If it is not, SQLite checkpoints the rest later.
  } finally {
    db?.close()
  }
}

onMessage(({ id, path }: ToLogThread) => {
  writeBack(path)
  parentPort!.postMessage({ id } satisfies FromLogThread)
})
