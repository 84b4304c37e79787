/** The options of an import. */
import type { ImportLimits } from '@notegraph/contract'
import type { GraphRecord, PageRecord } from '@notegraph/graph'
import type { Account } from '@notegraph/store'
import type { AddedCounts } from './report.ts'
import type { Progress } from './source.ts'

/** A record that an import wrote. */
export interface ImportedRecord {
  /** The page as it was, if the import added properties to it. An import changes no other record. */
  readonly before?: PageRecord
  readonly after: GraphRecord
}

/** The commits of one transaction of an import. */
export interface ImportCommits {
  /** The numbers of the first and the last one. */
  readonly first: number
  readonly last: number
  /** The records; left out if the import wrote more than one entry of the change list can have. */
  readonly records?: readonly ImportedRecord[]
}

/** Called after each transaction, with its additions. */
export type OnImportCommit = (added: AddedCounts, commits: ImportCommits) => void

/** The options of an import; `now` is in milliseconds since 1970. */
export interface ImportOptions {
  readonly now: number
  readonly progress?: Progress
  /** The most places of each kind in the report; unlimited if left out. */
  readonly mostPlaces?: number
  /** Limits of one note; none if left out. */
  readonly limits?: Partial<ImportLimits>
  /** Stops the import when aborted; batches already sent to the store are committed. */
  readonly signal?: AbortSignal
  readonly onCommit?: OnImportCommit
  /** The id of the change in the change list, which each commit names. @see ImportEntry */
  readonly changeId?: string
  /** Reads and plans everything, writes nothing, and reports the changes of an import. */
  readonly dryRun?: boolean
  /** Notes to skip, with reasons, because an earlier attempt could not read them. */
  readonly leftOut?: ReadonlyMap<string, string>
  /**
   * Called with the path of a note before it is read, and with undefined afterwards. Reading a note cannot be
   * interrupted.
   */
  readonly reading?: (path: string | undefined) => void
}

/** The account of an import; its quota is in bytes. */
export type ImportTarget = Pick<Account, 'id' | 'quota'>

/** Reports the path of a note while work on it cannot be interrupted. */
export function watched<T>({ reading }: ImportOptions, path: string, work: () => T): T {
  reading?.(path)
  try {
    return work()
  } finally {
    reading?.(undefined)
  }
}
