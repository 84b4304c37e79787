/**
 * Records the writes of a transaction that is rolled back, so that they can run again without the code that decided on
 * them. On the same rows, the same statements write the same rows.
 */
import type { Statement } from 'better-sqlite3'
import type { Db } from './database.ts'

/** The writes of one transaction, which was rolled back. */
export interface RecordedWrites {
  /**
   * Runs the writes again, inside a transaction.
   * @returns false, and nothing was written, if anybody has written to the file since the rollback
   */
  run(): boolean
}

export interface WriteRecorder {
  /** The database for the code whose writes are recorded. */
  readonly db: Db
  /**
   * Runs work that is rolled back before it returns.
   * @returns its result, and its writes unless they are too many to keep
   */
  record<T>(work: () => T): { readonly result: T; readonly writes?: RecordedWrites }
}

/** A commit of one block writes about 15 times. */
const MOST_WRITES = 5_000

type Values = unknown[]
type Write = () => unknown

export function recordWrites(db: Db): WriteRecorder {
  let writes: Write[] | undefined
  const version = db.prepare<[], number>('PRAGMA data_version').pluck()
  const changes = db.prepare<[], number>('SELECT total_changes()').pluck()
  /** SQLite counts the commits of other connections, and the rows that this one has written. */
  const state = (): string => `${version.get()} ${changes.get()}`

  function note(write: Write): void {
    if (writes && writes.length <= MOST_WRITES) writes.push(write)
  }

  function prepare(sql: string): Statement {
    if (/\bRETURNING\b/i.test(sql)) throw new Error(`Only "run" is recorded, and this returns rows: ${sql}`)
    const statement = db.prepare(sql)
    const recorded = {
      run(...values: Values) {
        note(() => statement.run(...values))
        return statement.run(...values)
      },
      get: (...values: Values) => statement.get(...values),
      all: (...values: Values) => statement.all(...values),
      iterate: (...values: Values) => statement.iterate(...values),
      pluck() {
        statement.pluck()
        return recorded
      },
      raw() {
        statement.raw()
        return recorded
      },
    }
    return recorded as unknown as Statement
  }

  function exec(sql: string): Db {
    note(() => db.exec(sql))
    return db.exec(sql)
  }

  function transaction(): never {
    throw new Error('A transaction inside a recorded one could be rolled back alone.')
  }

  function rerun(recorded: readonly Write[]): RecordedWrites {
    const after = state()
    return {
      run() {
        if (state() !== after) return false
        for (const write of recorded) write()
        return true
      },
    }
  }

  return {
    db: Object.create(db, {
      prepare: { value: prepare },
      exec: { value: exec },
      transaction: { value: transaction },
    }) as Db,
    record(work) {
      const recorded: Write[] = (writes = [])
      try {
        const result = work()
        return recorded.length > MOST_WRITES ? { result } : { result, writes: rerun(recorded) }
      } finally {
        writes = undefined
      }
    },
  }
}
