/**
 * Keeps the write-ahead log short during a long import. SQLite restarts the log only if no reader uses it at a commit.
 * While reads overlap, SQLite never does, and the log grows as long as the import runs.
 */
import { statSync } from 'node:fs'
import type { Db } from './database.ts'

/** Twice the length that a log has without overlapping reads. */
const LONG = 128 * 2 ** 20

/**
 * Checkpoints a long log and empties it. It waits until the current reads have ended; new reads may begin meanwhile. If
 * a read takes longer than the busy timeout, the log stays until the next call.
 * @param most the length in bytes beyond which a log is long
 */
export function boundLog(db: Db, most: number = LONG): void {
  const log = statSync(`${db.name}-wal`, { throwIfNoEntry: false })
  if (log && log.size > most) db.pragma('wal_checkpoint(TRUNCATE)')
}
