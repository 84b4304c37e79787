import { AccountMoving } from '../../unavailable.ts'
import type { Db } from '../database/database.ts'

/** @returns a check that throws AccountMoving if another store has the graph of the account */
export function mayOpen(db: Db): (accountId: string) => void {
  const mark = db.prepare<[string], string | null>('SELECT moving FROM account WHERE id = ?').pluck()
  return (accountId) => {
    const moving = mark.get(accountId)
    if (typeof moving === 'string' && moving !== 'leaving') throw new AccountMoving()
  }
}
