/** @module-tag postgres */
import { describePostgres } from '@notegraph/postgres-tests'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { SCHEMA } from '../src/schema/index.ts'
import { migrate, migrationHash } from '../src/schema/migrate.ts'
import type { Migration } from '../src/schema/migration.ts'

describe('a migration', () => {
  test('never changes once released: a new one adds a line', async () => {
    const hashes = SCHEMA.map((one, n) => `${n + 1} ${migrationHash(one)}\n`)
    await expect(hashes.join('')).toMatchFileSnapshot('../src/schema/hashes.txt')
  })
})

describePostgres('migrations', (database) => {
  const clients: pg.Client[] = []
  const connect = async () => {
    const client = new pg.Client({ connectionString: database.url })
    clients.push(client)
    await client.connect()
    return client
  }
  beforeEach(async () => {
    await (await connect()).query('DROP SCHEMA public CASCADE; CREATE SCHEMA public')
  })
  afterEach(async () => {
    await Promise.all(clients.splice(0).map(async (client) => client.end()))
  })
  const FIRST: Migration = { sql: 'CREATE TABLE one (a int)' }
  const SECOND: Migration = { sql: 'ALTER TABLE one ADD COLUMN b int' }
  const tables = async (client: pg.Client) =>
    (
      await client.query<{ name: string }>(
        'SELECT relname AS name FROM pg_class WHERE relname IN ($1, $2, $3)',
        ['one', 'two', 'three'],
      )
    ).rows.map(({ name }) => name)

  test('lead to the tables that schema.txt lists', async () => {
    const client = await connect()
    await migrate(client, SCHEMA)
    const { rows } = await client.query<{ line: string }>(`
      SELECT format('%s.%s %s%s%s', relname, attname, format_type(atttypid, atttypmod),
        CASE WHEN collname = 'C' THEN ' COLLATE "C"' END, CASE WHEN attnotnull THEN ' NOT NULL' END) AS line
      FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid LEFT JOIN pg_collation ON pg_collation.oid = attcollation
      WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND attnum > 0 AND NOT attisdropped
      ORDER BY relname COLLATE "C", attnum`)
    const { rows: indexes } = await client.query<{ line: string }>(
      `SELECT replace(indexdef, 'public.', '') AS line FROM pg_indexes WHERE schemaname = 'public' ORDER BY indexname COLLATE "C"`,
    )
    const lines = [...rows, ...indexes].map(({ line }) => `${line}\n`)
    await expect(lines.join('')).toMatchFileSnapshot('../src/schema/schema.txt')
  })

  test('are applied once, by whichever process is first', async () => {
    const [one, other] = [await connect(), await connect()]
    const counts = await Promise.all([migrate(one, SCHEMA), migrate(other, SCHEMA)])
    expect(counts.reduce((sum, count) => sum + count)).toBe(SCHEMA.length)
    expect(await migrate(one, SCHEMA)).toBe(0)
  })

  test('that are missing are applied, and those before them are not', async () => {
    const client = await connect()
    expect(await migrate(client, [FIRST])).toBe(1)
    expect(await migrate(client, [FIRST, SECOND])).toBe(1)
  })

  test('fail as a whole, and leave those before them', async () => {
    const client = await connect()
    const faulty: Migration = { sql: 'CREATE TABLE two (a int); CREATE TABLE one (a int)' }
    await expect(migrate(client, [FIRST, faulty])).rejects.toThrow('already exists')
    expect(await tables(client)).toEqual(['one'])
    expect(await migrate(client, [FIRST, SECOND])).toBe(1)
  })

  test('of a newer release are no fault, unless they need it', async () => {
    const client = await connect()
    await migrate(client, [FIRST, SECOND])
    expect(await migrate(client, [FIRST])).toBe(0)
    await migrate(client, [FIRST, SECOND, { sql: 'ALTER TABLE one DROP COLUMN a', needs: 2 }])
    expect(await migrate(client, [FIRST, SECOND])).toBe(0)
    await expect(migrate(client, [FIRST])).rejects.toThrow(
      'PostgreSQL has the tables of a newer release (schema 3), which this release cannot use. Update Notegraph.',
    )
  })

  test('of another program are recognized', async () => {
    const client = await connect()
    await migrate(client, [FIRST])
    await expect(migrate(client, [SECOND])).rejects.toThrow('Migration 1 in PostgreSQL is another')
  })

  test('wait for a table that is in use, and let others read it meanwhile', async () => {
    const [client, reader, other] = [await connect(), await connect(), await connect()]
    await migrate(client, [FIRST])
    await reader.query('BEGIN; SELECT * FROM one')
    const migrated = migrate(client, [FIRST, SECOND])
    const waiting =
      'SELECT 1 FROM pg_stat_activity WHERE wait_event_type = $1 AND datname = current_database()'
    await expect
      .poll(async () => (await other.query(waiting, ['Lock'])).rowCount, { interval: 1 })
      .not.toBe(0)
    const read = other.query('SELECT * FROM one') // queues behind the migration, which gives up first
    expect((await read).rowCount).toBe(0)
    await reader.query('COMMIT')
    expect(await migrated).toBe(1)
  })
})
