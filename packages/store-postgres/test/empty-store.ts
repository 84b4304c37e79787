/** A store on an empty database. */
import { rmSync } from 'node:fs'
import { runFolder } from '@notegraph/postgres-tests'
import type { Store } from '@notegraph/store'
import pg from 'pg'
import { openReplicated } from '../src/index.ts'
import { TABLES } from '../src/schema/tables.ts'

/**
 * Deletes every row. For small tables that takes less time than `TRUNCATE`, or a new database for each test. PostgreSQL plans
 * the statements of a function once for each connection.
 */
const EMPTY = `
  CREATE FUNCTION pg_temp.empty_tables() RETURNS void LANGUAGE plpgsql AS $$
  BEGIN
    ${TABLES.map((table) => `DELETE FROM ${table};`).join('\n    ')}
  END $$`

export interface Emptier {
  readonly empty: () => Promise<void>
  readonly close: () => Promise<void>
}

/** Connects to a database, for several tests. @param onEnd when the connection has ended, such as with the database */
export async function connectEmptier(url: string, onEnd: () => void = () => {}): Promise<Emptier> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', onEnd).on('end', onEnd)
  await client.connect()
  await client.query(EMPTY)
  return {
    empty: async () => void (await client.query('SELECT pg_temp.empty_tables()')),
    close: async () => client.end(),
  }
}

/** By the address of the database. Each ends with its database. */
const emptiers = new Map<string, Promise<Emptier>>()

export async function emptyTables(url: string): Promise<void> {
  const emptier = emptiers.get(url) ?? connectEmptier(url, () => emptiers.delete(url))
  emptiers.set(url, emptier)
  await (await emptier).empty()
}

/** A store with an empty folder of replicas, which goes when the store closes. */
export async function openTestStore(url: string): Promise<Store> {
  const folder = runFolder()
  const store = await openReplicated({ url, connections: 4, folder })
  return {
    ...store,
    close: async () => {
      await store.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Waits for the connection that listens: it asks every watcher to look when it is there. */
export const listening = async (store: Pick<Store, 'watch'>): Promise<void> =>
  new Promise((resolve) => {
    const unwatch = store.watch('nobody', () => {
      unwatch()
      resolve()
    })
  })

/** A store on an empty database. */
export async function emptyStore(url: string): Promise<Store> {
  const store = await openTestStore(url)
  await emptyTables(url)
  return store
}
