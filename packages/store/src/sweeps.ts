/** The accounts that the sweep must visit, so that it opens no other graphs. */
export interface SweepStore {
  /** Lists an account for the next sweep. If the account is listed already, this costs one look-up. */
  note(accountId: string): Promise<void>
  /**
   * @param now the time; Infinity for all that are ever due
   * @returns the accounts that changed since their last sweep and those that are due, in the order of their ids
   */
  due(now: number): Promise<string[]>
  /** Begins the sweep of an account. Later changes list it again. The account stays due until `end`. */
  begin(accountId: string): Promise<void>
  /**
   * Ends the sweep of an account. Does nothing if the account changed since `begin`.
   * @param next when the account is due without a change, in milliseconds since 1970; never if it is absent
   */
  end(accountId: string, next?: number): Promise<void>
}
