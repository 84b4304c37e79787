/**
 * Copies of the database files, each as it is at one moment, while others read and write; and putting such copies in the
 * place of what there is.
 */
import { existsSync, renameSync } from 'node:fs'
import { dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import { makePrivateFile, makePrivateFolder } from '../disk/private.ts'
import { syncFolder } from '../disk/durable.ts'
import { BUSY_TIMEOUT } from './database/database.ts'
import { ACCOUNTS, graphFiles, GRAPHS, isAlone } from './graph/graph-files.ts'
import { isBusy } from './write/refusal.ts'

const JOURNALS = ['', '-wal', '-shm']

/** Whether a folder holds anything of what `openSqlite` keeps. */
export const holdsSqlite = (folder: string): boolean =>
  existsSync(join(folder, ACCOUNTS)) || existsSync(join(folder, GRAPHS))

export const countGraphs = (folder: string): number => [...graphFiles(folder)].length

/**
 * The graphs first: who is in the accounts then has the graph that was copied, or a later one that is empty.
 * @param copied is told of each
 */
export async function copyGraphs(from: string, to: string, copied?: () => void): Promise<void> {
  const homes = new Set([join(to, GRAPHS)])
  makePrivateFolder(join(to, GRAPHS))
  for (const file of graphFiles(from)) {
    const copy = file.in(to)
    makePrivateFolder(dirname(copy))
    homes.add(dirname(copy))
    await copyDatabase(file.path, copy)
    copied?.()
  }
  for (const home of homes) await syncFolder(home)
}

export async function copyAccounts(from: string, to: string): Promise<void> {
  makePrivateFolder(to)
  await copyDatabase(join(from, ACCOUNTS), join(to, ACCOUNTS))
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

/** Whether some process has the files open. */
export function isInUse(folder: string): boolean {
  let db: Database.Database | undefined
  try {
    db = new Database(join(folder, ACCOUNTS), { fileMustExist: true, timeout: 0 })
    return !isAlone(db)
  } catch (error) {
    return isBusy(error)
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
