/** Runs exports to archives. A server wraps it to observe them. */
import type { Blobs, Store } from '@notegraph/store'
import type { FolderTarget, Progress } from '../import/source.ts'
import { exportArchive, type ExportReport } from './export.ts'

/** Runs exports. */
export interface Exporter {
  run(accountId: string, target: FolderTarget, progress: Progress): Promise<ExportReport>
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
  run: (accountId, target, progress) =>
    exportArchive(store, blobs, accountId, target, { progress, ...(origin !== undefined && { origin }) }),
})
