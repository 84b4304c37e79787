/**
 * Imports a folder of notes into an account, through the one write path. Notes are committed in batches of whole pages
 * if they fit. An interrupted import keeps its commits, and the next run adds the rest.
 */
import type { FolderSource } from '@notegraph/folder'
import type { Blobs, Store } from '@notegraph/store'
import { NO_BLOBS, dryRunGraph } from './dry-run-graph.ts'
import type { ImportOptions, ImportTarget } from './options.ts'
import type { ImportResult } from './report.ts'
import type { verifyImport as run } from './verify.ts'

/**
 * Imports a folder of notes into an account.
 *
 * @returns the report, or the reason why the import stopped early
 * @throws the reason of the signal if aborted
 *
 * @example
 * ```ts
 * const result = await importFolder(store, blobs, account, diskFolder('./notes'), { now: Date.now() })
 * ```
 */
export async function importFolder(
  store: Store,
  blobs: Blobs,
  account: ImportTarget,
  source: FolderSource,
  options: ImportOptions,
): Promise<ImportResult> {
  const { runImport } = await import('./import-run.ts')
  const graph = store.graph(account.id)
  if (options.dryRun === true) {
    const { onCommit: _, ...rest } = options // nothing is committed
    return runImport({ graph: dryRunGraph(graph), blobs: NO_BLOBS, account, source, options: rest })
  }
  await store.sweeps.note(account.id) // before bytes are stored, since an interrupted import leaves some without a file
  return runImport({ graph, blobs, account, source, options })
}

/**
 * Looks for each word of an imported folder, without loading the readers of formats before it is called. @see verify.ts
 *
 * @example
 * ```ts
 * const { missing } = await verifyImport(store.graph('me'), diskFolder('./notes'), report, {})
 * ```
 */
export const verifyImport: typeof run = async (...given) => {
  const { verifyImport } = await import('./verify.ts')
  return verifyImport(...given)
}
