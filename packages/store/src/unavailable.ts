/** Errors of a store that cannot answer at the moment. The same call may succeed later. */

/** The store did not answer, or stopped to. Nothing was written. */
export class StoreUnavailable extends Error {
  override readonly name: string = 'StoreUnavailable'

  /** @param cause the error of the driver */
  constructor(cause?: unknown) {
    super('The database is not available. Try again later.', { cause })
  }
}

/** The connection was lost during a commit, which may have succeeded. */
export class OutcomeUnknown extends StoreUnavailable {
  override readonly name = 'OutcomeUnknown'
}

/**
 * The codes of SQLite, of the system and of PostgreSQL for a disk without space. SQLite reports the space that the memory of
 * its write-ahead log misses as `SQLITE_IOERR_SHMSIZE`.
 */
const FULL = /^(?:SQLITE_FULL|SQLITE_IOERR_SHMSIZE|ENOSPC|EDQUOT|53100)$/

/**
 * Recognizes a disk without space, on this machine or on that of the database. Nothing was written.
 * @param error an error of a store, or one that such an error caused
 * @example
 * isDiskFull(Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' })) // true
 */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof OutcomeUnknown) return false
  const { code } = error as { readonly code?: unknown }
  return (typeof code === 'string' && FULL.test(code)) || isDiskFull(error.cause)
}

/** The account moves to or from another store, or has left for one. Nothing was written. */
export class AccountMoving extends Error {
  override readonly name = 'AccountMoving'

  constructor() {
    super('The account is being moved to another store. Try again later.')
  }
}
