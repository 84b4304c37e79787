/**
 * The account of each file. The address of a file contains only its id, so the server looks the account up here. A row
 * is written before the file's row in the graph, so that every file has one. A row without a file does no harm.
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

export interface EarlierFiles {
  /** Resolves when all files are listed. Until then, a file may exist although its id is not listed. */
  settled(): Promise<void>
  /** Stops. The next start continues. */
  stop(): Promise<void>
}

/**
 * Lists the files of accounts from before this table existed. It runs in the background, one account at a time, so that
 * the start of the server does not wait for it.
 * @param pathOf returns the path of an account's graph
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
  settled.catch(() => {}) // callers of settled() get the error
  return {
    settled: async () => settled,
    async stop() {
      isStopped = true
      await settled.catch(() => {})
    },
  }
}

/**
 * Reads the ids of a graph's files, whatever the version of its schema.
 * @returns undefined if the graph cannot be read; opening the graph reports why
 */
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

/** Wraps a graph so that its writes keep the list of files up to date. */
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
