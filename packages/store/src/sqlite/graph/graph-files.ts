/**
 * The paths of graphs. A hash of its name puts each file in one of 256 folders, because file systems are slow with very
 * many files in a folder. Earlier releases kept all files in one folder; a start moves them.
 */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import { syncFolderNow } from '../../disk/durable.ts'
import { makePrivateFolder } from '../../disk/private.ts'
import { idAsFileName, idOfFileName } from '../../file-name.ts'
import { isBusy } from '../write/refusal.ts'

export const ACCOUNTS = 'accounts.sqlite'
export const GRAPHS = 'graphs'
const END = '.sqlite'
const LOG = '-wal'

/** How long a start waits for another process that moves the files, in milliseconds. */
const PATIENCE = 30_000
const PAUSE = 50

/**
 * Returns the path of an account's graph, whether or not the file exists.
 * @param folder the folder that `openSqlite` opens
 * @example
 * const path = graphFile('data', 'ada')
 */
export const graphFile = (folder: string, accountId: string): string =>
  placeOf(folder, `${idAsFileName(accountId)}${END}`)

/** @returns the account of a graph file */
export const accountOfGraphFile = (path: string): string => idOfFileName(basename(path, END))

function placeOf(folder: string, name: string): string {
  const group = createHash('sha256').update(name).digest('hex').slice(0, 2)
  return join(folder, GRAPHS, group, name)
}

export interface GraphFilePlace {
  readonly path: string
  /** @returns the path of the same graph in another folder of data */
  in(folder: string): string
}

/** Yields the file of every graph, also those that earlier releases left, one folder after the other. */
export function* graphFiles(folder: string): Generator<GraphFilePlace> {
  const graphs = join(folder, GRAPHS)
  if (!existsSync(graphs)) return
  for (const entry of readdirSync(graphs, { withFileTypes: true })) {
    const home = join(graphs, entry.name)
    if (!entry.isDirectory()) {
      if (entry.name.endsWith(END)) yield { path: home, in: (other) => placeOf(other, entry.name) }
    } else
      for (const name of readdirSync(home).filter((one) => one.endsWith(END)))
        yield { path: join(home, name), in: (other) => placeOf(other, name) }
  }
}

/**
 * Moves the files that earlier releases kept in one folder. A crash at any point does no harm: logs move before their
 * databases, and no graph is opened before all have moved.
 * @param patience how long to wait for another process that uses the data, in milliseconds
 * @throws if another process still uses the data, or a graph is in both places
 */
export function moveFlatGraphs(folder: string, patience: number = PATIENCE): void {
  const end = performance.now() + patience
  while (flatNames(folder).length > 0) {
    const release = takeAlone(folder)
    if (release) {
      try {
        moveAll(folder)
      } finally {
        release()
      }
    } else if (performance.now() < end) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE)
    else throw new Error('its graphs have to be moved, and a process of an earlier release is using them')
  }
}

/** @returns the databases and logs that are not in one of the 256 folders */
function flatNames(folder: string): string[] {
  const graphs = join(folder, GRAPHS)
  if (!existsSync(graphs)) return []
  return readdirSync(graphs).filter((name) => name.endsWith(END) || name.endsWith(`${END}${LOG}`))
}

function moveAll(folder: string): void {
  const names = flatNames(folder)
  const changed = new Set([join(folder, GRAPHS)])
  const move = (name: string) => {
    const from = join(folder, GRAPHS, name)
    const to = name.endsWith(LOG) ? placeOf(folder, name.slice(0, -LOG.length)) + LOG : placeOf(folder, name)
    makePrivateFolder(dirname(to))
    renameSync(from, to)
    changed.add(dirname(to))
  }
  const databases = names.filter((name) => name.endsWith(END))
  const twice = databases.find((name) => existsSync(placeOf(folder, name)))
  if (twice !== undefined)
    throw new Error(
      `a graph is there twice: ${join(folder, GRAPHS, twice)} and ${placeOf(folder, twice)}; move one of them away`,
    )
  for (const name of names.filter((one) => one.endsWith(LOG))) move(name)
  for (const path of changed) syncFolderNow(path)
  for (const name of databases) {
    rmSync(join(folder, GRAPHS, `${name}-shm`), { force: true }) // SQLite builds it again from the log
    move(name)
  }
  for (const path of changed) syncFolderNow(path)
}

/** @returns whether this is the only connection: SQLite lets no other leave the WAL mode */
export const isAlone = (db: Database.Database): boolean =>
  db.pragma('journal_mode = DELETE', { simple: true }) === 'delete'

/**
 * Locks the data for this process alone.
 * @returns a function that unlocks it, or undefined if another process uses the data
 */
function takeAlone(folder: string): (() => void) | undefined {
  const path = join(folder, ACCOUNTS)
  if (!existsSync(path)) return () => {}
  let db: Database.Database | undefined
  try {
    db = new Database(path, { fileMustExist: true, timeout: 0 })
    if (isAlone(db)) {
      db.exec('BEGIN EXCLUSIVE')
      return () => db?.close()
    }
  } catch (error) {
    if (!isBusy(error)) throw error
  }
  db?.close()
  return undefined
}
