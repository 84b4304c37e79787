/** Passkeys, and the challenges that wait for an answer. */
import type { Passkey, PasskeyStore } from '@notegraph/store'
import type { Database } from '../database/database.ts'
import { acrossAccounts, BY_CREDENTIAL, ofAccount, RETENTION } from '../database/statement.ts'
import { writeInPlace } from './in-place.ts'
import { present, type Row } from './rows.ts'

const PASSKEY = `id, account_id AS "accountId", public_key AS "publicKey", counter, transports, name,
  created_at AS "createdAt", last_used_at AS "lastUsedAt"`

const INSERT = ofAccount(
  `INSERT INTO passkey (account_id, id, public_key, counter, transports, name, created_at)
   SELECT $1, $2, $3, $4, $5, $6, $7 WHERE (SELECT count(*) FROM passkey WHERE account_id = $1) < $8
   ON CONFLICT DO NOTHING`,
)
const FIND = acrossAccounts(BY_CREDENTIAL, `SELECT ${PASSKEY} FROM passkey WHERE id = $1`)
const LIST = ofAccount(`SELECT ${PASSKEY} FROM passkey WHERE account_id = $1 ORDER BY created_at, id`)
const USE = acrossAccounts(BY_CREDENTIAL, 'UPDATE passkey SET counter = $2, last_used_at = $3 WHERE id = $1')
const REMOVE = ofAccount(`DELETE FROM passkey WHERE account_id = $1 AND id = $2 RETURNING ${PASSKEY}`)
const FORGET = acrossAccounts(
  RETENTION,
  `DELETE FROM passkey_challenge
   WHERE hash IN (SELECT hash FROM passkey_challenge WHERE expires_at <= $1 FOR UPDATE SKIP LOCKED)`,
)
const ASK = acrossAccounts(BY_CREDENTIAL, 'INSERT INTO passkey_challenge (hash, expires_at) VALUES ($1, $2)')
const ANSWER = acrossAccounts(
  BY_CREDENTIAL,
  'DELETE FROM passkey_challenge WHERE hash = $1 RETURNING expires_at AS "expiresAt"',
)

const values = ({ accountId, id, publicKey, counter, transports, name, createdAt }: Passkey) => [
  accountId,
  id,
  publicKey,
  counter,
  transports,
  name,
  createdAt,
]

export function passkeyStore(db: Database): PasskeyStore {
  return {
    create: async (passkey, most) =>
      writeInPlace(
        db,
        passkey.accountId,
        async (session) => (await session.write(INSERT, [...values(passkey), most])) > 0,
      ),
    find: async (id) => {
      const row = await db.one<Row>(FIND, [id])
      return row && present<Passkey>(row)
    },
    list: async (accountId) => (await db.all<Row>(LIST, [accountId])).map((row) => present<Passkey>(row)),
    use: async (id, counter, at) => (await db.write(USE, [id, counter, at])) > 0,
    remove: async (accountId, id) => {
      const [row] = await writeInPlace(db, accountId, async (session) =>
        session.all<Row>(REMOVE, [accountId, id]),
      )
      return row && present<Passkey>(row)
    },
    ask: async ({ hash, expiresAt }, now) =>
      db.transaction(async (session) => {
        await session.write(FORGET, [now])
        await session.write(ASK, [hash, expiresAt])
      }),
    answer: async (hash, now) => {
      const [row] = await db.transaction(async (session) =>
        session.all<{ expiresAt: number }>(ANSWER, [hash]),
      )
      return row !== undefined && now < row.expiresAt
    },
  }
}
