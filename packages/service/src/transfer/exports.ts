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

export interface ExportsService {
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
  const underWay = new Map<string, number>()
  const count = (id: string): number => underWay.get(id) ?? 0

  async function write(id: string, target: ArchiveTarget): Promise<void> {
    underWay.set(id, count(id) + 1)
    try {
      await exportArchive(store, blobs, id, target, origin === undefined ? {} : { origin })
      target.end()
    } catch (error) {
      // Whoever took it may have gone away.
      if (!target.output.destroyed) tell({ account: id, error })
      target.output.destroy(error as Error)
    } finally {
      if (count(id) === 1) underWay.delete(id)
      else underWay.set(id, count(id) - 1)
    }
  }

  return {
    start({ id, zone = 'UTC' }) {
      if (count(id) >= AT_ONCE) return refuse({ code: 'conflict', why: 'exports_running' })
      const target = archive()
      void write(id, target)
      return ok({ name: `notegraph-${isoDay(dayAt(clock(), zone))}.zip`, output: target.output })
    },
  }
}
