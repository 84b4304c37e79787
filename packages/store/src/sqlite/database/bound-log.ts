/**
 * Keeps the write-ahead log short in a long import. SQLite starts the log again only when a commit finds that nobody reads
 * from it; while questions overlap it never does, and the log grows as long as the import goes on.
 */
import { statSync } from 'node:fs'
import type { Db } from './database.ts'

/** Twice as long as a log gets by itself. */
const LONG = 128 * 2 ** 20

/**
 * Writes a long log back and empties it, for which it waits until those who read now have ended; they are not kept from
 * reading again. Where one reads for longer than the database waits, the log stays until the next time.
 * @param most bytes
 */
export function boundLog(db: Db, most: number = LONG): void {
  const log = statSync(`${db.name}-wal`, { throwIfNoEntry: false })
  if (log && log.size > most) db.pragma('wal_checkpoint(TRUNCATE)')
}
