/**
 * Running an import: here, or in a thread of its own (`@notegraph/host`), so that reading what somebody sent holds up
 * nobody else.
 */
import type { Blobs, Store } from '@notegraph/store'
import { importFolder, type ImportOptions, type ImportTarget } from './import.ts'
import type { ImportResult } from './report.ts'
import type { FolderSource } from '@notegraph/folder'

/** Where the files of an import are, in a form that another thread can open. */
export type ImportPlace =
  | { readonly kind: 'folder'; readonly path: string }
  /** An open file: a zip archive, or an export of another outliner, which is called `stem` without its ending. */
  | { readonly kind: 'file'; readonly fd: number; readonly stem?: string }

export interface ImportFrom {
  readonly source: FolderSource
  readonly place?: ImportPlace
}

export type ImporterOptions = Pick<
  ImportOptions,
  'now' | 'progress' | 'told' | 'limits' | 'signal' | 'landed' | 'dryRun'
>

export interface Importer {
  /** @throws the reason of the signal once it is aborted; what was committed by then stays */
  run(account: ImportTarget, from: ImportFrom, options: ImporterOptions): Promise<ImportResult>
}

/** Imports in the thread that asks. */
export const importerHere = (store: Store, blobs: Blobs): Importer => ({
  run: (account, { source }, options) => importFolder(store, blobs, account, source, options),
})
