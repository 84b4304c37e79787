import { AccountMoving } from '../../unavailable.ts'
import type { Db } from '../database/database.ts'

/** Writes in a transaction that checks the mark of the account, so that a move misses no write. */
export interface InPlace {
  /** @throws AccountMoving if the account has a mark; an account that does not exist has none */
  check(accountId: string): void
  /** @throws AccountMoving if another store has the graph of the account */
  mayOpen(accountId: string): void
  /** Runs a write to one account. */
  write<T>(accountId: string, run: () => T): T
  /** Runs a write that finds its accounts itself, and undoes it if one of them has a mark. */
  writeFound<T>(run: () => T, accountsOf: (result: T) => readonly string[]): T
}

export function inPlace(db: Db): InPlace {
  const mark = db.prepare<[string], string | null>('SELECT moving FROM account WHERE id = ?').pluck()
  const check = (accountId: string): void => {
    if (typeof mark.get(accountId) === 'string') throw new AccountMoving()
  }
  const mayOpen = (accountId: string): void => {
    if (mark.get(accountId) !== 'leaving') check(accountId)
  }
  const write = <T>(accountId: string, run: () => T): T =>
    db
      .transaction(() => {
        check(accountId)
        return run()
      })
      .immediate()
  const writeFound = <T>(run: () => T, accountsOf: (result: T) => readonly string[]): T =>
    db
      .transaction(() => {
        const result = run()
        for (const accountId of accountsOf(result)) check(accountId)
        return result
      })
      .immediate()
  return { check, mayOpen, write, writeFound }
}
