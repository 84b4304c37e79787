/** Which accounts the sweep has to look at, so that it opens no graph for nothing. */
export interface SweepStore {
  /** Has the next sweep look at an account. Where that is noted already, it costs a look-up. */
  note(accountId: string): Promise<void>
  /** The accounts that changed since they were last looked at, and those that are due; by id. */
  due(now: number): Promise<string[]>
  /** Called before an account is looked at: a change from now on is noted again. The account stays due until `end`. */
  begin(accountId: string): Promise<void>
  /**
   * Called once an account was looked at. Does nothing where the account changed meanwhile.
   * @param next when it is due though nothing changes, in milliseconds since 1970; never, where it is left out
   */
  end(accountId: string, next?: number): Promise<void>
}
