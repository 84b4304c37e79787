import { describePostgres } from '@notegraph/postgres-tests'
import { ACCOUNT_SUITES, GRAPH_SUITES } from '@notegraph/store/contract'
import { describe } from 'vitest'
import { emptyStore } from './empty-store.ts'

// Each suite has hooks of its own, and all of them share the database.
describePostgres('PostgreSQL', (database) => {
  describe.each([...GRAPH_SUITES, ...ACCOUNT_SUITES])('%s', (_, suite) => {
    suite(async () => emptyStore(database.url))
  })
})
