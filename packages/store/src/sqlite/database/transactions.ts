/**
 * Transactions that prepare no statements. better-sqlite3 prepares nine for each database at its first transaction, and
 * the garbage collector frees the statements of closed databases all at once: thousands of graphs that were used once made
 * everybody wait for it.
 */
import type { Database } from 'better-sqlite3'

type Run = (...values: unknown[]) => unknown

const OUTER = (begin: string) => ({ begin, commit: 'COMMIT', undo: 'ROLLBACK' })
const INNER = { begin: 'SAVEPOINT inner', commit: 'RELEASE inner', undo: 'ROLLBACK TO inner; RELEASE inner' }

/** Replaces a database's `transaction` by one that behaves the same. @returns the same database */
export function transactInText(db: Database): Database {
  const within =
    (outer: string, run: Run): Run =>
    (...values) => {
      const { begin, commit, undo } = db.inTransaction ? INNER : OUTER(outer)
      db.exec(begin)
      try {
        const result = run(...values)
        db.exec(commit)
        return result
      } catch (error) {
        // SQLite ends a transaction by itself when, for example, the disk is full.
        if (db.inTransaction) db.exec(undo)
        throw error
      }
    }
  db.transaction = ((run: Run) =>
    Object.assign(within('BEGIN', run), {
      deferred: within('BEGIN', run),
      immediate: within('BEGIN IMMEDIATE', run),
    })) as unknown as Database['transaction']
  return db
}
