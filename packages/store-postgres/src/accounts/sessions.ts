/** Sessions of devices, by their hash. */
import type { Session, SessionStore } from '@notegraph/store'
import type { Database } from '../database/database.ts'
import { acrossAccounts, BY_CREDENTIAL, ofAccount } from '../database/statement.ts'
import { writeFoundInPlace, writeInPlace } from './in-place.ts'
import { HOLDER, present, withAccount, type Row } from './rows.ts'

const SESSION = `session.id, session.account_id AS "accountId", session.hash, session.device,
  session.created_at AS "createdAt", session.confirmed_at AS "confirmedAt",
  session.last_used_at AS "lastUsedAt", session.ended_at AS "endedAt"`

const INSERT = ofAccount(
  'INSERT INTO session (account_id, id, hash, device, created_at) VALUES ($1, $2, $3, $4, $5)',
)
const FIND_BY_HASH = acrossAccounts(
  BY_CREDENTIAL,
  `SELECT ${SESSION}, ${HOLDER} FROM session JOIN account USING (account_id) WHERE session.hash = $1`,
)
const LIST = ofAccount(`SELECT ${SESSION} FROM session WHERE account_id = $1 ORDER BY created_at, id`)
const END = acrossAccounts(
  BY_CREDENTIAL,
  `UPDATE session SET ended_at = coalesce(ended_at, $2) WHERE id = $1 RETURNING ${SESSION}`,
)
const CONFIRM = ofAccount(
  `UPDATE session SET confirmed_at = $3 WHERE account_id = $1 AND id = $2 AND ended_at IS NULL RETURNING id`,
)
const TOUCH = acrossAccounts(BY_CREDENTIAL, 'UPDATE session SET last_used_at = $2 WHERE id = $1')

export function sessionStore(db: Database): SessionStore {
  return {
    create: async ({ accountId, id, hash, device, createdAt }) =>
      void (await writeInPlace(db, accountId, async (session) =>
        session.write(INSERT, [accountId, id, hash, device, createdAt]),
      )),
    findByHash: async (hash) => {
      const row = await db.one<Row>(FIND_BY_HASH, [hash])
      if (!row) return undefined
      const { own, account } = withAccount<Session>(row)
      return { session: own, account }
    },
    list: async (accountId) => (await db.all<Row>(LIST, [accountId])).map((row) => present<Session>(row)),
    end: async (id, at) => {
      const [row] = await writeFoundInPlace(db, async (session) => session.all<Row>(END, [id, at]))
      return row && present<Session>(row)
    },
    confirm: async (accountId, id, at) =>
      writeInPlace(
        db,
        accountId,
        async (session) => (await session.all(CONFIRM, [accountId, id, at])).length > 0,
      ),
    touch: async (id, at) => void (await db.write(TOUCH, [id, at])),
  }
}
