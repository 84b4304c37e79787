/** Converts rows of the accounts' database to accounts, tokens and sessions. */
import type { Account } from '../../account.ts'

export type Row = Record<string, unknown>

export const ACCOUNT = 'id, plan, ended_at AS endedAt, allowed, zone, quota, created_at AS createdAt, moving'
/** The columns of the account, in a join with its token or session. */
export const HOLDER: string = `plan, account.ended_at AS planEndedAt, allowed, account.zone AS accountZone, quota,
  account.created_at AS accountCreatedAt, moving`

/** @returns the row without its null columns, which become absent members */
export function present<T>(row: Row): T {
  const members: Row = {}
  for (const key in row) if (row[key] !== null) members[key] = row[key]
  return members as T
}

export const toAccount = (row: Row): Account => present<Account>({ ...row, allowed: row['allowed'] === 1 })
export const fromAccount = (account: Account): Row => ({
  endedAt: null,
  zone: null,
  ...account,
  allowed: account.allowed ? 1 : 0,
})

/** Splits a joined row into the token's or session's own columns and the account. */
export function split(row: Row): [own: Row, account: Account] {
  const { plan, planEndedAt, allowed, accountZone, quota, accountCreatedAt, moving, ...own } = row
  const account = {
    id: row['accountId'],
    plan,
    endedAt: planEndedAt,
    allowed,
    zone: accountZone,
    quota,
    createdAt: accountCreatedAt,
    moving,
  }
  return [own, toAccount(account)]
}
