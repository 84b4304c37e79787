/** Links that sign in once, by the hash of their secret. */
import type { SignInLinkStore } from '@notegraph/store'
import type { Database } from '../database/database.ts'
import { acrossAccounts, BY_CREDENTIAL, ofAccount, RETENTION } from '../database/statement.ts'
import { keepInPlace, writeFoundInPlace } from './in-place.ts'

const FORGET = acrossAccounts(
  RETENTION,
  `DELETE FROM sign_in_link
   WHERE hash IN (SELECT hash FROM sign_in_link WHERE expires_at <= $1 FOR UPDATE SKIP LOCKED)`,
)
const INSERT = ofAccount(
  'INSERT INTO sign_in_link (account_id, hash, created_at, expires_at) VALUES ($1, $2, $3, $4)',
)
const FIND = acrossAccounts(
  BY_CREDENTIAL,
  'SELECT account_id AS "accountId" FROM sign_in_link WHERE hash = $1 AND expires_at > $2',
)
const TAKE = acrossAccounts(
  BY_CREDENTIAL,
  'DELETE FROM sign_in_link WHERE hash = $1 RETURNING account_id AS "accountId", expires_at AS "expiresAt"',
)

export function signInLinkStore(db: Database): SignInLinkStore {
  return {
    create: async ({ accountId, hash, createdAt, expiresAt }) =>
      db.transaction(async (session) => {
        await keepInPlace(session, accountId)
        await session.write(FORGET, [createdAt])
        await session.write(INSERT, [accountId, hash, createdAt, expiresAt])
      }),
    find: async (hash, now) => (await db.one<{ accountId: string }>(FIND, [hash, now]))?.accountId,
    take: async (hash, now) => {
      const [taken] = await writeFoundInPlace(db, async (session) =>
        session.all<{ accountId: string; expiresAt: number }>(TAKE, [hash]),
      )
      return taken && now < taken.expiresAt ? taken.accountId : undefined
    },
  }
}
