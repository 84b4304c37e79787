/** API tokens, by their hash. */
import type { Token, TokenHolder, TokenStore } from '../account.ts'
import { fromRights, HOLDER, withHolder, withRights } from './holder.ts'
import { acrossAccounts, BY_CREDENTIAL, columns, insertInto, ofAccount } from './statement.ts'
import { all, found, inPlace, one, written, type AccountSql } from './work.ts'

const MADE = 'accountId id hash name scope may? zone? createdAt expiresAt?'
const MEMBERS = `${MADE} lastUsedAt revokedAt`
const TOKEN = columns(MEMBERS)

const INSERT = ofAccount(insertInto('token', MADE))
const FIND_BY_HASH = acrossAccounts<TokenHolder>(
  BY_CREDENTIAL,
  `SELECT ${columns(MEMBERS, 'token')}, ${HOLDER} FROM token JOIN account ON account.account_id = token.account_id
   WHERE token.hash = @hash`,
  withHolder('token', withRights<Token>),
)
const LIST = ofAccount(
  `SELECT ${TOKEN} FROM token WHERE account_id = @accountId ORDER BY created_at, id`,
  withRights<Token>,
)
const REVOKED = `UPDATE token SET revoked_at = coalesce(revoked_at, @at) WHERE`
const REVOKE = acrossAccounts(BY_CREDENTIAL, `${REVOKED} id = @id RETURNING ${TOKEN}`, withRights<Token>)
const REVOKE_OF_ACCOUNT = ofAccount(
  `${REVOKED} id = @id AND account_id = @accountId RETURNING ${TOKEN}`,
  withRights<Token>,
)
const SET_RIGHTS = ofAccount(
  `UPDATE token SET may = @may? WHERE account_id = @accountId AND id = @id RETURNING ${TOKEN}`,
  withRights<Token>,
)
const TOUCH = acrossAccounts(BY_CREDENTIAL, 'UPDATE token SET last_used_at = @at WHERE id = @id')
const TAKE_EXPIRED = acrossAccounts<Pick<Token, 'id' | 'accountId' | 'expiresAt'>>(
  'The audit log notes each token that expired, of any account.',
  `UPDATE token SET expiry_noted = true
   WHERE expiry_noted = false AND expires_at IS NOT NULL AND expires_at <= @now AND revoked_at IS NULL
   RETURNING ${columns('id accountId expiresAt')}`,
)

export const tokenStore = (db: AccountSql): TokenStore => ({
  create: async (token) => {
    const row = { ...token, may: fromRights(token.may) }
    await inPlace(db, token.accountId, () => written(INSERT, row))
  },
  findByHash: async (hash) => db.run(one(FIND_BY_HASH, { hash })),
  list: async (accountId) => db.run(all(LIST, { accountId })),
  revoke: async (id, at, accountId) => {
    const revoke = accountId === undefined ? REVOKE : REVOKE_OF_ACCOUNT
    return (await found(db, () => all(revoke, { id, at, accountId })))[0]
  },
  setRights: async (id, accountId, may) =>
    inPlace(db, accountId, () => one(SET_RIGHTS, { accountId, id, may: fromRights(may) })),
  touch: async (id, at) => void (await db.run(written(TOUCH, { id, at }), true)),
  takeExpired: async (now) => db.run(all(TAKE_EXPIRED, { now })),
})
