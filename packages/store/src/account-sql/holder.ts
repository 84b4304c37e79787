/** The account of a row. */
import type { Account } from '../account.ts'
import type { Row } from './statement.ts'

/** True while the account has a share or a site that has not been ended, else null. */
const IS_PUBLIC = `CASE WHEN EXISTS (SELECT 1 FROM share WHERE share.account_id = account.account_id AND share.ended_at IS NULL)
  OR EXISTS (SELECT 1 FROM site WHERE site.account_id = account.account_id AND site.ended_at IS NULL) THEN true END`

/** The columns of an account. */
export const ACCOUNT: string = `account.account_id AS id, plan, ended_at AS "endedAt", allowed, zone, quota,
  created_at AS "createdAt", nullif(is_admin, false) AS "isAdmin", moving, ${IS_PUBLIC} AS "isPublic"`

/** The columns of the account beside those of a credential or a link, for {@link withHolder}. */
export const HOLDER: string = `account.plan AS "account.plan", account.ended_at AS "account.endedAt",
  account.allowed AS "account.allowed", account.zone AS "account.zone", account.quota AS "account.quota",
  account.created_at AS "account.createdAt", nullif(account.is_admin, false) AS "account.isAdmin",
  account.moving AS "account.moving", ${IS_PUBLIC} AS "account.isPublic"`

const PREFIX = 'account.'

type Held<K extends string, T> = { readonly [N in K]: T } & { readonly account: Account }

/** Reads a credential or a link, and the account that it opens. @param name the member of the credential */
export const withHolder =
  <K extends string, T>(name: K, read: (row: Row) => T) =>
  (row: Row): Held<K, T> => {
    const own: Record<string, unknown> = {}
    const account: Record<string, unknown> = { id: row['accountId'] }
    for (const key in row)
      if (key.startsWith(PREFIX)) account[key.slice(PREFIX.length)] = row[key]
      else own[key] = row[key]
    return { [name]: read(own), account } as unknown as Held<K, T>
  }
