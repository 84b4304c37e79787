/**
 * Runs an import in this thread, or in one of its own (`@notegraph/host`), so that reading large files does not delay
 * other requests.
 */
import type { Blobs, Store } from '@notegraph/store'
import { importFolder } from './import.ts'
import type { ImportOptions, ImportTarget } from './options.ts'
import type { ImportResult } from './report.ts'
import type { FolderSource } from '@notegraph/folder'

/** The files of an import, in a form that another thread can open. */
export type ImportPlace =
  | { readonly kind: 'folder'; readonly path: string; readonly followLinks?: boolean }
  /** An open file: a zip archive, or an export of another outliner. `stem` is its name without its extension. */
  | { readonly kind: 'file'; readonly fd: number; readonly stem?: string }

/** The notes of an import; with `place`, another thread can open them. */
export interface ImportFrom {
  readonly source: FolderSource
  readonly place?: ImportPlace
}

/** The options of an import that also work between threads. */
export type ImporterOptions = Pick<
  ImportOptions,
  'now' | 'progress' | 'mostPlaces' | 'limits' | 'signal' | 'onCommit' | 'changeId' | 'dryRun'
>

/** Runs imports. */
export interface Importer {
  /** @throws the reason of the signal if aborted; commits up to then stay */
  run(account: ImportTarget, from: ImportFrom, options: ImporterOptions): Promise<ImportResult>
}

/**
 * Runs imports in the calling thread.
 *
 * @example
 * ```ts
 * const importer = importerHere(store, blobs)
 * ```
 */
export const importerHere = (store: Store, blobs: Blobs): Importer => ({
  run: (account, { source }, options) => importFolder(store, blobs, account, source, options),
})
