/**
 * Opens a database file with the settings of all files here. A commit is on the disk before it returns, reads never
 * wait, and the schema is migrated to the newest version.
 */
import Database from 'better-sqlite3'
import { renameSync, writeFileSync } from 'node:fs'
import { makePrivateFile, PRIVATE_FILE } from '../../disk/private.ts'
import { prepareLazily } from './lazy-statement.ts'
import { transact, transactInText } from './transactions.ts'

export type Db = Database.Database

/** The statements that migrate a schema from version i to version i + 1. A released one never changes. */
export type Migrations = readonly string[]

/** A newer release wrote the file. */
export class NewerSchema extends Error {
  override readonly name = 'NewerSchema'
}

/** How long a statement waits for another process's write before it fails, in milliseconds. */
export const BUSY_TIMEOUT = 2_000

const SETTINGS = `
  -- Twice SQLite's own: rows of a block with its view are long, and fewer, larger pages take them faster.
  PRAGMA page_size = 8192;
  PRAGMA journal_mode = WAL;
  -- The default in WAL mode would let a power cut take writes that were already acknowledged.
  PRAGMA synchronous = FULL;
  -- Pages of a log this long are written back once, however often an import changed them.
  PRAGMA wal_autocheckpoint = 8192;
  -- Deleted rows are overwritten, so that no copy of the file has them.
  PRAGMA secure_delete = ON;
  PRAGMA temp_store = MEMORY;
  PRAGMA cache_size = -16384;`

/**
 * Opens a database and migrates it.
 * @param source a file, created if it does not exist; `:memory:`; or the contents of a database in memory
 * @throws if the file is not a database, or was written by a newer release
 */
export function openDatabase(source: string | Buffer, migrations: Migrations): Db {
  const path = typeof source === 'string' ? source : ':memory:'
  if (path !== ':memory:') makePrivateFile(path)
  const opened = source === ':memory:' ? migratedCopy(migrations) : source
  const db = transactInText(prepareLazily(new Database(opened, { timeout: BUSY_TIMEOUT })))
  try {
    db.exec(SETTINGS)
    migrate(db, migrations, path)
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

const TEMPORARY_SETTINGS = `
  PRAGMA journal_mode = OFF;
  PRAGMA synchronous = OFF;
  PRAGMA temp_store = MEMORY;
  PRAGMA cache_size = -16384;`

/**
 * Creates an empty database for one computation, which deletes it afterwards. It has no log, and nothing is synced.
 * @param path a file that does not exist
 */
export function openTemporary(path: string, migrations: Migrations): Db {
  writeFileSync(path, migratedCopy(migrations), { mode: PRIVATE_FILE, flag: 'wx' })
  const db = transactInText(prepareLazily(new Database(path)))
  db.exec(TEMPORARY_SETTINGS)
  return db
}

/**
 * Creates the file of an empty database. It gets its name when it is on the disk. Its epoch is that of another database, so
 * it is for a replica, which takes that of its graph.
 * @param path a file that does not exist, in a folder of this process
 */
export function createCopy(path: string, migrations: Migrations): void {
  const part = `${path}-new`
  writeFileSync(part, migratedCopy(migrations), { mode: PRIVATE_FILE, flush: true })
  renameSync(part, path)
}

const copies = new WeakMap<Migrations, Buffer>()

/** An empty database is a copy of the first one where its epoch does not matter. To migrate takes ten milliseconds, to copy one. */
function migratedCopy(migrations: Migrations): Buffer {
  const known = copies.get(migrations)
  if (known) return known
  const db = new Database(':memory:')
  db.exec(SETTINGS)
  migrate(db, migrations, ':memory:')
  const copy = db.serialize()
  db.close()
  copies.set(migrations, copy)
  return copy
}

/**
 * Runs one statement or one transaction without a sync. A power cut may lose it, so it is for data such as the time of
 * the last use. A sync takes milliseconds, or tenths of a second on a busy disk.
 */
export function withoutSync<T>(db: Db, run: () => T): T {
  db.exec('PRAGMA synchronous = NORMAL')
  try {
    return run()
  } finally {
    db.exec('PRAGMA synchronous = FULL')
  }
}

function migrate(db: Db, migrations: Migrations, path: string): void {
  const readVersion = () => db.pragma('user_version', { simple: true }) as number
  const version = readVersion()
  if (version > migrations.length)
    throw new NewerSchema(
      `${path} was written by a newer release: schema ${version}, known up to ${migrations.length}`,
    )
  if (version === migrations.length) return
  db.transaction(() => {
    // Another process may have migrated it meanwhile.
    for (let next = readVersion(); next < migrations.length; next++) {
      db.exec(migrations[next]!)
      db.pragma(`user_version = ${next + 1}`)
    }
  }).immediate()
}

/**
 * A bound value in a condition `column = …` of a statement with a join, an order or DISTINCT. With a bare `?`, SQLite
 * plans with the value, and so plans again for each run. Planning takes several times as long as the run. The same
 * holds for `LIMIT ?`, but not for `LIMIT +?`.
 */
export const GIVEN: string = '(SELECT ?)'

/** Converts a limit for SQLite, whose LIMIT does not accept Infinity. */
export const rows = (limit: number): number => (Number.isFinite(limit) ? limit : -1)

/** Runs reads in one snapshot. */
export function snapshot<T>(db: Db, read: () => T): T {
  return db.inTransaction ? read() : transact(db, 'BEGIN', read)
}
