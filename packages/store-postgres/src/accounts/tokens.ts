/** API tokens, by their hash. */
import type { Token, TokenStore } from '@notegraph/store'
import type { Database } from '../database/database.ts'
import { acrossAccounts, BY_CREDENTIAL, ofAccount } from '../database/statement.ts'
import { writeFoundInPlace, writeInPlace } from './in-place.ts'
import { fromRights, HOLDER, withAccount, withRights, type Row } from './rows.ts'

const TOKEN = `token.id, token.account_id AS "accountId", token.hash, token.name, token.scope, token.may, token.zone,
  token.created_at AS "createdAt", token.expires_at AS "expiresAt", token.last_used_at AS "lastUsedAt",
  token.revoked_at AS "revokedAt"`

const INSERT = ofAccount(
  `INSERT INTO token (account_id, id, hash, name, scope, may, zone, created_at, expires_at)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
)
const FIND_BY_HASH = acrossAccounts(
  BY_CREDENTIAL,
  `SELECT ${TOKEN}, ${HOLDER} FROM token JOIN account USING (account_id) WHERE token.hash = $1`,
)
const LIST = ofAccount(`SELECT ${TOKEN} FROM token WHERE account_id = $1 ORDER BY created_at, id`)
const REVOKE = acrossAccounts(
  BY_CREDENTIAL,
  `UPDATE token SET revoked_at = coalesce(revoked_at, $2) WHERE id = $1 RETURNING ${TOKEN}`,
)
const REVOKE_OF_ACCOUNT = ofAccount(
  `UPDATE token SET revoked_at = coalesce(revoked_at, $2) WHERE id = $1 AND account_id = $3 RETURNING ${TOKEN}`,
)
const SET_RIGHTS = ofAccount(`UPDATE token SET may = $3 WHERE account_id = $1 AND id = $2 RETURNING ${TOKEN}`)
const TOUCH = acrossAccounts(BY_CREDENTIAL, 'UPDATE token SET last_used_at = $2 WHERE id = $1')
const TAKE_EXPIRED = acrossAccounts(
  'The audit log notes each token that expired, of any account.',
  `UPDATE token SET expiry_noted = true
   WHERE NOT expiry_noted AND expires_at IS NOT NULL AND expires_at <= $1 AND revoked_at IS NULL
   RETURNING id, account_id AS "accountId", expires_at AS "expiresAt"`,
)

export function tokenStore(db: Database): TokenStore {
  return {
    create: async ({ accountId, id, hash, name, scope, may, zone = null, createdAt, expiresAt = null }) => {
      const row = [accountId, id, hash, name, scope, fromRights(may), zone, createdAt, expiresAt]
      await writeInPlace(db, accountId, async (session) => session.write(INSERT, row))
    },
    findByHash: async (hash) => {
      const row = await db.one<Row>(FIND_BY_HASH, [hash])
      if (!row) return undefined
      const { own, account } = withAccount<Row>(row)
      return { token: withRights<Token>(own), account }
    },
    list: async (accountId) => (await db.all<Row>(LIST, [accountId])).map((row) => withRights<Token>(row)),
    revoke: async (id, at, accountId) => {
      const [row] = await writeFoundInPlace(db, async (session) =>
        accountId === undefined
          ? session.all<Row>(REVOKE, [id, at])
          : session.all<Row>(REVOKE_OF_ACCOUNT, [id, at, accountId]),
      )
      return row && withRights<Token>(row)
    },
    setRights: async (id, accountId, may) => {
      const row = await writeInPlace(db, accountId, async (session) =>
        session.one<Row>(SET_RIGHTS, [accountId, id, fromRights(may)]),
      )
      return row && withRights<Token>(row)
    },
    touch: async (id, at) => void (await db.write(TOUCH, [id, at])),
    takeExpired: async (now) => db.all(TAKE_EXPIRED, [now]),
  }
}
