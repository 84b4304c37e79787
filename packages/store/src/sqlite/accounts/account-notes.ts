/** The history of plans, and the messages of the billing service that were taken. */
import type { AccountNote, Delivery, PlanChange } from '../../account.ts'
import type { Db } from '../database/database.ts'

export interface AccountNotes {
  /** Writes the note inside a transaction. @returns false if the delivery was taken before */
  take(note: AccountNote): boolean
  planChanges(accountId: string): PlanChange[]
  delivery(id: string): Delivery | undefined
  forget(accountId: string): void
}

export function accountNotes(db: Db): AccountNotes {
  const addChange = db.prepare(
    'INSERT INTO plan_change (account_id, at, from_plan, to_plan, by) VALUES (@accountId, @at, @from, @to, @by)',
  )
  const changes = db.prepare<[string], PlanChange>(
    `SELECT account_id AS accountId, at, from_plan AS "from", to_plan AS "to", by FROM plan_change
     WHERE account_id = ? ORDER BY n`,
  )
  const addDelivery = db.prepare(
    'INSERT INTO delivery (id, signed_at, taken_at) VALUES (@id, @signedAt, @takenAt) ON CONFLICT DO NOTHING',
  )
  const delivery = db.prepare<[string], Delivery>(
    'SELECT id, signed_at AS signedAt, taken_at AS takenAt FROM delivery WHERE id = ?',
  )
  const forgetDeliveries = db.prepare('DELETE FROM delivery WHERE taken_at < ?')
  const forgetChanges = db.prepare('DELETE FROM plan_change WHERE account_id = ?')
  return {
    take({ change, delivery, forgetBefore }) {
      if (forgetBefore !== undefined) forgetDeliveries.run(forgetBefore)
      if (delivery && addDelivery.run(delivery).changes === 0) return false
      if (change) addChange.run(change)
      return true
    },
    planChanges: (accountId) => changes.all(accountId),
    delivery: (id) => delivery.get(id),
    forget: (accountId) => void forgetChanges.run(accountId),
  }
}
