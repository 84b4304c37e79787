/**
 * Exports an account's graph as a Logseq folder that imports back to the same graph. The first export loads the writers of
 * that layout.
 */
import type { FolderSource } from '@notegraph/folder'
import type { Blobs, Store } from '@notegraph/store'
import type { FolderTarget, Progress } from '../import/source.ts'

/** The counts of an export. */
export interface ExportReport {
  /** Pages other than journal days. */
  readonly pages: number
  readonly journals: number
  readonly blocks: number
  readonly files: number
  /** Names of files whose bytes are missing from the store; the folder lacks them. */
  readonly missing: readonly string[]
  /** Files that somebody edited after the earlier export to this folder, as they were, by their new paths. */
  readonly kept?: readonly string[]
}

/** The report of an export, or the reason why nothing was written. */
export type ExportResult =
  | { readonly ok: true; readonly report: ExportReport }
  /** The folder contains other files, or an export of other notes. */
  | { readonly ok: false; readonly why: 'not_empty' | 'other_notes' }

/** A folder to write to, with the files that it contained before. */
export interface ExportFolder extends FolderSource, FolderTarget {
  remove(path: string): Promise<void>
}

/** The options of an export. */
export interface ExportOptions {
  /** The server's own origin, whose file addresses are files of the account. */
  readonly origin?: string
  readonly progress?: Progress
  /** Whether the archive lists the files that its notes name and the server no longer has. */
  readonly listsMissing?: boolean
  /** Whether the archive lists conflicting versions. */
  readonly listsVersions?: boolean
}

/**
 * Exports to a folder. A folder of an earlier export is updated: files that the graph no longer has are deleted. A note that
 * somebody edited there is kept beside, in a hidden folder.
 *
 * @returns the report, or the reason why nothing was written
 * @example
 * ```ts
 * const result = await exportFolder(store, blobs, 'me', diskTarget('./export'))
 * ```
 */
export async function exportFolder(
  store: Store,
  blobs: Blobs,
  accountId: string,
  folder: ExportFolder,
  options: ExportOptions = {},
): Promise<ExportResult> {
  const { writeFolder } = await import('./export-run.ts')
  return writeFolder(store.graph(accountId), blobs, accountId, folder, options)
}

/**
 * Exports to an empty target such as an archive; each file is written once.
 *
 * @example
 * ```ts
 * const report = await exportArchive(store, blobs, 'me', zipTarget())
 * ```
 */
export async function exportArchive(
  store: Store,
  blobs: Blobs,
  accountId: string,
  target: FolderTarget,
  options: ExportOptions = {},
): Promise<ExportReport> {
  const { writeArchive } = await import('./export-run.ts')
  return writeArchive(store.graph(accountId), blobs, accountId, target, options)
}
