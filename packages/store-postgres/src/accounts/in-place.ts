import { AccountMoving } from '@notegraph/store'
import type { Database, Session, Transaction } from '../database/database.ts'
import { ofAccount } from '../database/statement.ts'

// A move that begins meanwhile waits for the transaction. One that began before is waited for, and then seen.
const MARK = ofAccount('SELECT moving FROM account WHERE account_id = $1 FOR SHARE')

/**
 * In a transaction that writes to an account: keep the account from moving until the end.
 * @throws AccountMoving if it has a mark; an account that does not exist has none
 */
export async function keepInPlace(session: Session, accountId: string): Promise<void> {
  const row = await session.one<{ moving: string | null }>(MARK, [accountId])
  if (typeof row?.moving === 'string') throw new AccountMoving()
}

/** Runs a write to one account, unless it moves. */
export const writeInPlace = async <T>(
  db: Database,
  accountId: string,
  write: (session: Transaction) => Promise<T>,
): Promise<T> =>
  db.transaction(async (session) => {
    const [, result] = await Promise.all([keepInPlace(session, accountId), write(session)])
    return result
  })

/** Runs a write that finds its accounts itself, and undoes it if one of them moves. */
export const writeFoundInPlace = async <T extends { readonly accountId?: unknown }>(
  db: Database,
  write: (session: Transaction) => Promise<readonly T[]>,
): Promise<readonly T[]> =>
  db.transaction(async (session) => {
    const rows = await write(session)
    const accounts = new Set(rows.map(({ accountId }) => String(accountId)))
    for (const accountId of [...accounts].toSorted()) await keepInPlace(session, accountId)
    return rows
  })
