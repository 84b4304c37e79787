/** The audit log. */
import { randomBytes } from 'node:crypto'
import { AUDIT_ENTRY, type AuditEntry, type AuditStore } from '../audit.ts'
import { namesOf } from '../members.ts'
import { acrossAccounts, columns, countOf, insertInto, ofAccount, ONE_KEY, RETENTION } from './statement.ts'
import { all, count, one, together, written, type AccountSql } from './work.ts'

const KEY_BYTES = 32
/** The id of an entry that belongs to no account. */
const NOBODY = ''

const MAKE_KEY = acrossAccounts(
  ONE_KEY,
  "INSERT INTO keyring (name, value) VALUES ('audit', @fresh) ON CONFLICT DO NOTHING",
)
const KEY = acrossAccounts<{ readonly value: Uint8Array }>(
  ONE_KEY,
  "SELECT value FROM keyring WHERE name = 'audit'",
)
const INSERT = ofAccount(insertInto('audit', `accountId ${namesOf(AUDIT_ENTRY)} refused`))
const FORGET = acrossAccounts(
  RETENTION,
  `DELETE FROM audit WHERE (account_id, n) IN
     (SELECT account_id, n FROM audit WHERE at < @before LIMIT 10000 FOR UPDATE SKIP LOCKED)`,
)
const ALIKE = "account_id = @accountId AND refused = @refused AND (event = 'site_pages_changed') = @ofSites"
const BOUND = ofAccount(
  `DELETE FROM audit WHERE ${ALIKE} AND n <=
     (SELECT n FROM audit WHERE ${ALIKE} ORDER BY n DESC LIMIT 1 OFFSET @most)`,
)
const ENTRY = `SELECT nullif(account_id, '') AS "accountId", ${columns(namesOf(AUDIT_ENTRY))} FROM audit`
const LIST = ofAccount<AuditEntry>(
  `${ENTRY} WHERE account_id = @accountId ORDER BY at DESC, n DESC LIMIT @limit OFFSET @offset`,
)
const LATEST = ofAccount<AuditEntry>(
  `${ENTRY} WHERE account_id = @accountId AND at >= @since AND event = ANY (@events)
   ORDER BY at DESC, n DESC LIMIT @limit`,
)
const COUNT = countOf('audit WHERE account_id = @accountId')

export function auditStore(db: AccountSql): AuditStore {
  const readKey = async () => (await db.run(one(KEY)))?.value
  return {
    async key(fresh = randomBytes(KEY_BYTES)) {
      const known = await readKey()
      if (known) return known
      await db.run(written(MAKE_KEY, { fresh }))
      return (await readKey())!
    },
    add: async ({ accountId = NOBODY, ...entry }, bounds) =>
      db.transact(function* () {
        const refused = entry.event.endsWith('_refused')
        const ofSites = entry.event === 'site_pages_changed'
        const most = refused ? bounds.mostRefused : ofSites ? bounds.mostOfSites : bounds.most
        yield* together(
          written(INSERT, { accountId, ...entry, refused }),
          written(FORGET, bounds),
          written(BOUND, { accountId, refused, ofSites, most }),
        )
      }),
    list: async (accountId = NOBODY, { limit, offset }) => {
      const [entries, total] = await db.run(
        together<[AuditEntry[], number]>(
          all(LIST, { accountId, limit: Math.min(limit, Number.MAX_SAFE_INTEGER), offset }),
          count(COUNT, { accountId }),
        ),
      )
      return { entries, total }
    },
    latest: async (accountId, given) => db.run(all(LATEST, { accountId, ...given })),
  }
}
