/** Accounts, with the history of their plans and the messages of the billing service. */
import {
  AccountMoving,
  isSameAccount,
  type Account,
  type AccountNote,
  type AccountStore,
  type Delivery,
  type PlanChange,
} from '@notegraph/store'
import type { Database, Session, Value } from '../database/database.ts'
import { acrossAccounts, ofAccount, RETENTION } from '../database/statement.ts'
import { TABLES_OF_ACCOUNT } from '../schema/tables.ts'
import { endAccess } from './end-access.ts'
import { ACCOUNT, present, type Row } from './rows.ts'
import { noteSweep } from './sweeps.ts'

const INSERT = ofAccount(
  `INSERT INTO account (account_id, plan, ended_at, allowed, zone, quota, is_admin, created_at)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING`,
)
const LOCK = ofAccount(`SELECT ${ACCOUNT} FROM account WHERE account_id = $1 FOR UPDATE`)
const UPDATE = ofAccount(
  `UPDATE account SET plan = $2, ended_at = $3, allowed = $4, zone = $5, quota = $6, is_admin = $7
   WHERE account_id = $1`,
)
const FIND = ofAccount(`SELECT ${ACCOUNT} FROM account WHERE account_id = $1`)
const ANY = acrossAccounts('A start asks whether there is any account.', 'SELECT 1 FROM account LIMIT 1')
const LIST = acrossAccounts(
  'The operator lists all accounts.',
  `SELECT ${ACCOUNT} FROM account ORDER BY account_id`,
)
const ADD_PLAN_CHANGE = ofAccount(
  'INSERT INTO plan_change (account_id, at, from_plan, to_plan, by) VALUES ($1, $2, $3, $4, $5)',
)
const PLAN_CHANGES = ofAccount(
  `SELECT account_id AS "accountId", at, from_plan AS "from", to_plan AS "to", by FROM plan_change
   WHERE account_id = $1 ORDER BY n`,
)
const BY_SENDER = 'The billing service numbers its messages, whichever account they are about.'
const ADD_DELIVERY = acrossAccounts(
  BY_SENDER,
  'INSERT INTO delivery (id, signed_at, taken_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
)
const FIND_DELIVERY = acrossAccounts(
  BY_SENDER,
  'SELECT id, signed_at AS "signedAt", taken_at AS "takenAt" FROM delivery WHERE id = $1',
)
const FORGET_DELIVERIES = acrossAccounts(RETENTION, 'DELETE FROM delivery WHERE taken_at < $1')
const REMOVALS = TABLES_OF_ACCOUNT.map((table) => ofAccount(`DELETE FROM ${table} WHERE account_id = $1`))
const REMOVE = ofAccount('DELETE FROM account WHERE account_id = $1')

/** The graph of an account may have a million records. */
const REMOVAL_TIMEOUT = 600_000

const values = ({ id, plan, endedAt, allowed, zone, quota, isAdmin }: Account): Value[] => [
  id,
  plan,
  endedAt ?? null,
  allowed,
  zone ?? null,
  quota,
  isAdmin === true,
]

/** Inside a transaction. @returns false if there is an account of that id */
export async function addAccount(session: Session, account: Account): Promise<boolean> {
  if ((await session.write(INSERT, [...values(account), account.createdAt])) === 0) return false
  if (account.plan !== 'active') await noteSweep(session, account.id)
  return true
}

/**
 * Inside a transaction: keep an account from being removed or moved.
 * @returns undefined if there is none
 */
async function lockRow(session: Session, id: string): Promise<Account | undefined> {
  const row = await session.one<Row>(LOCK, [id])
  return row && present<Account>(row)
}

/** As `lockRow`. @throws AccountMoving if the account has a mark */
export async function lockAccount(session: Session, id: string): Promise<Account | undefined> {
  const account = await lockRow(session, id)
  if (account?.moving !== undefined) throw new AccountMoving()
  return account
}

/** @returns false if the delivery was taken before */
async function take(session: Session, { change, delivery, forgetBefore }: AccountNote): Promise<boolean> {
  if (forgetBefore !== undefined) await session.write(FORGET_DELIVERIES, [forgetBefore])
  if (delivery) {
    const { id, signedAt, takenAt } = delivery
    if ((await session.write(ADD_DELIVERY, [id, signedAt, takenAt])) === 0) return false
  }
  if (change) {
    const { accountId, at, from, to, by } = change
    await session.write(ADD_PLAN_CHANGE, [accountId, at, from, to, by])
  }
  return true
}

export function accountStore(db: Database): AccountStore {
  return {
    create: async (account) => db.transaction(async (session) => addAccount(session, account)),
    update: async (before, after, note = {}) =>
      db.transaction(async (session) => {
        const now = await lockAccount(session, after.id)
        if (!now || !isSameAccount(before, now) || !(await take(session, note))) return false
        await noteSweep(session, after.id)
        return (await session.write(UPDATE, values(after))) > 0
      }),
    find: async (id) => {
      const row = await db.one<Row>(FIND, [id])
      return row && present<Account>(row)
    },
    any: async () => (await db.one(ANY)) !== undefined,
    list: async () => (await db.all<Row>(LIST)).map((row) => present<Account>(row)),
    remove: async (id) =>
      db.transaction(
        async (session) => {
          const account = await lockRow(session, id)
          if (!account) return false
          // An account that has left may go: the other store has it.
          if (account.moving !== undefined && account.moving !== 'left') throw new AccountMoving()
          await Promise.all(REMOVALS.map(async (removal) => session.write(removal, [id])))
          return (await session.write(REMOVE, [id])) > 0
        },
        { statementTimeout: REMOVAL_TIMEOUT },
      ),
    endAccess: async (id, at, access = {}) =>
      db.transaction(async (session) => {
        await (access.evenMoving === true ? lockRow : lockAccount)(session, id)
        return endAccess(session, id, at, access)
      }),
    planChanges: async (accountId) => db.all<PlanChange>(PLAN_CHANGES, [accountId]),
    delivery: async (id) => db.one<Delivery>(FIND_DELIVERY, [id]),
  }
}
