/** A store on an empty database. */
import { rmSync } from 'node:fs'
import { runFolder } from '@notegraph/postgres-tests'
import type { Store } from '@notegraph/store'
import pg from 'pg'
import { openReplicated } from '../src/index.ts'
import { TABLES } from '../src/schema/tables.ts'

/** Deletes every row. For small tables that takes less time than `TRUNCATE`, or a new database for each test. */
export const DELETE_ALL: string = TABLES.map((table) => `DELETE FROM ${table}`).join(';')

export async function emptyTables(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(DELETE_ALL)
  await client.end()
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
