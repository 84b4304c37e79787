/** The last looks at the list of changes. */
import type { LookStore } from '@notegraph/store'
import type { Database } from '../database/database.ts'
import { ofAccount } from '../database/statement.ts'
import { writeInPlace } from './in-place.ts'

const LAST = ofAccount('SELECT at FROM last_look WHERE account_id = $1')
const NOTE = ofAccount(
  `INSERT INTO last_look (account_id, at) VALUES ($1, $2)
   ON CONFLICT (account_id) DO UPDATE SET at = greatest(last_look.at, excluded.at)`,
)

export const lookStore = (db: Database): LookStore => ({
  last: async (accountId) => (await db.one<{ at: number }>(LAST, [accountId]))?.at,
  note: async (accountId, at) =>
    void (await writeInPlace(db, accountId, async (session) => session.write(NOTE, [accountId, at]))),
})
