/** The running or latest import of each account. Every process of the server can read its progress here. */

/** The state of an import; `cut_off` if its process ended before the import did. */
export type ImportStage = 'running' | 'done' | 'failed' | 'cut_off'

/** An import of an archive. Times are milliseconds since 1970. */
export interface ImportRow {
  readonly accountId: string
  /** A UUID. */
  readonly id: string
  readonly state: ImportStage
  readonly startedAt: number
  /** When its process last reported that the import runs. */
  readonly seenAt: number
  readonly endedAt?: number
  /** How many notes and files of the archive are done. */
  readonly done: number
  /** How many notes and files the archive contains. */
  readonly total: number
  /** The result of the import, as JSON text. */
  readonly result?: string
}

/** The running or latest import of each account. */
export interface ImportStore {
  find(accountId: string): Promise<ImportRow | undefined>
  /**
   * Replaces the account's import with a new one, in one step.
   * @param seenSince a running import that reported nothing since this time counts as ended
   * @returns false if another import is running
   */
  begin(row: ImportRow, seenSince: number): Promise<boolean>
  /** @returns false if the account has another import now, or none */
  update(row: ImportRow): Promise<boolean>
}
