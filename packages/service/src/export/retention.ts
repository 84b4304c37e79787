/** Where the graphs of accounts go whose plan is over: a file each, for the operator to keep. */
import type { FolderTarget } from '../import/source.ts'

/** A file that is being written. */
export interface RetainedFile extends FolderTarget {
  /** Makes it whole, and waits until it is on the disk. @returns where it is */
  finish(): Promise<string>
  /** Leaves nothing of it. */
  discard(): Promise<void>
}

export interface Retention {
  /** @returns undefined where another process is writing one for the account */
  open(accountId: string, now: number): Promise<RetainedFile | undefined>
}
