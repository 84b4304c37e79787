/**
 * @module-tag postgres
 * @module-tag first-ring
 */
import { describePostgres } from '@notegraph/postgres-tests'
import type { Store } from '@notegraph/store'
import { ACCOUNT_SUITES, GRAPH_SUITES, watchingContract } from '@notegraph/store/contract'
import { afterAll, beforeAll, describe } from 'vitest'
import { emptyStore, emptyTables, listening, openTestStore } from './empty-store.ts'

// Each suite has hooks of its own, and all of them share the database.
describePostgres('PostgreSQL', (database) => {
  // The replicas of one test are those of an earlier graph for the next: each has to be replaced.
  let store: Store
  beforeAll(async () => {
    store = await openTestStore(database.url)
  })
  afterAll(async () => store.close())

  const emptied = async (): Promise<Store> => {
    await emptyTables(database.url)
    return { ...store, close: async () => {} }
  }

  describe.each(ACCOUNT_SUITES)('%s', (_, suite) => {
    suite(emptied)
  })

  describe('watching', () => {
    watchingContract(async () => {
      const watched = await emptyStore(database.url)
      await listening(watched)
      return watched
    })
  })

  describe('graphs', () => {
    describe.each(GRAPH_SUITES)('%s', (_, suite) => {
      suite(emptied)
    })
  })
})
