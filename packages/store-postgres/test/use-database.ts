/** An open database with empty tables, for each test of a `describePostgres`. */
import { randomUUID } from 'node:crypto'
import type { TestDatabase } from '@notegraph/postgres-tests'
import { afterEach, beforeEach } from 'vitest'
import { openDatabase, type Database } from '../src/database/database.ts'
import { commit, type Beside, type Committed, type Decide } from '../src/graphs/commit.ts'
import { openPostgres } from '../src/index.ts'
import { emptyTables } from './empty-store.ts'

export interface OpenTest {
  readonly db: Database
  /** Commit to the graph of an account, `ada` if left out. */
  write(decide: Decide, beside?: Beside, accountId?: string): Promise<Committed>
}

export function useDatabase(database: TestDatabase): OpenTest {
  let db: Database
  beforeEach(async () => {
    await (await openPostgres({ url: database.url })).close()
    await emptyTables(database.url)
    db = openDatabase({ url: database.url })
  })
  afterEach(async () => db.close())
  return {
    get db() {
      return db
    },
    write: async (decide, beside = {}, accountId = 'ada') =>
      commit(db, accountId, randomUUID(), beside, decide),
  }
}
