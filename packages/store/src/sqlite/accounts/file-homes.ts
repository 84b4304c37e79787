/**
 * The account of each file. The address of a file contains only its id, so the server looks the account up here. A row
 * is written before the file's row in the graph, so that every file has one. A row without a file does no harm.
 */
import type { FileEntry } from '../../graph/files.ts'
import type { Problem } from '../../graph/maintenance.ts'
import type { Db } from '../database/database.ts'
import type { SqliteGraph } from '../graph/graph.ts'

export interface FileHomes {
  of(fileId: string): string | undefined
  add(accountId: string, fileIds: readonly string[]): void
  drop(fileIds: readonly string[]): void
  /** Deletes the rows of an account. */
  forget(accountId: string): void
  /** @returns those of the ids that are not listed for the account */
  missing(accountId: string, fileIds: readonly string[]): string[]
}

export function fileHomes(db: Db): FileHomes {
  const of = db.prepare<[string], string>('SELECT account_id FROM file_home WHERE file = ?').pluck()
  const add = db.prepare<[string, string]>(
    'INSERT INTO file_home SELECT value, ? FROM json_each(?) WHERE true ON CONFLICT DO NOTHING',
  )
  const drop = db.prepare<[string]>('DELETE FROM file_home WHERE file IN (SELECT value FROM json_each(?))')
  const forget = db.prepare<[string]>('DELETE FROM file_home WHERE account_id = ?')
  return {
    of: (fileId) => of.get(fileId),
    add: (accountId, fileIds) => void (fileIds.length > 0 && add.run(accountId, JSON.stringify(fileIds))),
    drop: (fileIds) => void (fileIds.length > 0 && drop.run(JSON.stringify(fileIds))),
    forget: (accountId) => void forget.run(accountId),
    missing: (accountId, fileIds) => fileIds.filter((id) => of.get(id) !== accountId),
  }
}

/** Wraps a graph so that its writes keep the list of files up to date. */
export function withFileHomes(graph: SqliteGraph, accountId: string, homes: FileHomes): SqliteGraph {
  const { commits, files, maintenance } = graph
  const idsOf = (entries: readonly { readonly id: string }[] = []) => entries.map(({ id }) => id)
  const drop = async (removal: Promise<FileEntry[]>): Promise<FileEntry[]> => {
    const removed = await removal
    homes.drop(idsOf(removed))
    return removed
  }
  return {
    ...graph,
    commits: {
      ...commits,
      commit: async (change) => {
        if (change.files) homes.add(accountId, idsOf(change.files))
        return commits.commit(change)
      },
      commitAll: async (all, after) => {
        homes.add(
          accountId,
          all.flatMap((commit) => idsOf(commit.files)),
        )
        return commits.commitAll(all, after)
      },
    },
    files: {
      ...files,
      clearUnused: async (now, unusedSince) => drop(files.clearUnused(now, unusedSince)),
      removeUnlinked: async (ids) => drop(files.removeUnlinked(ids)),
    },
    maintenance: {
      check: async () => {
        const unknown = homes.missing(accountId, idsOf(await files.list()))
        const problems = unknown.map((id): Problem => `file ${id}: it is not noted whose it is`)
        return [...(await maintenance.check()), ...problems]
      },
      rebuild: async () => {
        await maintenance.rebuild()
        homes.forget(accountId)
        homes.add(accountId, idsOf(await files.list()))
      },
    },
  }
}
