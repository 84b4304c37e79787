/** Runs exports to archives. A server wraps it to observe them. */
import type { Blobs, Store } from '@notegraph/store'
import { storeAt } from '../history/graph-at.ts'
import type { FolderTarget, Progress } from '../import/source.ts'
import { exportArchive, type ExportReport } from './export.ts'

/** Runs exports. */
export interface Exporter {
  /** @param seq exports the graph as it was after this commit; as it is by default */
  run(accountId: string, target: FolderTarget, progress: Progress, seq?: number): Promise<ExportReport>
}

/**
 * Runs exports in the calling thread.
 *
 * @param origin the server's own origin, whose file addresses are files of the account
 * @example
 * ```ts
 * const exporter = exporterHere(store, blobs)
 * ```
 */
export const exporterHere = (store: Store, blobs: Blobs, origin?: string): Exporter => ({
  run: (accountId, target, progress, seq) =>
    exportArchive(seq === undefined ? store : storeAt(store, seq), blobs, accountId, target, {
      progress,
      listsMissing: seq !== undefined,
      ...(origin !== undefined && { origin }),
    }),
})
