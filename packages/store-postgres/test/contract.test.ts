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
  describe.each(ACCOUNT_SUITES)('%s', (_, suite) => {
    suite(async () => emptyStore(database.url))
  })

  describe('watching', () => {
    watchingContract(async () => {
      const store = await emptyStore(database.url)
      await listening(store)
      return store
    })
  })

  describe('graphs', () => {
    // The replicas of one test are those of an earlier graph for the next: each has to be replaced.
    let store: Store
    beforeAll(async () => {
      store = await openTestStore(database.url)
    })
    afterAll(async () => store.close())

    describe.each(GRAPH_SUITES)('%s', (_, suite) => {
      suite(async () => {
        await emptyTables(database.url)
        return { ...store, close: async () => {} }
      })
    })
  })
})
