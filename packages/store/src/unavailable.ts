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

/** The account moves to or from another store, or has left for one. Nothing was written. */
export class AccountMoving extends Error {
  override readonly name = 'AccountMoving'

  constructor() {
    super('The account is being moved to another store. Try again later.')
  }
}
