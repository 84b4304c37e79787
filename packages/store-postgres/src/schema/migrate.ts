/**
 * Brings the tables to the newest schema while older processes go on. One process migrates at a time. Each step is a
 * transaction that waits two seconds at most for a lock, so that no statement of another process waits longer.
 */
import { createHash } from 'node:crypto'
import type { ClientBase } from 'pg'
import type { Migration } from './migration.ts'

/** Any number that no other program locks by. */
const LOCK = 7_305_810_217
const TRIES = 5

/** The table that lists what was applied. */
export const MIGRATION_LIST = 'schema_migration'

const CREATE_LIST = `
  CREATE TABLE IF NOT EXISTS schema_migration (
    version bigint PRIMARY KEY,
    hash    text NOT NULL,
    needs   bigint NOT NULL
  )`

/** Identifies the text of a migration. */
export const migrationHash = ({ sql }: Migration): string => createHash('sha256').update(sql).digest('hex')

interface Applied {
  readonly version: number
  readonly hash: string
  readonly needs: number
}

/** Whether there are migrations to apply. @throws as `migrate` */
export const missingMigrations = async (
  client: ClientBase,
  migrations: readonly Migration[],
): Promise<boolean> => !isCurrent(await applied(client), migrations)

/**
 * Apply the migrations that are missing.
 * @returns how many were applied
 * @throws if a newer release changed the schema so that this one no longer works, or another program's tables are there
 */
export async function migrate(client: ClientBase, migrations: readonly Migration[]): Promise<number> {
  if (!(await missingMigrations(client, migrations))) return 0
  for (let count = 0; ;)
    if (await step(client, migrations)) count++
    else return count
}

/** @returns whether there was one to apply */
async function step(client: ClientBase, migrations: readonly Migration[]): Promise<boolean> {
  for (let tries = 1; ; tries++) {
    try {
      await client.query('BEGIN; SET LOCAL statement_timeout = 0')
      await client.query('SELECT pg_advisory_xact_lock($1)', [LOCK])
      await client.query("SET LOCAL lock_timeout = '2s'")
      await client.query(CREATE_LIST)
      const before = await applied(client)
      if (isCurrent(before, migrations)) {
        await client.query('COMMIT')
        return false
      }
      const next = migrations[before.length]!
      await client.query(next.sql)
      await client.query('INSERT INTO schema_migration (version, hash, needs) VALUES ($1, $2, $3)', [
        before.length + 1,
        migrationHash(next),
        next.needs ?? 0,
      ])
      await client.query('COMMIT')
      return true
    } catch (error) {
      await client.query('ROLLBACK')
      const { code } = error as { code?: string }
      // Somebody held one of the tables; they go on, and the step is tried again.
      if (code !== '55P03' || tries === TRIES) throw error
    }
  }
}

/** @throws if the database and the migrations have parted */
function isCurrent(applied: readonly Applied[], migrations: readonly Migration[]): boolean {
  for (const { version, hash, needs } of applied) {
    if (needs > migrations.length)
      throw new Error(
        `PostgreSQL has the tables of a newer release (schema ${applied.length}), which this release cannot use. Update Notegraph.`,
      )
    const known = migrations[version - 1]
    if (known && migrationHash(known) !== hash)
      throw new Error(
        `Migration ${version} in PostgreSQL is another than this release has. Use a database of its own.`,
      )
  }
  return applied.length >= migrations.length
}

async function applied(client: ClientBase): Promise<Applied[]> {
  const { rows: found } = await client.query<{ there: boolean }>(
    "SELECT to_regclass('schema_migration') IS NOT NULL AS there",
  )
  if (!found[0]!.there) return []
  const { rows } = await client.query<Applied>(
    'SELECT version, hash, needs FROM schema_migration ORDER BY version',
  )
  return rows
}
