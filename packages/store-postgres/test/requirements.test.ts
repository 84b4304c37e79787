/** @module-tag postgres */
import { describePostgres } from '@notegraph/postgres-tests'
import { describe, expect, test } from 'vitest'
import { requirementFault, type Facts } from '../src/database/requirements.ts'
import { openPostgres } from '../src/index.ts'
import { runSql } from './run-sql.ts'

const GOOD: Facts = {
  version: 15,
  encoding: 'UTF8',
  standby: false,
  readOnly: false,
  database: 'notes',
  user: 'ada',
  schema: 'public',
  mayCreate: true,
  forbidden: null,
}

describe('a database', () => {
  test.each<[string, Partial<Facts> & { missesTables?: boolean }, string | undefined]>([
    ['of version 15 fits', {}, undefined],
    [
      'without the right to create tables fits if none is missing',
      { mayCreate: false, missesTables: false },
      undefined,
    ],
    [
      'of version 14',
      { version: 14 },
      'PostgreSQL 15 or newer is needed, the server is 14. Upgrade the server.',
    ],
    [
      'in LATIN1',
      { encoding: 'LATIN1' },
      "The database notes is encoded in LATIN1. Create one with ENCODING 'UTF8' TEMPLATE template0.",
    ],
    [
      'on a standby',
      { standby: true },
      'The server is a standby, which takes no writes. Use the address of the primary.',
    ],
    [
      'that may only be read',
      { readOnly: true },
      'The user ada may only read: default_transaction_read_only is on. Turn it off.',
    ],
    [
      'without a schema',
      { schema: null },
      'The user ada has no schema for the tables. Create one, or set search_path.',
    ],
    [
      'in which tables may not be created',
      { mayCreate: false },
      'The user ada may not create tables. Run: GRANT CREATE, USAGE ON SCHEMA public TO ada',
    ],
    [
      'with a table that the user may not use',
      { forbidden: 'token' },
      'The user ada may not use the table token. Run: GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ada',
    ],
  ])('%s', (_, { missesTables = true, ...facts }, fault) => {
    expect(requirementFault({ ...GOOD, ...facts }, missesTables)).toBe(fault)
  })
})

describePostgres('a start', (database) => {
  const start = async (url: string) => {
    const store = await openPostgres({ url })
    await store.close()
  }
  /** The same server, with another database or user. */
  const elsewhere = ({ name, user }: { name?: string; user?: string }) => {
    const url = new URL(database.url)
    if (name !== undefined) url.pathname = name
    if (user !== undefined) url.searchParams.set('user', user)
    return url.href
  }

  test('is refused on a database that is not in UTF-8', async () => {
    const name = `${new URL(database.url).pathname.slice(1)}_ascii`
    await runSql(database.url, `CREATE DATABASE ${name} ENCODING 'SQL_ASCII' TEMPLATE template0`)
    await expect(start(elsewhere({ name }))).rejects.toThrow('is encoded in SQL_ASCII')
    await runSql(database.url, `DROP DATABASE ${name}`)
  })

  test('is refused without the right to create tables, and then without the right to use one', async () => {
    const user = `user_${new URL(database.url).pathname.slice(1)}`
    await runSql(database.url, `CREATE ROLE ${user} LOGIN; REVOKE CREATE ON SCHEMA public FROM PUBLIC`)
    await expect(start(elsewhere({ user }))).rejects.toThrow('may not create tables')
    await start(database.url)
    await expect(start(elsewhere({ user }))).rejects.toThrow('may not use the table account')
    await runSql(
      database.url,
      `GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${user}`,
    )
    await start(elsewhere({ user }))
    await runSql(database.url, `DROP OWNED BY ${user}; DROP ROLE ${user}`)
  })

  test('is refused without an address of PostgreSQL', async () => {
    await expect(start('mysql://localhost/notes')).rejects.toThrow('must begin with postgres://')
  })
})
