/** The last time that the owner of an account looked at the list of changes, in milliseconds since 1970. @see events 4 */
export interface LookStore {
  /** @returns undefined if there was none */
  last(accountId: string): Promise<number | undefined>
  /** Stores a look. An earlier time than the last one changes nothing. */
  note(accountId: string, at: number): Promise<void>
}
