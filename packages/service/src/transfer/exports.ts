/**
 * A graph as an archive that is made while it is taken: nothing of it is gathered, on disk or in memory, and where whoever
 * takes it goes away, it stops.
 */
import type { Readable } from 'node:stream'
import { isoDay } from '@notegraph/block-text'
import { dayAt } from '@notegraph/graph'
import type { Account, Blobs, Store } from '@notegraph/store'
import { exportArchive } from '../export/export.ts'
import type { FolderTarget } from '../import/source.ts'
import { ok, refuse, type Result } from '../refusal.ts'

/** An archive as it is written. */
export interface ArchiveTarget extends FolderTarget {
  /** Its bytes. Where it is destroyed, each write fails. */
  readonly output: Readable
  /** Nothing more is written. */
  end(): void
}

export interface Archive {
  /** What the file may be called. */
  readonly name: string
  readonly output: Readable
}

/** How far an export has come, in notes and files. */
export interface ExportProgress {
  readonly done: number
  /** 0 until it is known. */
  readonly total: number
}

export interface ExportsService {
  /** Those that are under way for the account in this process, the oldest first. */
  read(accountId: string): readonly ExportProgress[]
  /** @returns 409 where as many are under way for the account as may be */
  start(account: Account): Result<Archive>
}

export interface ExportsDeps {
  readonly blobs: Blobs
  readonly archive: () => ArchiveTarget
  /** Now, in milliseconds since 1970. */
  readonly clock: () => number
  /** The service's own origin, whose file addresses are its files. */
  readonly origin?: string
  /** Is told what failed inside. */
  readonly tell: (event: { readonly account: string; readonly error: unknown }) => void
}

/** Exports of an account at once: one that nobody takes any more may take a while to be known for one. */
const AT_ONCE = 3

export function exportsService(
  store: Store,
  { blobs, archive, clock, origin, tell }: ExportsDeps,
): ExportsService {
  const underWay = new Map<string, Set<ExportProgress>>()
  const read = (id: string): readonly ExportProgress[] => [...(underWay.get(id) ?? [])]

  async function write(id: string, target: ArchiveTarget): Promise<void> {
    const own = { done: 0, total: 0 }
    const all = underWay.get(id) ?? new Set()
    underWay.set(id, all.add(own))
    const progress = (done: number, total: number) => void Object.assign(own, { done, total })
    try {
      await exportArchive(store, blobs, id, target, { progress, ...(origin !== undefined && { origin }) })
      target.end()
    } catch (error) {
      // Whoever took it may have gone away.
      if (!target.output.destroyed) tell({ account: id, error })
      target.output.destroy(error as Error)
    } finally {
      all.delete(own)
      if (all.size === 0) underWay.delete(id)
    }
  }

  return {
    read,
    start({ id, zone = 'UTC' }) {
      if (read(id).length >= AT_ONCE) return refuse({ code: 'conflict', why: 'exports_running' })
      const target = archive()
      void write(id, target)
      return ok({ name: `notegraph-${isoDay(dayAt(clock(), zone))}.zip`, output: target.output })
    },
  }
}
