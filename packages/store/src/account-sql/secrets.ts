/** The rows with encrypted values. */
import {
  SECRET_TABLE_NAMES,
  SECRET_TABLES,
  type SecretColumns,
  type SecretRow,
  type SecretStore,
} from '../secrets.ts'
import { acrossAccounts, ofAccount, ONE_KEY } from './statement.ts'
import { all, one, written, type AccountSql, type Work } from './work.ts'

interface Bytes {
  readonly value: Uint8Array
}

const NOTED = acrossAccounts<Bytes>(ONE_KEY, "SELECT value FROM keyring WHERE name = 'secret key'")
const NOTE = acrossAccounts(
  ONE_KEY,
  `INSERT INTO keyring (name, value) VALUES ('secret key', @value)
   ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
)
/** One process at a time changes the key. */
const LOCK = acrossAccounts(ONE_KEY, "SELECT pg_advisory_xact_lock(hashtextextended('secret key', 0))")
const AUDIT_KEY = acrossAccounts<Bytes>(ONE_KEY, "SELECT value FROM keyring WHERE name = 'audit'")
const SET_AUDIT_KEY = acrossAccounts(ONE_KEY, "UPDATE keyring SET value = @value WHERE name = 'audit'")
const REMOVE_AUDIT_KEY = acrossAccounts(ONE_KEY, "DELETE FROM keyring WHERE name = 'audit'")
const ACCOUNTS = acrossAccounts<{ readonly id: string }>(
  ONE_KEY,
  'SELECT account.account_id AS id FROM account',
)

const TABLES = SECRET_TABLE_NAMES.map((table) => {
  const { key, columns } = SECRET_TABLES[table]
  const found = `WHERE account_id = @accountId AND ${key} = @key`
  return {
    table,
    keys: ofAccount<{ readonly key: string }>(
      `SELECT ${key} AS key FROM ${table} WHERE account_id = @accountId`,
    ),
    read: ofAccount(
      `SELECT ${columns.join(', ')} FROM ${table} ${found}`,
      (row) => Object.fromEntries(columns.map((column) => [column, row[column] ?? null])) as SecretColumns,
    ),
    write: ofAccount(
      `UPDATE ${table} SET ${columns.map((column) => `${column} = @${column}?`).join(', ')} ${found}`,
    ),
    remove: ofAccount(`DELETE FROM ${table} ${found}`),
  }
})

function* fingerprint(): Work<string | undefined> {
  const noted = yield* one(NOTED)
  return noted && Buffer.from(noted.value).toString('latin1')
}

export const secretStore = (db: AccountSql): SecretStore => ({
  fingerprint: async () => db.run(fingerprint()),
  rewrite: async (from, to, rewrite) => {
    const done = await db.transact(function* () {
      yield* one(LOCK)
      if ((yield* fingerprint()) !== from) return undefined
      const removed: SecretRow[] = []
      for (const { id: accountId } of yield* all(ACCOUNTS))
        for (const { table, keys, read, write, remove } of TABLES)
          for (const { key } of yield* all(keys, { accountId })) {
            const held = yield* one(read, { accountId, key })
            if (!held) continue // deleted meanwhile
            const row: SecretRow = { table, accountId, key, columns: held }
            const columns = rewrite(row)
            if (columns === undefined) removed.push(row)
            if (columns === undefined) yield* written(remove, { accountId, key })
            else if (columns !== held) yield* written(write, { ...columns, accountId, key })
          }
      const audit = yield* one(AUDIT_KEY)
      if (audit) {
        const value = Buffer.from(audit.value).toString('base64')
        const row: SecretRow = { table: 'keyring', accountId: '', key: 'audit', columns: { value } }
        const columns = rewrite(row)
        if (columns === undefined) removed.push(row)
        if (columns === undefined) yield* written(REMOVE_AUDIT_KEY)
        else yield* written(SET_AUDIT_KEY, { value: Buffer.from(columns['value'] ?? '', 'base64') })
      }
      yield* written(NOTE, { value: Buffer.from(to, 'latin1') })
      return removed
    })
    if (done) db.scrub('file')
    return done
  },
})
