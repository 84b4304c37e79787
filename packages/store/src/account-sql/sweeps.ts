/** The accounts that need maintenance. */
import type { SweepStore } from '../sweeps.ts'
import { acrossAccounts, columns, ofAccount, type AccountStatement } from './statement.ts'
import { all, written, type AccountSql } from './work.ts'

/** Has the next sweep look at an account. A note that is there already costs a look-up and locks no row. */
export const NOTE_SWEEP: AccountStatement = ofAccount(
  `INSERT INTO sweep_due (account_id, due, changed) SELECT @accountId, 0, true
   WHERE NOT EXISTS (SELECT 1 FROM sweep_due WHERE account_id = @accountId AND changed)
   ON CONFLICT (account_id) DO UPDATE SET due = 0, changed = true`,
)
const DUE = acrossAccounts<{ readonly accountId: string }>(
  'The sweep asks which accounts are due.',
  `SELECT ${columns('accountId')} FROM sweep_due WHERE due <= @now ORDER BY account_id`,
)
const BEGIN = ofAccount('UPDATE sweep_due SET changed = false WHERE account_id = @accountId')
const LATER = ofAccount('UPDATE sweep_due SET due = @next WHERE account_id = @accountId AND NOT changed')
const NEVER = ofAccount('DELETE FROM sweep_due WHERE account_id = @accountId AND NOT changed')

export const sweepStore = (db: AccountSql): SweepStore => ({
  note: async (accountId) => void (await db.run(written(NOTE_SWEEP, { accountId }))),
  due: async (now) => {
    const due = await db.run(all(DUE, { now: Math.min(now, Number.MAX_SAFE_INTEGER) }))
    return due.map(({ accountId }) => accountId)
  },
  begin: async (accountId) => void (await db.run(written(BEGIN, { accountId }))),
  end: async (accountId, next) =>
    void (await db.run(written(next === undefined ? NEVER : LATER, { accountId, next }))),
})
