/** The rows with encrypted values, in the database of accounts. */
import { SECRET_TABLE_NAMES, SECRET_TABLES, type SecretRow, type SecretStore } from '../../secrets.ts'
import type { Db } from '../database/database.ts'
import { isBusy } from '../write/refusal.ts'

type Columns = Record<string, string | null>

export function secretStore(db: Db): SecretStore {
  const noted = db.prepare<[], Buffer>("SELECT value FROM keyring WHERE name = 'secret key'").pluck()
  const note = db.prepare<[Buffer]>("INSERT OR REPLACE INTO keyring (name, value) VALUES ('secret key', ?)")
  const auditKey = db.prepare<[], Buffer>("SELECT value FROM keyring WHERE name = 'audit'").pluck()
  const setAuditKey = db.prepare<[Buffer]>("UPDATE keyring SET value = ? WHERE name = 'audit'")
  const removeAuditKey = db.prepare("DELETE FROM keyring WHERE name = 'audit'")
  const accounts = db.prepare<[], string>('SELECT id FROM account').pluck()
  const tables = SECRET_TABLE_NAMES.map((table) => {
    const { key, columns } = SECRET_TABLES[table]
    const found = `WHERE account_id = @accountId AND ${key} = @key`
    return {
      table,
      keys: db.prepare<[string], string>(`SELECT ${key} FROM ${table} WHERE account_id = ?`).pluck(),
      read: db.prepare<[Columns], Columns>(`SELECT ${columns.join(', ')} FROM ${table} ${found}`),
      write: db.prepare<[Columns]>(
        `UPDATE ${table} SET ${columns.map((column) => `${column} = @${column}`).join(', ')} ${found}`,
      ),
      remove: db.prepare<[Columns]>(`DELETE FROM ${table} ${found}`),
    }
  })
  const fingerprint = (): string | undefined => noted.get()?.toString('latin1')

  type Rewrite = (...given: Parameters<SecretStore['rewrite']>) => SecretRow[] | undefined
  const rewriteAll = db.transaction<Rewrite>((from, to, rewrite) => {
    if (fingerprint() !== from) return undefined
    const removed: SecretRow[] = []
    for (const accountId of accounts.all())
      for (const { table, keys, read, write, remove } of tables)
        for (const key of keys.all(accountId)) {
          const row: SecretRow = { table, accountId, key, columns: read.get({ accountId, key })! }
          const columns = rewrite(row)
          if (columns === undefined) removed.push(row)
          if (columns === undefined) remove.run({ accountId, key })
          else if (columns !== row.columns) write.run({ ...columns, accountId, key })
        }
    const value = auditKey.get()?.toString('base64')
    if (value !== undefined) {
      const row: SecretRow = { table: 'keyring', accountId: '', key: 'audit', columns: { value } }
      const columns = rewrite(row)
      if (columns === undefined) removed.push(row)
      if (columns === undefined) removeAuditKey.run()
      else setAuditKey.run(Buffer.from(columns['value'] ?? '', 'base64'))
    }
    note.run(Buffer.from(to, 'latin1'))
    return removed
  })

  return {
    fingerprint: async () => fingerprint(),
    rewrite: async (from, to, rewrite) => {
      const removed = rewriteAll.immediate(from, to, rewrite)
      if (removed) forgetFreePages(db)
      return removed
    },
  }
}

/** Rewrites the file, so that no page of it has replaced or deleted values. */
function forgetFreePages(db: Db): void {
  try {
    db.exec('VACUUM')
    db.pragma('wal_checkpoint(TRUNCATE)')
  } catch (error) {
    if (!isBusy(error)) throw error // other processes use the file: pages are overwritten as it goes on
  }
}
