/** The import of an archive that an account has under way, or had last: what is known of it wherever somebody asks. */

export type ImportStage = 'running' | 'done' | 'failed' | 'cut_off'

export interface ImportRow {
  readonly accountId: string
  /** A UUID. */
  readonly id: string
  readonly state: ImportStage
  readonly startedAt: number
  /** When whoever runs it last said so. */
  readonly seenAt: number
  readonly endedAt?: number
  /** Notes and files of the archive that it has come through, and how many there are. */
  readonly done: number
  readonly total: number
  /** What came of it, as JSON text. */
  readonly result?: string
}

export interface ImportStore {
  find(accountId: string): Promise<ImportRow | undefined>
  /**
   * Puts an import in place of the one before, in one step.
   * @param seenSince the one before is over where it runs but was not seen since
   * @returns false where one is running
   */
  begin(row: ImportRow, seenSince: number): Promise<boolean>
  /** @returns false where the account has another by now, or none */
  update(row: ImportRow): Promise<boolean>
}
