/** API tokens, by their hash. */
import { TOKEN, type Token, type TokenHolder, type TokenStore } from '../account.ts'
import { namesOf } from '../members.ts'
import { HOLDER, withHolder } from './holder.ts'
import { reading, writing } from './rows.ts'
import { acrossAccounts, BY_CREDENTIAL, columns, insertInto, ofAccount } from './statement.ts'
import { all, found, inPlace, one, written, type AccountSql } from './work.ts'

const MEMBERS = `accountId ${namesOf(TOKEN)}`
const COLUMNS = columns(MEMBERS)

const toToken = reading<Token>(TOKEN)
const fromToken = writing(TOKEN)

const INSERT = ofAccount(insertInto('token', MEMBERS))
const FIND_BY_HASH = acrossAccounts<TokenHolder>(
  BY_CREDENTIAL,
  `SELECT ${columns(MEMBERS, 'token')}, ${HOLDER} FROM token JOIN account ON account.account_id = token.account_id
   WHERE token.hash = @hash`,
  withHolder('token', toToken),
)
const LIST = ofAccount(
  `SELECT ${COLUMNS} FROM token WHERE account_id = @accountId ORDER BY created_at, id`,
  toToken,
)
const REVOKED = `UPDATE token SET revoked_at = coalesce(revoked_at, @at) WHERE`
const REVOKE = acrossAccounts(BY_CREDENTIAL, `${REVOKED} id = @id RETURNING ${COLUMNS}`, toToken)
const REVOKE_OF_ACCOUNT = ofAccount(
  `${REVOKED} id = @id AND account_id = @accountId RETURNING ${COLUMNS}`,
  toToken,
)
const SET_RIGHTS = ofAccount(
  `UPDATE token SET may = @may? WHERE account_id = @accountId AND id = @id RETURNING ${COLUMNS}`,
  toToken,
)
const TOUCH = acrossAccounts(BY_CREDENTIAL, 'UPDATE token SET last_used_at = @at WHERE id = @id')
const TAKE_EXPIRED = acrossAccounts<Pick<Token, 'id' | 'accountId' | 'expiresAt'>>(
  'The audit log notes each token that expired, of any account.',
  `UPDATE token SET expiry_noted = true
   WHERE expiry_noted = false AND expires_at IS NOT NULL AND expires_at <= @now AND revoked_at IS NULL
   RETURNING ${columns('id accountId expiresAt')}`,
)

export const tokenStore = (db: AccountSql): TokenStore => ({
  create: async (token) => void (await inPlace(db, token.accountId, () => written(INSERT, fromToken(token)))),
  findByHash: async (hash) => db.run(one(FIND_BY_HASH, { hash })),
  list: async (accountId) => db.run(all(LIST, { accountId })),
  revoke: async (id, at, accountId) => {
    const revoke = accountId === undefined ? REVOKE : REVOKE_OF_ACCOUNT
    return (await found(db, () => all(revoke, { id, at, accountId })))[0]
  },
  setRights: async (id, accountId, may) =>
    inPlace(db, accountId, () => one(SET_RIGHTS, fromToken({ accountId, id, may }))),
  touch: async (id, at) => void (await db.run(written(TOUCH, { id, at }), true)),
  takeExpired: async (now) => db.run(all(TAKE_EXPIRED, { now })),
})
