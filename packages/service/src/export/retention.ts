/** Stores the graphs of accounts whose plan has ended, one file each, for the operator. */
import type { FolderTarget } from '../import/source.ts'

/** A file that is being written. */
export interface RetainedFile extends FolderTarget {
  /** Completes the file and waits until it is on disk. @returns its path */
  finish(): Promise<string>
  /** Deletes the incomplete file. */
  discard(): Promise<void>
}

/** Storage for archives of ended graphs. */
export interface Retention {
  /** @returns undefined if another process is writing a file for the account */
  open(accountId: string, now: number): Promise<RetainedFile | undefined>
}
