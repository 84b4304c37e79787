/**
 * Gives each process a folder of its own below a shared one. A lock that ends with the process says that a folder is
 * taken, so the next process gets the replicas of one that has ended.
 */
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { makePrivateFile, makePrivateFolder } from '../../disk/private.ts'
import { isBusy } from '../write/refusal.ts'

export interface OwnFolder {
  readonly path: string
  release(): void
}

/** Programs of one machine that share a folder of data at the same time; more than anybody starts. */
const MOST = 100

/** @throws if all folders are taken */
export function takeFolder(shared: string): OwnFolder {
  makePrivateFolder(shared)
  for (let number = 1; number <= MOST; number++) {
    const path = join(shared, String(number))
    makePrivateFolder(path)
    const file = join(path, 'lock')
    makePrivateFile(file)
    const lock = new Database(file, { timeout: 0 })
    try {
      lock.exec('BEGIN EXCLUSIVE')
      return { path, release: () => lock.close() }
    } catch (error) {
      lock.close()
      if (!isBusy(error)) throw error
    }
  }
  throw new Error(`${shared} is in use by ${MOST} programs. Stop some of them.`)
}
