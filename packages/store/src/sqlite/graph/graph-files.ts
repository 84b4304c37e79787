/**
 * Where the file of each account's graph is: in one of 256 folders by a hash of its name, since no file system is quick
 * with a hundred thousand files in a folder. Earlier releases kept all in one folder; a start moves those.
 */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import { syncFolderNow } from '../../disk/durable.ts'
import { makePrivateFolder } from '../../disk/private.ts'
import { idAsFileName } from '../../file-name.ts'
import { isBusy } from '../write/refusal.ts'

export const ACCOUNTS = 'accounts.sqlite'
export const GRAPHS = 'graphs'
const END = '.sqlite'
const LOG = '-wal'

/** How long a start waits for another process that moves the files, in milliseconds. */
const PATIENCE = 30_000
const PAUSE = 50

export const graphFile = (folder: string, accountId: string): string =>
  placeOf(folder, `${idAsFileName(accountId)}${END}`)

function placeOf(folder: string, name: string): string {
  const group = createHash('sha256').update(name).digest('hex').slice(0, 2)
  return join(folder, GRAPHS, group, name)
}

export interface GraphFilePlace {
  readonly path: string
  /** Where it is in another folder of data. */
  in(folder: string): string
}

/** Every graph's file, those of earlier releases too, a folder at a time. */
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
 * Moves files from where earlier releases kept them. It can be cut off anywhere: logs go before their databases, and nobody
 * opens a graph before all have moved.
 * @param patience how long another process may keep the data open meanwhile, in milliseconds
 * @throws where another process keeps the data open, or a graph is in both places
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

/** Databases and logs that are not in a folder of their group. */
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
    rmSync(join(folder, GRAPHS, `${name}-shm`), { force: true }) // made anew from the log
    move(name)
  }
  for (const path of changed) syncFolderNow(path)
}

/** Only who is alone may leave the write-ahead log. */
export const isAlone = (db: Database.Database): boolean =>
  db.pragma('journal_mode = DELETE', { simple: true }) === 'delete'

/** Keeps every other process away from the data. @returns what lets them in again; nothing where one is in */
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
