/**
 * A folder of replicas, one file for each account. Each can be created again, so the folder has a bound in bytes: the
 * least recently used files go first. Replicas of an earlier start are used again. A file may be deleted at any time.
 */
import { existsSync, readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { makePrivateFile, makePrivateFolder } from '../../disk/private.ts'
import { createCopy, NewerSchema, openDatabase, type Db } from '../database/database.ts'
import { accountOfGraphFile, graphFile, graphFiles, GRAPHS } from '../graph/graph-files.ts'
import { graphFolder, removeGraphFile } from '../graph/graph-folder.ts'
import type { SqliteGraph } from '../graph/graph.ts'
import { GRAPH_SCHEMA } from '../schema/graph/index.ts'
import { takeFolder } from './own-folder.ts'

/** The replica of a graph: its reads, and `replica` to keep it equal to the truth. Nobody else writes to it. */
export type Replica = Omit<SqliteGraph, 'close'>

/** Options of {@link openReplicas}. */
export interface ReplicasOptions {
  /** The service's own origin. Texts show file addresses of it by the file's name. */
  readonly origin?: string
  /** How many replicas stay open at once; the least recently used close. Default 200. */
  readonly openGraphs?: number
  /** Bytes that all files of this process may occupy. Replicas in use stay, so the sum may exceed it for a while. Default 10 GiB. */
  readonly bytes?: number
}

/** Replicas by account. */
export interface Replicas {
  /** Runs work on the replica of an account. The first use, and the next one after a deletion, create an empty file. */
  use<T>(accountId: string, work: (replica: Replica) => Promise<T>): Promise<T>
  /**
   * Deletes a replica after its current users.
   * @param which does nothing if the account has another replica by now
   */
  remove(accountId: string, which?: Replica): Promise<void>
  /** @returns the file of an account's replica, which exists while somebody uses it */
  pathOf(accountId: string): string
  /** Deletes the least recently used replicas, if all files together exceed the bound. Runs every few seconds by itself. */
  trim(): Promise<void>
  /** The files of an account in the folders of all processes, by path. */
  everyPath(accountId: string): string[]
  /** Open replicas, all replicas, and the bytes of all files at the last look. */
  usage(): { readonly open: number; readonly replicas: number; readonly bytes: number }
  close(): Promise<void>
}

const BYTES = 10 * 2 ** 30
/** How often the sizes of used files are looked at, in milliseconds. */
const LOOK = 5_000

/**
 * Recognizes the error of a damaged file.
 * @returns whether an error says that a database file is damaged, or is none
 * @example
 * if (isDamaged(error)) await replicas.remove('ada')
 */
export const isDamaged = (error: unknown): boolean =>
  error instanceof Error &&
  /^SQLITE_(?:CORRUPT|NOTADB)/.test(String((error as { readonly code?: unknown }).code))

/**
 * Opens a folder of replicas. Each process that opens it gets a folder of its own in it.
 * @param shared created if it does not exist
 * @example
 * const replicas = openReplicas('replicas')
 * const pages = await replicas.use('ada', async (replica) => replica.pages.countByType())
 */
export function openReplicas(shared: string, options: ReplicasOptions = {}): Replicas {
  const { bytes: most = BYTES } = options
  const own = takeFolder(shared)
  const folder = own.path
  makePrivateFolder(join(folder, GRAPHS))
  /** The bytes of each account's file; the most recently used is last. */
  const sizes = new Map<string, number>()
  /** Accounts whose files may have another size since the last look. */
  const used = new Set<string>()
  const users = new Map<string, number>()
  const graphs = graphFolder(folder, { ...options, openFile })

  const paths = graphFiles(folder)
  for (const group of new Set(paths.map(dirname))) makePrivateFolder(group)
  for (const path of paths) makePrivateFile(path)
  for (const path of paths.toSorted((a, b) => lastWrite(a) - lastWrite(b)))
    sizes.set(accountOfGraphFile(path), bytesOf(path))

  const sum = () => [...sizes.values()].reduce((all, bytes) => all + bytes, 0)

  async function remove(accountId: string): Promise<void> {
    sizes.delete(accountId)
    used.delete(accountId)
    await graphs.remove(accountId)
  }

  /** Accounts whose replica was deleted by somebody else, until its users are done with the file that they have open. */
  const leaving = new Map<string, Promise<void>>()

  /** The look costs 2 µs. Two files at one path must not be open at once: they would share a log. */
  async function leaveReplaced(accountId: string): Promise<void> {
    if (!graphs.isReplaced(accountId)) return
    let done = leaving.get(accountId)
    if (!done) {
      done = remove(accountId).finally(() => leaving.delete(accountId))
      leaving.set(accountId, done)
    }
    await done
  }

  async function trim(): Promise<void> {
    for (const accountId of used) sizes.set(accountId, bytesOf(graphs.pathOf(accountId)))
    used.clear()
    let all = sum()
    for (const [accountId, bytes] of Array.from(sizes)) {
      if (all <= most) return
      if (users.has(accountId)) continue
      all -= bytes
      await remove(accountId)
    }
  }

  function begin(accountId: string): void {
    const bytes = sizes.get(accountId) ?? 0
    sizes.delete(accountId)
    sizes.set(accountId, bytes)
    used.add(accountId)
    users.set(accountId, (users.get(accountId) ?? 0) + 1)
  }

  function end(accountId: string): void {
    const left = users.get(accountId)! - 1
    if (left === 0) users.delete(accountId)
    else users.set(accountId, left)
  }

  const looking = setInterval(() => void trim().catch(() => {}), LOOK).unref()

  return {
    async use(accountId, work) {
      await leaveReplaced(accountId)
      begin(accountId)
      try {
        return await graphs.use(accountId, work)
      } finally {
        end(accountId)
      }
    },
    async remove(accountId, which) {
      if (which === undefined || graphs.opened(accountId) === which) await remove(accountId)
    },
    pathOf: (accountId) => graphs.pathOf(accountId),
    trim,
    everyPath: (accountId) =>
      readdirSync(shared)
        .map((name) => graphFile(join(shared, name), accountId))
        .filter((path) => existsSync(path))
        .toSorted(),
    usage: () => ({ open: graphs.size(), replicas: sizes.size, bytes: sum() }),
    async close() {
      clearInterval(looking)
      await graphs.close()
      own.release()
    },
  }
}

/** A replica that cannot be opened is created again. A commit need not reach the disk, because the truth has it. */
function openFile(path: string): Db {
  let db: Db
  try {
    if (!existsSync(path)) {
      removeGraphFile(path) // its log may be left, if somebody deleted it
      createCopy(path, GRAPH_SCHEMA)
    }
    db = openDatabase(path, GRAPH_SCHEMA)
  } catch (error) {
    if (!isDamaged(error) && !(error instanceof NewerSchema)) throw error
    removeGraphFile(path)
    db = openDatabase(path, GRAPH_SCHEMA)
  }
  db.exec('PRAGMA synchronous = NORMAL')
  return db
}

const lastWrite = (path: string): number => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0

const bytesOf = (path: string): number =>
  ['', '-wal'].reduce((sum, end) => sum + (statSync(path + end, { throwIfNoEntry: false })?.size ?? 0), 0)
