/**
 * The files of a graph that no record uses. A replica at the head finds the records that name a file. PostgreSQL deletes
 * files only if nothing was committed since.
 */
import type { FileStore } from '@notegraph/store'
import type { Replica } from '@notegraph/store/sqlite'
import type { Database } from '../database/database.ts'
import { filesOfStates } from '../graphs/kept-file-names.ts'
import { listUnused, noteUnused, removeFiles, renewFile, sweepBacklog } from '../graphs/files.ts'

/** A commit in between makes the replica look again for records that name a file. */
const MOST_LOOKS = 5
/** Unused files that are deleted at once. */
const FILES_AT_ONCE = 1_000

/** How a graph reaches its replica and its tables. */
interface GraphAccess {
  readonly db: Database
  readonly accountId: string
  /** Runs work on the replica at the head. */
  readonly read: <T>(work: (graph: Replica) => Promise<T>) => Promise<T>
  /** Runs work on the tables of the graph. */
  readonly onTables: <T>(work: () => Promise<T>) => Promise<T>
  /** Runs work that writes to the tables of the graph. */
  readonly onTablesAfter: <T>(work: () => Promise<T>) => Promise<T>
}

export const headOf = (replica: Replica['replica']): number => replica.state()?.head ?? 0

/** The calls that a replica alone cannot answer. */
export function replicatedFiles({
  db,
  accountId,
  read,
  onTables,
  onTablesAfter,
}: GraphAccess): Omit<FileStore, 'find' | 'findByHash' | 'list' | 'listUnlinked'> {
  return {
    clearUnused: async (now, unusedSince, shown = []) => {
      for (let looks = 0; looks < MOST_LOOKS; looks++) {
        const { head, ids } = await read(async ({ replica }) => ({
          head: headOf(replica),
          ids: replica.unusedFiles(),
        }))
        if (await noteUnused(db, accountId, head, ids, now)) break
      }
      const due = await listUnused(db, accountId, unusedSince, FILES_AT_ONCE)
      if (due.length === 0) return []
      const { head, inUse } = await read(async ({ replica }) => ({
        head: headOf(replica),
        inUse: await replica.filesInUse(due),
      }))
      const before = await filesOfStates(db, accountId, new Set(due.map(({ id }) => id)))
      const named = new Set([...inUse, ...before, ...shown])
      const unused = due.filter(({ id }) => !named.has(id))
      const removed = await removeFiles(db, accountId, head, { unused, named: [...named] })
      return removed ?? [] // after a commit in between, the next call looks again
    },
    renew: async (id, path) => onTablesAfter(async () => renewFile(db, accountId, id, path)),
    removeUnlinked: async (ids) => {
      const asked = new Set(ids)
      for (let looks = 0; looks < MOST_LOOKS; looks++) {
        const { head, unlinked } = await read(async (graph) => ({
          head: headOf(graph.replica),
          unlinked: await graph.files.listUnlinked(),
        }))
        const imported = unlinked.filter(({ id, belongs }) => asked.has(id) && !belongs)
        const removed = await removeFiles(db, accountId, head, { imported: imported.map(({ id }) => id) })
        if (removed) return removed
      }
      return []
    },
    sweepBacklog: async () => onTables(async () => sweepBacklog(db, accountId)),
  }
}
