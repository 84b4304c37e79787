/**
 * Copies of the database files for a backup, and the move of such copies to their place. Each copy shows its file at one
 * moment, while others read and write.
 */
import { existsSync, renameSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import Database from 'better-sqlite3'
import { makePrivateFile, makePrivateFolder } from '../disk/private.ts'
import { syncFolder, syncFolderNow } from '../disk/durable.ts'
import { BUSY_TIMEOUT } from './database/database.ts'
import { ACCOUNTS, graphFiles, GRAPHS } from './graph/graph-files.ts'
import { isBusy } from './write/refusal.ts'

const JOURNALS = ['', '-wal', '-shm']

/**
 * Checks a folder for data of this driver.
 * @returns whether the folder contains files of `openSqlite`
 * @example
 * if (holdsSqlite('data')) throw new Error('The folder contains data already.')
 */
export const holdsSqlite = (folder: string): boolean =>
  existsSync(join(folder, ACCOUNTS)) || existsSync(join(folder, GRAPHS))

/**
 * Counts the graphs in a folder of data.
 * @example
 * const total = countGraphs('data')
 */
export const countGraphs = (folder: string): number => graphFiles(folder).length

/**
 * Copies all graphs. Copy them before the accounts, so that every account in the copy has its graph. An account that is
 * created in between gets an empty graph.
 * @param copied called after each graph
 * @throws if a file cannot be read or written
 * @example
 * await copyGraphs('data', 'backup')
 * await copyAccounts('data', 'backup')
 */
export async function copyGraphs(from: string, to: string, copied?: () => void): Promise<void> {
  const homes = new Set([join(to, GRAPHS)])
  makePrivateFolder(join(to, GRAPHS))
  for (const path of graphFiles(from)) {
    const copy = join(to, relative(from, path))
    makePrivateFolder(dirname(copy))
    homes.add(dirname(copy))
    await copyDatabase(path, copy)
    copied?.()
  }
  for (const home of homes) await syncFolder(home)
}

/**
 * Copies the database of accounts, after {@link copyGraphs}.
 * @throws if the file cannot be read or written
 * @example
 * await copyAccounts('data', 'backup')
 */
export async function copyAccounts(from: string, to: string): Promise<void> {
  makePrivateFolder(to)
  await copyDatabase(join(from, ACCOUNTS), join(to, ACCOUNTS))
  await syncFolder(to)
}

/**
 * Reads all pages of the databases in a folder of copies.
 * @returns the names of those that cannot be read
 * @example
 * const unreadable = checkCopies('backup') // [] if all can
 */
export function checkCopies(folder: string): string[] {
  const paths = [join(folder, ACCOUNTS), ...graphFiles(folder)]
  return paths.filter((path) => !isReadable(path)).map((path) => relative(folder, path))
}

function isReadable(path: string): boolean {
  let db: Database.Database | undefined
  try {
    db = new Database(path, { readonly: true, fileMustExist: true })
    return db.pragma('quick_check(1)', { simple: true }) === 'ok'
  } catch {
    return false
  } finally {
    db?.close()
  }
}

/** Copies a database. It skips a file that was removed since the folder was listed. */
async function copyDatabase(from: string, to: string): Promise<void> {
  if (!existsSync(from)) return
  const db = new Database(from, { fileMustExist: true, timeout: BUSY_TIMEOUT })
  try {
    makePrivateFile(to)
    // In one snapshot, and without free pages, which may have deleted notes.
    db.prepare('VACUUM INTO ?').run(to)
    const copy = await open(to, 'r+')
    await copy.sync()
    await copy.close()
  } finally {
    db.close()
  }
}

/**
 * Checks whether a process uses a folder of data.
 * @returns whether a process has the files open
 * @example
 * if (isInUse('data')) throw new Error('Stop the server first.')
 */
export function isInUse(folder: string): boolean {
  let db: Database.Database | undefined
  try {
    db = new Database(join(folder, ACCOUNTS), { fileMustExist: true, timeout: 0 })
    // SQLite lets only the sole connection leave the WAL mode.
    return db.pragma('journal_mode = DELETE', { simple: true }) !== 'delete'
  } catch (error) {
    return isBusy(error)
  } finally {
    db?.close()
  }
}

/**
 * Replaces the databases of a folder with the closed ones of another folder, and sets the earlier ones aside. A call
 * that was cut off is made again with the same folders: it moves the databases that are still in `from`.
 * @throws Node's error if a file cannot be moved
 * @example
 * replaceSqlite('data/.restored', 'data', 'data/replaced/20261120T120000Z')
 */
export function replaceSqlite(from: string, to: string, aside: string): void {
  for (const names of [[GRAPHS], JOURNALS.map((end) => ACCOUNTS + end)]) {
    const [first] = names as [string]
    if (!existsSync(join(from, first))) continue
    for (const name of names.filter((one) => existsSync(join(to, one)))) {
      makePrivateFolder(aside)
      renameSync(join(to, name), join(aside, name))
    }
    renameSync(join(from, first), join(to, first))
  }
  for (const folder of [from, to, aside]) if (existsSync(folder)) syncFolderNow(folder)
}
