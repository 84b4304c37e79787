/** Shared pages. */
import type { Share, ShareStore } from '@notegraph/store'
import type { Database, Value } from '../database/database.ts'
import { acrossAccounts, BY_CREDENTIAL, ofAccount } from '../database/statement.ts'
import { lockAccount } from './accounts.ts'
import { HOLDER, present, withAccount, type Row } from './rows.ts'

const SHARE = `share.id, share.account_id AS "accountId", share.link, share.page_id AS "pageId", share.quotes, share.password,
  share.created_at AS "createdAt", share.expires_at AS "expiresAt", share.ended_at AS "endedAt", share.closed_at AS "closedAt"`
const OPEN = 'account_id = $1 AND ended_at IS NULL AND (expires_at IS NULL OR expires_at > $2)'

const COUNT_OPEN = ofAccount(`SELECT count(*) AS n FROM share WHERE ${OPEN}`)
const FORGET_CLOSED = ofAccount(
  `DELETE FROM share WHERE account_id = $1 AND id IN
     (SELECT id FROM share WHERE account_id = $1 AND (ended_at IS NOT NULL OR expires_at <= $2)
      ORDER BY created_at DESC, id DESC OFFSET $3)`,
)
const INSERT = ofAccount(
  `INSERT INTO share (account_id, id, page_id, quotes, password, created_at, expires_at, ended_at, link)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
)
const FIND = acrossAccounts(
  BY_CREDENTIAL,
  `SELECT ${SHARE}, ${HOLDER} FROM share JOIN account ON account.account_id = share.account_id WHERE share.id = $1`,
)
const LIST = ofAccount(`SELECT ${SHARE} FROM share WHERE account_id = $1 ORDER BY created_at, id`)
const LIST_OPEN = ofAccount(`SELECT ${SHARE} FROM share WHERE ${OPEN} ORDER BY created_at, id`)
const UPDATE = ofAccount(
  `UPDATE share SET quotes = $3, password = $4, expires_at = $5
   WHERE account_id = $1 AND id = $2 AND ended_at IS NULL`,
)
const RENEW_PASSWORD = ofAccount(
  `UPDATE share SET password = $4
   WHERE account_id = $1 AND id = $2 AND password = $3 AND ended_at IS NULL`,
)
const END = ofAccount(
  `UPDATE share SET ended_at = coalesce(CASE WHEN closed_at IS NULL THEN ended_at END, $3), closed_at = NULL WHERE account_id = $1 AND id = $2 RETURNING ${SHARE}`,
)

const REOPEN = ofAccount(
  `UPDATE share SET ended_at = NULL, closed_at = NULL
   WHERE account_id = $1 AND id = $2 AND closed_at IS NOT NULL RETURNING ${SHARE}`,
)

/** The members that an update replaces, behind the key. */
const changing = ({ accountId, id, quotes, password, expiresAt }: Share): Value[] => [
  accountId,
  id,
  quotes,
  password ?? null,
  expiresAt ?? null,
]

export function shareStore(db: Database): ShareStore {
  return {
    create: async (share, { open, closed }) =>
      db.transaction(async (session) => {
        const { accountId, id, pageId, quotes, password = null, createdAt } = share
        if (!(await lockAccount(session, accountId))) return false
        await session.write(FORGET_CLOSED, [accountId, createdAt, closed])
        if ((await session.one<{ n: number }>(COUNT_OPEN, [accountId, createdAt]))!.n >= open) return false
        const { expiresAt = null, endedAt = null, link = null } = share
        const values = [accountId, id, pageId, quotes, password, createdAt, expiresAt, endedAt, link]
        return (await session.write(INSERT, values)) > 0
      }),
    find: async (id) => {
      const row = await db.one<Row>(FIND, [id])
      if (!row) return undefined
      const { own, account } = withAccount<Share>(row)
      return { share: own, account }
    },
    list: async (accountId) => (await db.all<Row>(LIST, [accountId])).map((row) => present<Share>(row)),
    listOpen: async (accountId, now) =>
      (await db.all<Row>(LIST_OPEN, [accountId, now])).map((row) => present<Share>(row)),
    update: async (share) =>
      db.transaction(async (session) => {
        if (!(await lockAccount(session, share.accountId))) return false
        return (await session.write(UPDATE, changing(share))) > 0
      }),
    renewPassword: async (accountId, id, from, to) =>
      db.transaction(async (session) => {
        if (!(await lockAccount(session, accountId))) return false
        return (await session.write(RENEW_PASSWORD, [accountId, id, from, to])) > 0
      }),
    end: async (accountId, id, at) =>
      db.transaction(async (session) => {
        if (!(await lockAccount(session, accountId))) return undefined
        const row = await session.one<Row>(END, [accountId, id, at])
        return row && present<Share>(row)
      }),
    reopen: async (accountId, id, mostOpen, now) =>
      db.transaction(async (session) => {
        if (!(await lockAccount(session, accountId))) return undefined
        if ((await session.one<{ n: number }>(COUNT_OPEN, [accountId, now]))!.n >= mostOpen) return 'full'
        const row = await session.one<Row>(REOPEN, [accountId, id])
        return row && present<Share>(row)
      }),
  }
}
