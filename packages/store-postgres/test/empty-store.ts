/** A store on an empty database. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Store } from '@notegraph/store'
import pg from 'pg'
import { openReplicated } from '../src/index.ts'
import { TABLES } from '../src/schema/tables.ts'

/** Delete every row. For small tables that takes less time than `TRUNCATE`, or a new database for each test. */
export async function emptyTables(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(TABLES.map((table) => `DELETE FROM ${table}`).join(';'))
  await client.end()
}

/** A store with an empty folder of replicas, which goes when the store closes. */
export async function openTestStore(url: string): Promise<Store> {
  const folder = mkdtempSync(join(tmpdir(), 'notegraph-replicas-'))
  const store = await openReplicated({ url, connections: 4, folder })
  return {
    ...store,
    close: async () => {
      await store.close()
      rmSync(folder, { recursive: true })
    },
  }
}

/** A store on an empty database. */
export async function emptyStore(url: string): Promise<Store> {
  const store = await openTestStore(url)
  await emptyTables(url)
  return store
}
