/** People as an identity provider knows them, each with an account. */
import type { IdentityStore } from '@notegraph/store'
import type { Database } from '../database/database.ts'
import { acrossAccounts, ofAccount } from '../database/statement.ts'
import { addAccount, lockAccount } from './accounts.ts'
import { keepInPlace } from './in-place.ts'

const ADD = ofAccount(
  `INSERT INTO identity (account_id, issuer, subject, created_at) VALUES ($1, $2, $3, $4)
   ON CONFLICT (issuer, subject) DO NOTHING`,
)
const FIND = acrossAccounts(
  'A person signs in before their account is known.',
  'SELECT account_id AS "accountId" FROM identity WHERE issuer = $1 AND subject = $2',
)
const ASSIGN = ofAccount(
  `INSERT INTO identity (account_id, issuer, subject, created_at) VALUES ($1, $2, $3, $4)
   ON CONFLICT (issuer, subject) DO UPDATE SET account_id = excluded.account_id, created_at = excluded.created_at
   WHERE identity.account_id <> excluded.account_id`,
)
const LIST = ofAccount(
  `SELECT issuer, subject, account_id AS "accountId", created_at AS "createdAt" FROM identity
   WHERE account_id = $1 ORDER BY created_at, issuer, subject`,
)

export function identityStore(db: Database): IdentityStore {
  return {
    claim: async ({ issuer, subject }, fresh) =>
      db.transaction(async (session) => {
        // The second of two waits here for the first, and finds its row.
        if ((await session.write(ADD, [fresh.id, issuer, subject, fresh.createdAt])) === 0)
          return (await session.one<{ accountId: string }>(FIND, [issuer, subject]))!.accountId
        if (!(await addAccount(session, fresh))) throw new Error(`There is an account ${fresh.id} already.`)
        return fresh.id
      }),
    assign: async ({ issuer, subject }, accountId, at) =>
      db.transaction(async (session) => {
        if (!(await lockAccount(session, accountId))) return false
        const before = await session.one<{ accountId: string }>(FIND, [issuer, subject])
        if (before) await keepInPlace(session, before.accountId)
        await session.write(ASSIGN, [accountId, issuer, subject, at])
        return true
      }),
    list: async (accountId) => db.all(LIST, [accountId]),
  }
}
