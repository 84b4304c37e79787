/** The state of the backups that a server makes by itself, as people and programs see it. @see operations, Backups by the server */
export interface BackupState {
  /** The last complete backup; absent if there is none. */
  readonly latest?: BackupEntry
  /** Complete backups that are kept. */
  readonly kept: number
  /** The last attempt, if it failed. */
  readonly failed?: { readonly at: number; readonly why: string }
  /** The time of the last backup that was copied to the bucket. */
  readonly copiedAt?: number
  /** Whether the last complete backup is older than two of its turns, or an attempt after it failed. */
  readonly isLate: boolean
}

/** A complete backup. */
export interface BackupEntry {
  /** The name of its folder. */
  readonly name: string
  /** Milliseconds since 1970. */
  readonly at: number
  readonly accounts: number
  readonly files: number
  /** Files that it lacks, because their bytes no longer match. */
  readonly damaged: number
}
