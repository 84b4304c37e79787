import Database from 'better-sqlite3'
import type { ChangeRefusal, CommitResult } from '../../graph/commits.ts'

/** An error that rolls a transaction back. The caller of the transaction turns it into a value. */
export class RefusalError<Why extends ChangeRefusal = ChangeRefusal> extends Error {
  readonly why: Why
  constructor(why: Why) {
    super(why)
    this.why = why
  }
}

/** A refusal of records and files, which every kind of commit may contain. */
export class CommitRefusalError extends RefusalError<Extract<CommitResult, { ok: false }>['why']> {}

/** @returns whether another process wrote for longer than the timeout; its write means the change is decided again */
export const isBusy = (error: unknown): boolean =>
  error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY')
