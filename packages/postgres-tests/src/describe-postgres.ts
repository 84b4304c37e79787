/** Tests against a real PostgreSQL: one server for the run, and one database for each `describePostgres`. */
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { findPostgres, NO_POSTGRES } from './find-postgres.ts'
import { runSql } from './run-sql.ts'
import { serverUrl } from './server-url.ts'

export interface TestDatabase {
  /** The address, known once the tests run. */
  readonly url: string
}

/**
 * Group tests that need PostgreSQL. The database is empty at first, and dropped at the end. Without PostgreSQL one test is
 * skipped and names the reason; in CI the file fails.
 */
export function describePostgres(name: string, tests: (database: TestDatabase) => void): void {
  const isFound = findPostgres({ env: process.env }) !== undefined
  describe.each([name])('%s', () => (isFound ? withDatabase(tests) : withoutPostgres()))
}

function withoutPostgres(): void {
  test('needs PostgreSQL', ({ skip }) =>
    skip(`Left out what needs PostgreSQL, and the tests of the service and the API on it: ${NO_POSTGRES}`))
}

function withDatabase(tests: (database: TestDatabase) => void): void {
  const database = `test_${randomBytes(6).toString('hex')}`
  let url = ''
  beforeAll(async () => {
    const start = performance.now()
    url = await serverUrl(database)
    await runSql(await serverUrl(), `CREATE DATABASE ${database} TEMPLATE template0`)
    performance.measure('database start', { start })
  })
  afterAll(async () => {
    await runSql(await serverUrl(), `DROP DATABASE ${database} WITH (FORCE)`)
  })
  tests({
    get url() {
      return url
    },
  })
}
