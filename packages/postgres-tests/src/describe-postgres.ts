/** Tests against a real PostgreSQL: one server for the run, and one database for each `describePostgres`. */
import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import { afterAll, beforeAll, describe, inject, test } from 'vitest'
import { findPostgres, NO_POSTGRES } from './find-postgres.ts'
import type { ServerAnswer } from './global-setup.ts'

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
  test('needs PostgreSQL', ({ skip }) => skip(`Left out what needs PostgreSQL: ${NO_POSTGRES}`))
}

function withDatabase(tests: (database: TestDatabase) => void): void {
  const database = `test_${randomBytes(6).toString('hex')}`
  let server = ''
  beforeAll(async () => {
    server = await serverUrl()
    await run(server, `CREATE DATABASE ${database} TEMPLATE template0`)
  })
  afterAll(async () => {
    await run(server, `DROP DATABASE ${database} WITH (FORCE)`)
  })
  tests({
    get url() {
      return server.replace('/postgres?', `/${database}?`)
    },
  })
}

/** @throws with the reason if the server did not start */
async function serverUrl(): Promise<string> {
  const answer = JSON.parse(await text(connect(inject('postgresTests')))) as ServerAnswer
  if ('error' in answer) throw new Error(answer.error)
  return answer.url
}

async function run(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
