/** The task of an import thread, and the messages between the two threads. */
import type { ImportLimits } from '@notegraph/contract'
import type { AddedCounts, ImportCommits, ImportPlace, ImportResult, ImportTarget } from '@notegraph/service'
import type { NoteMemory } from './note-mark.ts'
import type { Settings } from './settings.ts'

export interface ImportTask {
  readonly data: string
  readonly bucket: Settings['bucket']
  readonly databaseUrl?: Settings['databaseUrl']
  readonly origin: string | undefined
  readonly historyDays?: Settings['historyDays']
  readonly account: ImportTarget
  readonly place: ImportPlace
  readonly now: number
  readonly changeId: string | undefined
  readonly mostPlaces: number | undefined
  readonly limits: Partial<ImportLimits>
  readonly dryRun: boolean
  /** Notes that broke an earlier thread, with the reasons. */
  readonly leftOut: ReadonlyMap<string, string>
}

export interface ImportThreadTask extends ImportTask {
  /**
   * Shared memory in which the thread marks the note that it is reading. The mark works even while the thread is busy.
   */
  readonly note: NoteMemory
}

export type FromImport =
  | { readonly kind: 'progress'; readonly done: number; readonly total: number }
  | { readonly kind: 'committed'; readonly added: AddedCounts; readonly commits: ImportCommits }
  /** `turn`: the thread asks to write and waits for `go`. `done`: it has written. */
  | { readonly kind: 'turn' | 'done'; readonly turn: number }
  | { readonly kind: 'ended'; readonly result: ImportResult }
  | { readonly kind: 'failed'; readonly error: Error }

export type ToImport = { readonly kind: 'go'; readonly turn: number } | { readonly kind: 'stop' }
