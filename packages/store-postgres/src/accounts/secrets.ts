/** The rows with encrypted values. */
import {
  SECRET_TABLE_NAMES,
  SECRET_TABLES,
  type SecretColumns,
  type SecretRow,
  type SecretStore,
} from '@notegraph/store'
import type { Database, Session } from '../database/database.ts'
import { acrossAccounts, ofAccount } from '../database/statement.ts'

const ONE_KEY = 'One key serves all accounts.'
const NOTED = acrossAccounts(ONE_KEY, "SELECT value FROM keyring WHERE name = 'secret key'")
const NOTE = acrossAccounts(
  ONE_KEY,
  `INSERT INTO keyring (name, value) VALUES ('secret key', $1)
   ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
)
/** One process at a time changes the key. */
const LOCK = acrossAccounts(ONE_KEY, "SELECT pg_advisory_xact_lock(hashtextextended('secret key', 0))")
const AUDIT_KEY = acrossAccounts(ONE_KEY, "SELECT value FROM keyring WHERE name = 'audit'")
const SET_AUDIT_KEY = acrossAccounts(ONE_KEY, "UPDATE keyring SET value = $1 WHERE name = 'audit'")
const REMOVE_AUDIT_KEY = acrossAccounts(ONE_KEY, "DELETE FROM keyring WHERE name = 'audit'")
const ACCOUNTS = acrossAccounts(ONE_KEY, 'SELECT account_id AS id FROM account')

interface SecretTableShape {
  readonly key: string
  readonly columns: readonly string[]
}

const TABLES = SECRET_TABLE_NAMES.map((table) => {
  const { key, columns }: SecretTableShape = SECRET_TABLES[table]
  const found = `WHERE account_id = $1 AND ${key} = $2`
  return {
    table,
    names: columns,
    keys: ofAccount(`SELECT ${key} AS key FROM ${table} WHERE account_id = $1`),
    read: ofAccount(`SELECT ${columns.join(', ')} FROM ${table} ${found}`),
    write: ofAccount(
      `UPDATE ${table} SET ${columns.map((column, n) => `${column} = $${n + 3}`).join(', ')} ${found}`,
    ),
    remove: ofAccount(`DELETE FROM ${table} ${found}`),
  }
})

interface Bytes {
  readonly value: Uint8Array
}

export function secretStore(db: Database): SecretStore {
  const fingerprint = async (session: Session): Promise<string | undefined> => {
    const row = await session.one<Bytes>(NOTED)
    return row && Buffer.from(row.value).toString('latin1')
  }
  return {
    fingerprint: async () => fingerprint(db),
    rewrite: async (from, to, rewrite) =>
      db.transaction(async (session) => {
        await session.one(LOCK)
        if ((await fingerprint(session)) !== from) return undefined
        const removed: SecretRow[] = []
        for (const { id: accountId } of await session.all<{ id: string }>(ACCOUNTS))
          for (const { table, names, keys, read, write, remove } of TABLES)
            for (const { key } of await session.all<{ key: string }>(keys, [accountId])) {
              const held = await session.one<SecretColumns>(read, [accountId, key])
              if (!held) continue // deleted meanwhile
              const row: SecretRow = { table, accountId, key, columns: held }
              const columns = rewrite(row)
              if (columns === undefined) removed.push(row)
              if (columns === undefined) await session.write(remove, [accountId, key])
              else if (columns !== held)
                await session.write(write, [accountId, key, ...names.map((name) => columns[name] ?? null)])
            }
        const audit = await session.one<Bytes>(AUDIT_KEY)
        if (audit) {
          const value = Buffer.from(audit.value).toString('base64')
          const row: SecretRow = { table: 'keyring', accountId: '', key: 'audit', columns: { value } }
          const columns = rewrite(row)
          if (columns === undefined) removed.push(row)
          if (columns === undefined) await session.write(REMOVE_AUDIT_KEY)
          else await session.write(SET_AUDIT_KEY, [Buffer.from(columns['value'] ?? '', 'base64')])
        }
        await session.write(NOTE, [Buffer.from(to, 'latin1')])
        return removed
      }),
  }
}
