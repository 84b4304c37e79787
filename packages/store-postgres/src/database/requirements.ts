/** A start checks the server, the database and the user's rights. It words every fault for the operator. */
import type { ClientBase } from 'pg'

const OLDEST_VERSION = 15

/** The server, the database and the user's rights, as PostgreSQL reports them. */
export interface Facts {
  readonly version: number
  readonly encoding: string
  readonly standby: boolean
  readonly readOnly: boolean
  readonly database: string
  readonly user: string
  /** Null if no schema of the search path exists. */
  readonly schema: string | null
  readonly mayCreate: boolean | null
  /** A table of the store whose rows this user may not read and write. */
  readonly forbidden: string | null
}

const FACTS = `
  SELECT current_setting('server_version_num')::int / 10000 AS version,
    current_setting('server_encoding') AS encoding,
    pg_is_in_recovery() AS standby,
    current_setting('transaction_read_only')::boolean AS "readOnly",
    current_database() AS database,
    current_user AS user,
    current_schema() AS schema,
    has_schema_privilege(current_schema(), 'CREATE') AS "mayCreate",
    (SELECT min(relname) FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p')
       AND relname = ANY ($1) AND NOT (has_table_privilege(oid, 'SELECT') AND has_table_privilege(oid, 'INSERT')
         AND has_table_privilege(oid, 'UPDATE') AND has_table_privilege(oid, 'DELETE'))) AS forbidden`

/**
 * Why the store cannot start. Text has the collation "C" in every table, so that no locale of the database can change an
 * order; the encoding alone matters.
 * @param missesTables whether there are migrations to apply
 * @returns undefined if nothing is in the way
 */
export function requirementFault(facts: Facts, missesTables: boolean): string | undefined {
  const { version, encoding, standby, readOnly, database, user, schema, mayCreate, forbidden } = facts
  if (version < OLDEST_VERSION)
    return `PostgreSQL ${OLDEST_VERSION} or newer is needed, the server is ${version}. Upgrade the server.`
  if (encoding !== 'UTF8')
    return `The database ${database} is encoded in ${encoding}. Create one with ENCODING 'UTF8' TEMPLATE template0.`
  if (standby) return 'The server is a standby, which takes no writes. Use the address of the primary.'
  if (readOnly) return `The user ${user} may only read: default_transaction_read_only is on. Turn it off.`
  if (schema === null) return `The user ${user} has no schema for the tables. Create one, or set search_path.`
  if (missesTables && mayCreate !== true)
    return `The user ${user} may not create tables. Run: GRANT CREATE, USAGE ON SCHEMA ${schema} TO ${user}`
  if (forbidden !== null)
    return `The user ${user} may not use the table ${forbidden}. Run: GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${schema} TO ${user}`
  return undefined
}

/** @param tables the names of the store's tables */
export async function readFacts(client: ClientBase, tables: readonly string[]): Promise<Facts> {
  const { rows } = await client.query<Facts>(FACTS, [tables])
  return rows[0]!
}
