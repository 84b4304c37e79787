/**
 * Which account has a file: an id opens its file for whoever holds it, and says nothing of whose it is. A row is written
 * before the file's own, in the graph, so that no file is without one; a row whose file is in no graph says nothing.
 */
import { existsSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import Database from 'better-sqlite3'
import type { FileEntry } from '../../graph/files.ts'
import type { Problem } from '../../graph/maintenance.ts'
import type { Db } from '../database/database.ts'
import type { SqliteGraph } from '../graph/graph.ts'

export interface FileHomes {
  of(fileId: string): string | undefined
  add(accountId: string, fileIds: readonly string[]): void
  drop(fileIds: readonly string[]): void
  /** Forgets an account's. */
  forget(accountId: string): void
  /** Those of the ids that are not noted as the account's. */
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

export interface EarlierFiles {
  /** Resolves once all are noted. Until then an id that is not listed may be one of them. */
  settled(): Promise<void>
  /** Leaves the rest to the next start. */
  stop(): Promise<void>
}

/**
 * Notes the files of accounts that had them before there was a list, one account at a time beside all else: a start does not
 * wait for many accounts.
 * @param pathOf the file of an account's graph
 */
export function noteEarlierFiles(
  db: Db,
  homes: FileHomes,
  pathOf: (accountId: string) => string,
): EarlierFiles {
  const missing = db.prepare<[], string>('SELECT account_id FROM file_home_missing').pluck()
  const done = db.prepare<[string]>('DELETE FROM file_home_missing WHERE account_id = ?')
  const note = db.transaction((accountId: string) => {
    const ids = fileIds(pathOf(accountId))
    if (!ids) return
    homes.add(accountId, ids)
    done.run(accountId)
  })
  let isStopped = false
  const settled = (async () => {
    for (const accountId of missing.all()) {
      await setImmediate()
      if (isStopped) return
      note.immediate(accountId)
    }
  })()
  settled.catch(() => {}) // who asks for it is told
  return {
    settled: async () => settled,
    async stop() {
      isStopped = true
      await settled.catch(() => {})
    },
  }
}

/** As the file says, whatever its schema; undefined where it cannot be read, which its own opening will tell. */
function fileIds(path: string): string[] | undefined {
  if (!existsSync(path)) return []
  let graph: Db | undefined
  try {
    graph = new Database(path, { readonly: true })
    return graph.prepare<[], string>('SELECT id FROM file').pluck().all()
  } catch {
    return undefined
  } finally {
    graph?.close()
  }
}

/** Adds to the writes of a graph that the list of owners follows its files. */
export function withFileHomes(
  graph: SqliteGraph,
  accountId: string,
  homes: FileHomes,
  earlier: EarlierFiles,
): SqliteGraph {
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
        homes.add(accountId, idsOf(change.files))
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
        await earlier.settled()
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
