/** The audit log. */
import { randomBytes } from 'node:crypto'
import type { AuditEntry, AuditStore } from '@notegraph/store'
import type { Database } from '../database/database.ts'
import { acrossAccounts, ofAccount, RETENTION } from '../database/statement.ts'
import { present, type Row } from './rows.ts'

const KEY_BYTES = 32
/** The id of an entry that belongs to no account. */
const NOBODY = ''

const ONE_KEY = 'One key serves all accounts.'
const MAKE_KEY = acrossAccounts(
  ONE_KEY,
  "INSERT INTO keyring (name, value) VALUES ('audit', $1) ON CONFLICT DO NOTHING",
)
const KEY = acrossAccounts(ONE_KEY, "SELECT value FROM keyring WHERE name = 'audit'")
const INSERT = ofAccount(
  `INSERT INTO audit (account_id, at, event, by, subject, detail, address, refused)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
)
const FORGET = acrossAccounts(
  RETENTION,
  `DELETE FROM audit
   WHERE (account_id, n) IN (SELECT account_id, n FROM audit WHERE at < $1 LIMIT 10000 FOR UPDATE SKIP LOCKED)`,
)
const BOUND = ofAccount(
  `DELETE FROM audit WHERE account_id = $1 AND refused = $2 AND (event = 'site_pages_changed') = $3 AND n <=
     (SELECT n FROM audit WHERE account_id = $1 AND refused = $2 AND (event = 'site_pages_changed') = $3
      ORDER BY n DESC LIMIT 1 OFFSET $4)`,
)
const LIST = ofAccount(
  `SELECT nullif(account_id, '') AS "accountId", at, event, by, subject, detail, address FROM audit
   WHERE account_id = $1 ORDER BY at DESC, n DESC LIMIT $2 OFFSET $3`,
)
const LATEST = ofAccount(
  `SELECT account_id AS "accountId", at, event, by, subject, detail, address FROM audit
   WHERE account_id = $1 AND at >= $2 AND event = ANY($3::text[]) ORDER BY at DESC, n DESC LIMIT $4`,
)
const COUNT = ofAccount('SELECT count(*) AS total FROM audit WHERE account_id = $1')

export function auditStore(db: Database): AuditStore {
  const readKey = async () => (await db.one<{ value: Uint8Array }>(KEY))?.value
  return {
    async key(fresh = randomBytes(KEY_BYTES)) {
      const known = await readKey()
      if (known) return known
      await db.write(MAKE_KEY, [fresh])
      return (await readKey())!
    },
    add: async ({ at, accountId = NOBODY, event, by, subject, detail, address }, bounds) =>
      db.transaction(async (session) => {
        const refused = event.endsWith('_refused')
        const rest = [subject ?? null, detail ?? null, address ?? null]
        await session.write(INSERT, [accountId, at, event, by, ...rest, refused])
        await session.write(FORGET, [bounds.before])
        const ofSites = event === 'site_pages_changed'
        const most = refused ? bounds.mostRefused : ofSites ? bounds.mostOfSites : bounds.most
        await session.write(BOUND, [accountId, refused, ofSites, most])
      }),
    list: async (accountId = NOBODY, { limit, offset }) => {
      const [entries, count] = await Promise.all([
        db.all<Row>(LIST, [accountId, Number.isFinite(limit) ? limit : null, offset]),
        db.one<{ total: number }>(COUNT, [accountId]),
      ])
      return { entries: entries.map((row) => present<AuditEntry>(row)), total: count!.total }
    },
    latest: async (accountId, { events, since, limit }) =>
      (await db.all<Row>(LATEST, [accountId, since, events, limit])).map((row) => present<AuditEntry>(row)),
  }
}
