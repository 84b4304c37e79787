/** The accounts that the sweep must visit. */
import type { Db } from '../database/database.ts'

export type Note = (accountId: string) => void

/** @returns a function that lists an account for the sweep */
export function noter(db: Db): Note {
  const isNoted = db.prepare<[string], number>('SELECT changed FROM sweep_due WHERE account_id = ?').pluck()
  const note = db.prepare<[string]>(
    'INSERT INTO sweep_due VALUES (?, 0, 1) ON CONFLICT (account_id) DO UPDATE SET due = 0, changed = 1',
  )
  return (accountId) => {
    if (isNoted.get(accountId) !== 1) note.run(accountId)
  }
}
