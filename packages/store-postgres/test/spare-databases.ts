/**
 * Empty databases for tests, of this process alone. To empty one takes a millisecond, to create one twenty or more. So a
 * test gets a database that an earlier one has left, with the store that is open on it.
 */
import { randomBytes } from 'node:crypto'
import { runFolder, runSql, serverUrl } from '@notegraph/postgres-tests'
import type { Store } from '@notegraph/store'
import { openPostgres, openReplicated } from '../src/index.ts'
import { connectEmptier, listening } from './empty-store.ts'

export interface SpareDatabase {
  readonly url: string
  /** Opens a store on it. */
  readonly open: () => Promise<Store>
  /** The store that stays open on it. */
  readonly store: () => Promise<Store>
  /** Deletes every row. */
  readonly empty: () => Promise<void>
  readonly close: () => Promise<void>
}

const free: SpareDatabase[] = []
let template: Promise<string> | undefined

/** Takes the database that has been free for longest: work that a test left behind has ended there. */
export async function takeDatabase(): Promise<SpareDatabase> {
  const start = performance.now()
  const database = free.shift() ?? (await createDatabase())
  await database.empty()
  performance.measure('database start', { start })
  return database
}

/** More than most tests take at once. Each has a few connections. */
const MOST_FREE = 4

/** The database may be used again at once. */
export function giveBack(database: SpareDatabase): void {
  if (free.length < MOST_FREE) free.push(database)
  else void database.close()
}

async function createDatabase(): Promise<SpareDatabase> {
  template ??= createTemplate()
  const name = newName()
  await runSql(await serverUrl(), `CREATE DATABASE ${name} TEMPLATE ${await template} STRATEGY FILE_COPY`)
  const url = await serverUrl(name)
  const emptier = await connectEmptier(url)
  const folder = runFolder()
  let store: Promise<Store> | undefined
  const open = async () => {
    const store = await openReplicated({ url, connections: 4, folder })
    await listening(store)
    return store
  }
  return {
    url,
    open,
    store: async () => (store ??= open()),
    empty: emptier.empty,
    close: async () => {
      await emptier.close()
      await (await store)?.close()
    },
  }
}

/** Migrations take longer than a copy of the tables that they made. */
async function createTemplate(): Promise<string> {
  const name = newName()
  await runSql(await serverUrl(), `CREATE DATABASE ${name} TEMPLATE template0`)
  await (await openPostgres({ url: await serverUrl(name) })).close()
  return name
}

const newName = (): string => `spare_${randomBytes(6).toString('hex')}`
