/** The last looks at the list of changes, in the database of accounts. */
import type { LookStore } from '../../looks.ts'
import type { Db } from '../database/database.ts'
import { inPlace } from './in-place.ts'

export function lookStore(db: Db): LookStore {
  const place = inPlace(db)
  const last = db.prepare<[string], number>('SELECT at FROM last_look WHERE account_id = ?').pluck()
  const note = db.prepare<[string, number]>(
    `INSERT INTO last_look VALUES (?, ?)
     ON CONFLICT (account_id) DO UPDATE SET at = max(at, excluded.at)`,
  )
  return {
    last: async (accountId) => last.get(accountId),
    note: async (accountId, at) => void place.write(accountId, () => note.run(accountId, at)),
  }
}
