/** Accounts, with the history of their plans and the messages of the billing service. */
import {
  isSameAccount,
  type Account,
  type AccountNote,
  type AccountStore,
  type Delivery,
  type EndedAccess,
  type PlanChange,
} from '../account.ts'
import { AccountMoving } from '../unavailable.ts'
import { ACCOUNT } from './holder.ts'
import { acrossAccounts, columns, insertInto, ofAccount, RETENTION, set } from './statement.ts'
import { NOTE_SWEEP } from './sweeps.ts'
import { all, one, together, written, wrote, type AccountSql, type Work } from './work.ts'

const CHANGED = 'plan endedAt? allowed zone? quota isAdmin'

const INSERT = ofAccount(`${insertInto('account', `accountId ${CHANGED} createdAt`)} ON CONFLICT DO NOTHING`)
const LOCK = ofAccount<Account>(
  `SELECT ${ACCOUNT} FROM account WHERE account.account_id = @accountId FOR UPDATE`,
)
const UPDATE = ofAccount(`UPDATE account SET ${set(CHANGED)} WHERE account.account_id = @accountId`)
const FIND = ofAccount<Account>(`SELECT ${ACCOUNT} FROM account WHERE account.account_id = @accountId`)
const ANY = acrossAccounts(
  'A start asks whether there is any account.',
  'SELECT 1 AS one FROM account LIMIT 1',
)
const LIST = acrossAccounts<Account>(
  'The operator lists all accounts.',
  `SELECT ${ACCOUNT} FROM account ORDER BY account.account_id`,
)
const ADD_PLAN_CHANGE = ofAccount(
  'INSERT INTO plan_change (account_id, at, from_plan, to_plan, by) VALUES (@accountId, @at, @from, @to, @by)',
)
const PLAN_CHANGES = ofAccount<PlanChange>(
  `SELECT account_id AS "accountId", at, from_plan AS "from", to_plan AS "to", by FROM plan_change
   WHERE account_id = @accountId ORDER BY n`,
)
const BY_SENDER = 'The billing service numbers its messages, whichever account they are about.'
const DELIVERY = 'id signedAt takenAt'
const ADD_DELIVERY = acrossAccounts(BY_SENDER, `${insertInto('delivery', DELIVERY)} ON CONFLICT DO NOTHING`)
const FIND_DELIVERY = acrossAccounts<Delivery>(
  BY_SENDER,
  `SELECT ${columns(DELIVERY)} FROM delivery WHERE id = @id`,
)
const FORGET_DELIVERIES = acrossAccounts(RETENTION, 'DELETE FROM delivery WHERE taken_at < @forgetBefore')
const REMOVE = ofAccount('DELETE FROM account WHERE account.account_id = @accountId')

const rowOf = (account: Account) => ({
  ...account,
  accountId: account.id,
  isAdmin: account.isAdmin === true,
})

/** Inside a transaction. @returns false if there is an account of that id */
export function* addAccount(account: Account): Work<boolean> {
  if (!(yield* wrote(INSERT, rowOf(account)))) return false
  if (account.plan !== 'active') yield* written(NOTE_SWEEP, { accountId: account.id })
  return true
}

/** @returns false if the delivery was taken before */
function* take({ change, delivery, forgetBefore }: AccountNote): Work<boolean> {
  if (forgetBefore !== undefined) yield* written(FORGET_DELIVERIES, { forgetBefore })
  if (delivery && !(yield* wrote(ADD_DELIVERY, delivery))) return false
  if (change) yield* written(ADD_PLAN_CHANGE, change)
  return true
}

const OPEN_OF_ACCOUNT = 'WHERE account_id = @accountId AND ended_at IS NULL'
const BROWSERS = ofAccount(
  `UPDATE browser SET ended_at = @at ${OPEN_OF_ACCOUNT} AND id IS DISTINCT FROM @except?`,
)
const DEVICES = ofAccount(
  `UPDATE session SET ended_at = @at ${OPEN_OF_ACCOUNT} AND id IS DISTINCT FROM @except?`,
)
const APP_SECRETS = ofAccount('DELETE FROM app_secret WHERE account_id = @accountId')
const APPS = ofAccount('DELETE FROM connected_app WHERE account_id = @accountId')
const LINKS = ofAccount('DELETE FROM sign_in_link WHERE account_id = @accountId')
const TOKENS = ofAccount(
  'UPDATE token SET revoked_at = @at WHERE account_id = @accountId AND revoked_at IS NULL',
)
const SHARES = ofAccount(
  `UPDATE share SET ended_at = @at, closed_at = @at ${OPEN_OF_ACCOUNT} AND (expires_at IS NULL OR expires_at > @at)`,
)
const SITES = ofAccount(`UPDATE site SET ended_at = @at, closed_at = @at ${OPEN_OF_ACCOUNT}`)

/** Ends all access, in a transaction that has locked the account. */
function* endAccess(
  ...[accountId, at, access = {}]: Parameters<AccountStore['endAccess']>
): Work<EndedAccess> {
  const { except, tokens = false, published = false } = access
  const given = { accountId, at, except }
  yield* written(APP_SECRETS, given)
  return {
    browsers: yield* written(BROWSERS, given),
    devices: yield* written(DEVICES, given),
    apps: yield* written(APPS, given),
    links: yield* written(LINKS, given),
    tokens: tokens ? yield* written(TOKENS, given) : 0,
    shares: published ? yield* written(SHARES, given) : 0,
    sites: published ? yield* written(SITES, given) : 0,
  }
}

function* lock(accountId: string, evenIf?: Account['moving'] | 'any'): Work<Account | undefined> {
  const account = yield* one(LOCK, { accountId })
  const { moving } = account ?? {}
  if (moving !== undefined && evenIf !== 'any' && evenIf !== moving) throw new AccountMoving()
  return account
}

export const accountStore = (db: AccountSql): AccountStore => ({
  create: async (account) => db.transact(() => addAccount(account)),
  update: async (before, after, note = {}) =>
    db.transact(function* () {
      const now = yield* lock(after.id)
      if (!now || !isSameAccount(before, now) || !(yield* take(note))) return false
      yield* written(NOTE_SWEEP, { accountId: after.id })
      return yield* wrote(UPDATE, rowOf(after))
    }),
  find: async (accountId) => db.run(one(FIND, { accountId })),
  any: async () => (await db.run(one(ANY))) !== undefined,
  list: async () => db.run(all(LIST)),
  remove: async (accountId) =>
    db.transact(
      function* () {
        // An account that has left may go: the other store has it.
        if (!(yield* lock(accountId, 'left'))) return false
        yield* together(...db.removals.map((removal) => written(removal, { accountId })))
        return yield* wrote(REMOVE, { accountId })
      },
      { isLong: true },
    ),
  endAccess: async (accountId, at, access = {}) =>
    db.transact(function* () {
      yield* lock(accountId, access.evenMoving === true ? 'any' : undefined)
      return yield* endAccess(accountId, at, access)
    }),
  planChanges: async (accountId) => db.run(all(PLAN_CHANGES, { accountId })),
  delivery: async (id) => db.run(one(FIND_DELIVERY, { id })),
})
