/** The accounts that need maintenance. */
import type { SweepStore } from '@notegraph/store'
import type { Database, Writer } from '../database/database.ts'
import { acrossAccounts, ofAccount } from '../database/statement.ts'

const NOTE = ofAccount(
  `INSERT INTO sweep_due (account_id, due, changed) SELECT $1, 0, true
   WHERE NOT EXISTS (SELECT 1 FROM sweep_due WHERE account_id = $1 AND changed)
   ON CONFLICT (account_id) DO UPDATE SET due = 0, changed = true`,
)
const DUE = acrossAccounts(
  'The sweep asks which accounts are due.',
  'SELECT account_id AS "accountId" FROM sweep_due WHERE due <= $1 ORDER BY account_id',
)
const BEGIN = ofAccount('UPDATE sweep_due SET changed = false WHERE account_id = $1')
const LATER = ofAccount('UPDATE sweep_due SET due = $2 WHERE account_id = $1 AND NOT changed')
const NEVER = ofAccount('DELETE FROM sweep_due WHERE account_id = $1 AND NOT changed')

/** Have the next sweep look at an account. A note that is there already costs a look-up and locks no row. */
export const noteSweep = async (writer: Writer, accountId: string): Promise<void> =>
  void (await writer.write(NOTE, [accountId]))

export function sweepStore(db: Database): SweepStore {
  return {
    note: async (accountId) => noteSweep(db, accountId),
    due: async (now) => {
      const due = await db.all<{ accountId: string }>(DUE, [Math.min(now, Number.MAX_SAFE_INTEGER)])
      return due.map(({ accountId }) => accountId)
    },
    begin: async (accountId) => void (await db.write(BEGIN, [accountId])),
    end: async (accountId, next) =>
      void (next === undefined
        ? await db.write(NEVER, [accountId])
        : await db.write(LATER, [accountId, next])),
  }
}
