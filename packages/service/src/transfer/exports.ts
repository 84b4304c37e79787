/**
 * Exports a graph as an archive that is written while it is read. Nothing is buffered on disk or in memory, and the
 * export stops if its reader disconnects.
 */
import type { Readable } from 'node:stream'
import { isoDay } from '@notegraph/block-text'
import { dayAt } from '@notegraph/graph'
import type { Account } from '@notegraph/store'
import { zoneOf } from '../access.ts'
import type { Exporter } from '../export/exporter.ts'
import type { FolderTarget, Progress } from '../import/source.ts'
import { ok, refuse, type Result } from '../refusal.ts'

/** An archive that is being written. */
export interface ArchiveTarget extends FolderTarget {
  /** The bytes. After it is destroyed, each write fails. */
  readonly output: Readable
  /** Ends the archive. */
  end(): void
}

/** An export as a zip archive. */
export interface Archive {
  /** The suggested file name. */
  readonly name: string
  readonly output: Readable
}

/** The progress of an export in notes and files. */
export interface ExportProgress {
  readonly done: number
  /** 0 until it is known. */
  readonly total: number
}

/** Exports of accounts as archives. */
export interface ExportsService {
  /** The account's running exports in this process, oldest first. */
  read(accountId: string): readonly ExportProgress[]
  /** Running exports of all accounts in this process. */
  running(): number
  /**
   * @param seq exports the graph as it was after this commit; as it is by default
   * @returns 409 if the most exports of the account are running
   */
  start(account: Account, seq?: number): Result<Archive>
  /** Starts another archive of an account, such as a site. @param name its file name @returns as `start` */
  archive(account: Account, name: string, write: WriteArchive): Result<Archive>
}

/** Writes all files of an archive. */
export type WriteArchive = (target: FolderTarget, progress: Progress) => Promise<unknown>

export interface ExportsDeps {
  readonly exporter: Exporter
  readonly archive: () => ArchiveTarget
  /** Returns the time in milliseconds since 1970. */
  readonly clock: () => number
  /** Called with internal errors. */
  readonly onFailure: (failure: { readonly account: string; readonly error: unknown }) => void
}

/** Concurrent exports of an account. It may take a while until an abandoned one is noticed. */
const AT_ONCE = 3

/**
 * Creates the service.
 *
 * @example
 * ```ts
 * const exports = exportsService({ exporter: exporterHere(store, blobs), archive: zipTarget, clock: Date.now, onFailure })
 * ```
 */
export function exportsService({ exporter, archive, clock, onFailure }: ExportsDeps): ExportsService {
  const underWay = new Map<string, Set<ExportProgress>>()
  const read = (id: string): readonly ExportProgress[] => [...(underWay.get(id) ?? [])]

  async function run(id: string, target: ArchiveTarget, write: WriteArchive): Promise<void> {
    const own = { done: 0, total: 0 }
    const all = underWay.get(id) ?? new Set()
    underWay.set(id, all.add(own))
    const progress = (done: number, total: number) => void Object.assign(own, { done, total })
    try {
      await write(target, progress)
      target.end()
    } catch (error) {
      // The reader may have disconnected.
      if (!target.output.destroyed) onFailure({ account: id, error })
      target.output.destroy(error as Error)
    } finally {
      all.delete(own)
      if (all.size === 0) underWay.delete(id)
    }
  }

  function start({ id }: Account, name: string, write: WriteArchive): Result<Archive> {
    if (read(id).length >= AT_ONCE) return refuse({ code: 'conflict', why: 'exports_running' })
    const target = archive()
    void run(id, target, write)
    return ok({ name, output: target.output })
  }

  return {
    read,
    archive: start,
    running() {
      let count = 0
      for (const { size } of underWay.values()) count += size
      return count
    },
    start(account, seq) {
      const day = isoDay(dayAt(clock(), zoneOf(account.zone)))
      return start(account, `notegraph-${day}.zip`, (target, progress) =>
        exporter.run(account.id, target, progress, seq),
      )
    },
  }
}
