/** The audit log, beside the accounts. */
import { randomBytes } from 'node:crypto'
import type { AuditBounds, AuditEntry, AuditStore } from '../../audit.ts'
import { present, type Row } from './account-rows.ts'
import { rows, type Db } from '../database/database.ts'

const KEY_BYTES = 32
const OF_SITES = "(event = 'site_pages_changed')"

export function auditStore(db: Db): AuditStore {
  const makeKey = db.prepare("INSERT INTO keyring (name, value) VALUES ('audit', ?) ON CONFLICT DO NOTHING")
  const key = db.prepare<[], Buffer>("SELECT value FROM keyring WHERE name = 'audit'").pluck()
  const insert = db.prepare(
    `INSERT INTO audit (at, account_id, event, by, subject, detail, address, refused)
     VALUES (@at, @accountId, @event, @by, @subject, @detail, @address, @refused)`,
  )
  const forget = db.prepare('DELETE FROM audit WHERE at < ?')
  const bound = db.prepare(
    `DELETE FROM audit WHERE account_id IS @accountId AND refused = @refused AND ${OF_SITES} = @ofSites AND n <=
       (SELECT n FROM audit WHERE account_id IS @accountId AND refused = @refused AND ${OF_SITES} = @ofSites
        ORDER BY n DESC LIMIT 1 OFFSET @most)`,
  )
  const list = db.prepare<[string | null, number, number], Row>(
    `SELECT at, account_id AS accountId, event, by, subject, detail, address FROM audit
     WHERE account_id IS ? ORDER BY at DESC, n DESC LIMIT +? OFFSET +?`,
  )
  const latest = db.prepare<[string, number, string, number], Row>(
    `SELECT at, account_id AS accountId, event, by, subject, detail, address FROM audit
     WHERE account_id = ? AND at >= ? AND event IN (SELECT value FROM json_each(?)) ORDER BY at DESC, n DESC LIMIT ?`,
  )
  const count = db
    .prepare<[string | null], number>('SELECT count(*) FROM audit WHERE account_id IS ?')
    .pluck()
  const add = db.transaction((entry: AuditEntry, { before, most, mostRefused, mostOfSites }: AuditBounds) => {
    const { accountId = null } = entry
    const refused = entry.event.endsWith('_refused') ? 1 : 0
    insert.run({ subject: null, detail: null, address: null, ...entry, accountId, refused })
    forget.run(before)
    const ofSites = entry.event === 'site_pages_changed' ? 1 : 0
    bound.run({
      accountId,
      refused,
      ofSites,
      most: refused === 1 ? mostRefused : ofSites === 1 ? mostOfSites : most,
    })
  })
  return {
    async key(fresh = randomBytes(KEY_BYTES)) {
      if (!key.get()) makeKey.run(fresh)
      return key.get()!
    },
    add: async (entry, bounds) => add.immediate(entry, bounds),
    list: async (accountId, { limit, offset }) => ({
      entries: list.all(accountId ?? null, rows(limit), offset).map((row) => present<AuditEntry>(row)),
      total: count.get(accountId ?? null)!,
    }),
    latest: async (accountId, { events, since, limit }) =>
      latest.all(accountId, since, JSON.stringify(events), limit).map((row) => present<AuditEntry>(row)),
  }
}
