/**
 * Copies of the database files, each as it is at one moment, while others read and write; and putting such copies in the
 * place of what there is.
 */
import { existsSync, readdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { makePrivateFile, makePrivateFolder } from '../disk/private.ts'
import { syncFolder } from '../disk/durable.ts'
import { BUSY_TIMEOUT } from './database.ts'

const ACCOUNTS = 'accounts.sqlite'
const GRAPHS = 'graphs'
const JOURNALS = ['', '-wal', '-shm']

/** Whether a folder holds anything of what `openSqlite` keeps. */
export const holdsSqlite = (folder: string): boolean =>
  existsSync(join(folder, ACCOUNTS)) || existsSync(join(folder, GRAPHS))

const isGraph = (name: string): boolean => name.endsWith('.sqlite')

export const countGraphs = (folder: string): number =>
  readdirSync(join(folder, GRAPHS)).filter(isGraph).length

/**
 * The graphs first: who is in the accounts then has the graph that was copied, or a later one that is empty.
 * @param copied is told of each
 */
export const copyGraphs = async (from: string, to: string, copied?: () => void): Promise<void> =>
  copyAll(join(from, GRAPHS), join(to, GRAPHS), isGraph, copied)

export const copyAccounts = async (from: string, to: string): Promise<void> =>
  copyAll(from, to, (name) => name === ACCOUNTS)

async function copyAll(
  from: string,
  to: string,
  isMeant: (name: string) => boolean,
  copied?: () => void,
): Promise<void> {
  makePrivateFolder(to)
  for (const name of readdirSync(from).filter(isMeant)) {
    await copyDatabase(join(from, name), join(to, name))
    copied?.()
  }
  await syncFolder(to)
}

/** One that is removed before its turn is left out. */
async function copyDatabase(from: string, to: string): Promise<void> {
  if (!existsSync(from)) return
  const db = new Database(from, { fileMustExist: true, timeout: BUSY_TIMEOUT })
  try {
    makePrivateFile(to)
    // In one step: a copy in parts begins anew whenever something is written in between.
    await db.backup(to, { progress: () => 0x7f_ff_ff_ff })
  } finally {
    db.close()
  }
}

/** Whether some process has the files open: only who is alone may leave the write-ahead log. */
export function isInUse(folder: string): boolean {
  let db: Database.Database | undefined
  try {
    db = new Database(join(folder, ACCOUNTS), { fileMustExist: true, timeout: 0 })
    return db.pragma('journal_mode = DELETE', { simple: true }) !== 'delete'
  } catch (error) {
    return (error as { code?: string }).code?.startsWith('SQLITE_BUSY') === true
  } finally {
    db?.close()
  }
}

/** Moves the files of one folder to another, where there are none. Until it comes back either may hold some of them. */
export async function moveSqlite(from: string, to: string): Promise<void> {
  makePrivateFolder(to)
  if (existsSync(join(from, GRAPHS))) renameSync(join(from, GRAPHS), join(to, GRAPHS))
  for (const end of JOURNALS)
    if (existsSync(join(from, ACCOUNTS + end)))
      renameSync(join(from, ACCOUNTS + end), join(to, ACCOUNTS + end))
  await syncFolder(from)
  await syncFolder(to)
}
