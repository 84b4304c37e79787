import Database from 'better-sqlite3'
import type { ChangeRefusal, CommitResult } from '../../graph/commits.ts'

/** Thrown inside a transaction, so that it is rolled back, and turned into a value outside. */
export class RefusalError<Why extends ChangeRefusal = ChangeRefusal> extends Error {
  readonly why: Why
  constructor(why: Why) {
    super(why)
    this.why = why
  }
}

/** What records and files can be refused for, whatever else stands with them. */
export class CommitRefusalError extends RefusalError<Extract<CommitResult, { ok: false }>['why']> {}

/** Whether another process wrote for longer than we wait; whatever it writes, the change is to be decided anew. */
export const isBusy = (error: unknown): boolean =>
  error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY')
