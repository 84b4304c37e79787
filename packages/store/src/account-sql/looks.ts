/** The last looks at the list of changes. */
import type { LookStore } from '../looks.ts'
import { ofAccount } from './statement.ts'
import { inPlace, one, written, type AccountSql } from './work.ts'

const LAST = ofAccount<{ readonly at: number }>('SELECT at FROM last_look WHERE account_id = @accountId')
const NOTE = ofAccount(
  `INSERT INTO last_look (account_id, at) VALUES (@accountId, @at)
   ON CONFLICT (account_id) DO UPDATE SET at = greatest(last_look.at, excluded.at)`,
)

export const lookStore = (db: AccountSql): LookStore => ({
  last: async (accountId) => (await db.run(one(LAST, { accountId })))?.at,
  note: async (accountId, at) => void (await inPlace(db, accountId, () => written(NOTE, { accountId, at }))),
})
