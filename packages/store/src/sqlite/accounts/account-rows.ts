/** Converts rows of the accounts' database to accounts, tokens and sessions. */
import type { Account, Right, Token } from '../../account.ts'
import type { ConnectedApp } from '../../connected-apps.ts'

export type Row = Record<string, unknown>

/** Whether the account has a share or a site that has not been ended. */
const IS_PUBLIC = `(EXISTS (SELECT 1 FROM share WHERE share.account_id = account.id AND share.ended_at IS NULL)
  OR EXISTS (SELECT 1 FROM site WHERE site.account_id = account.id AND site.ended_at IS NULL)) AS isPublic`

export const ACCOUNT: string = `id, plan, ended_at AS endedAt, allowed, zone, quota, created_at AS createdAt, is_admin AS isAdmin, moving,
  ${IS_PUBLIC}`
/** The columns of the account, in a join with its token or session. */
export const HOLDER: string = `plan, account.ended_at AS planEndedAt, allowed, account.zone AS accountZone, quota,
  account.created_at AS accountCreatedAt, is_admin AS isAdmin, moving, ${IS_PUBLIC}`

/** @returns the row without its null columns, which become absent members */
export function present<T>(row: Row): T {
  const members: Row = {}
  for (const key in row) if (row[key] !== null) members[key] = row[key]
  return members as T
}

export const toAccount = (row: Row): Account =>
  present<Account>({
    ...row,
    allowed: row['allowed'] === 1,
    isAdmin: row['isAdmin'] === 1 ? true : null,
    isPublic: row['isPublic'] === 1 ? true : null,
  })
/** A token or an app; its rights are one text with commas. */
export const withRights = <T extends Token | ConnectedApp>(row: Row): T =>
  present<T>({ ...row, may: typeof row['may'] === 'string' ? row['may'].split(',') : null })

export const fromRights = (may: readonly Right[] | undefined): string | null =>
  may && may.length > 0 ? may.join() : null

export const fromAccount = (account: Account): Row => ({
  endedAt: null,
  zone: null,
  ...account,
  allowed: account.allowed ? 1 : 0,
  isAdmin: account.isAdmin === true ? 1 : 0,
})

/** Splits a joined row into the token's or session's own columns and the account. */
export function split(row: Row): [own: Row, account: Account] {
  const {
    plan,
    planEndedAt,
    allowed,
    accountZone,
    quota,
    accountCreatedAt,
    isAdmin,
    moving,
    isPublic,
    ...own
  } = row
  const account = {
    id: row['accountId'],
    plan,
    endedAt: planEndedAt,
    allowed,
    zone: accountZone,
    quota,
    createdAt: accountCreatedAt,
    isAdmin,
    moving,
    isPublic,
  }
  return [own, toAccount(account)]
}
