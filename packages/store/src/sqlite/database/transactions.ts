/**
 * Transactions without prepared statements. better-sqlite3 prepares nine statements for each database at its first
 * transaction. The garbage collector frees the statements of closed databases together. With thousands of graphs, all
 * requests had to wait for that.
 */
import type { Database } from 'better-sqlite3'
import { runInParts, type Steps } from './steps.ts'

type Run = (...values: unknown[]) => unknown

type Begin = 'BEGIN' | 'BEGIN IMMEDIATE'

const INNER = { begin: 'SAVEPOINT inner', commit: 'RELEASE inner', undo: 'ROLLBACK TO inner; RELEASE inner' }

const wordsFor = (db: Database, outer: Begin) =>
  db.inTransaction ? INNER : { begin: outer, commit: 'COMMIT', undo: 'ROLLBACK' }

/** Runs a function in a transaction; in a part of it that can be undone alone, if one is open. */
export function transact<A extends unknown[], T>(
  db: Database,
  outer: Begin,
  run: (...values: A) => T,
  ...values: A
): T {
  const { begin, commit, undo } = wordsFor(db, outer)
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

/** As `transact`, but waiting requests run between parts of the steps. Nothing else may use the connection meanwhile. */
export async function transactInParts<T>(db: Database, outer: Begin, steps: Steps<T>): Promise<T> {
  const { begin, commit, undo } = wordsFor(db, outer)
  db.exec(begin)
  try {
    const result = await runInParts(steps)
    db.exec(commit)
    return result
  } catch (error) {
    if (db.inTransaction) db.exec(undo)
    throw error
  }
}

/** Runs a function in a transaction that is rolled back whatever it does. */
export function rehearse<T>(db: Database, run: () => T): T {
  db.exec('BEGIN IMMEDIATE')
  try {
    return run()
  } finally {
    if (db.inTransaction) db.exec('ROLLBACK')
  }
}

/** Replaces a database's `transaction` with one that behaves the same. @returns the same database */
export function transactInText(db: Database): Database {
  const within =
    (outer: Begin, run: Run): Run =>
    (...values) =>
      transact(db, outer, run, ...values)
  db.transaction = ((run: Run) =>
    Object.assign(within('BEGIN', run), {
      deferred: within('BEGIN', run),
      immediate: within('BEGIN IMMEDIATE', run),
    })) as unknown as Database['transaction']
  return db
}
