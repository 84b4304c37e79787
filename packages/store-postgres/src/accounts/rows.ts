/** Rows as the records of the domain. */
import type { Account, ConnectedApp, Right, Token } from '@notegraph/store'

export type Row = Record<string, unknown>

/** True while the account has a share or a site that has not been ended, else null. */
const IS_PUBLIC = `CASE WHEN EXISTS (SELECT 1 FROM share WHERE share.account_id = account.account_id AND share.ended_at IS NULL)
  OR EXISTS (SELECT 1 FROM site WHERE site.account_id = account.account_id AND site.ended_at IS NULL) THEN true END`

export const ACCOUNT: string = `account_id AS id, plan, ended_at AS "endedAt", allowed, zone, quota, created_at AS "createdAt",
  nullif(is_admin, false) AS "isAdmin", moving, ${IS_PUBLIC} AS "isPublic"`

/** The account beside the columns of a credential, with names that `withAccount` takes apart. */
export const HOLDER: string = `account.plan AS "account.plan", account.ended_at AS "account.endedAt",
  account.allowed AS "account.allowed", account.zone AS "account.zone", account.quota AS "account.quota",
  account.created_at AS "account.createdAt",
  nullif(account.is_admin, false) AS "account.isAdmin", account.moving AS "account.moving",
  ${IS_PUBLIC} AS "account.isPublic"`

/** A row without its empty columns, as optional members are. */
export function present<T>(row: Row): T {
  const members: Row = {}
  for (const key in row) if (row[key] !== null) members[key] = row[key]
  return members as T
}

/** A token or an app; its rights are one text with commas. */
export const withRights = <T extends Token | ConnectedApp>(row: Row): T =>
  present<T>({ ...row, may: typeof row['may'] === 'string' ? row['may'].split(',') : null })

export const fromRights = (may: readonly Right[] | undefined): string | null =>
  may && may.length > 0 ? may.join() : null

const PREFIX = 'account.'

/** A credential, and the account that it opens. */
export function withAccount<T>(row: Row): { readonly own: T; readonly account: Account } {
  const own: Row = {}
  const account: Row = { id: row['accountId'] }
  for (const key in row)
    if (key.startsWith(PREFIX)) account[key.slice(PREFIX.length)] = row[key]
    else own[key] = row[key]
  return { own: present<T>(own), account: present<Account>(account) }
}
