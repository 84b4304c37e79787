/** The options of an import. */
import type { ImportLimits } from '@notegraph/contract'
import type { Account } from '@notegraph/store'
import type { AddedCounts } from './report.ts'
import type { Progress } from './source.ts'

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
  /** Called with the additions of each transaction after its commit. */
  readonly onCommit?: (added: AddedCounts) => void
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
