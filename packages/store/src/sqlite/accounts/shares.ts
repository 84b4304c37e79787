/** Shared pages, in the database of accounts. */
import type { Share, ShareLimits, ShareStore } from '../../shares.ts'
import { HOLDER, present, split, type Row } from './account-rows.ts'
import { GIVEN, type Db } from '../database/database.ts'
import { inPlace } from './in-place.ts'

const SHARE = `share.id, share.account_id AS accountId, link, page_id AS pageId, quotes, password,
  share.created_at AS createdAt, expires_at AS expiresAt, share.ended_at AS endedAt, closed_at AS closedAt`
const OPEN = `account_id = ${GIVEN} AND ended_at IS NULL AND coalesce(expires_at > ${GIVEN}, 1)`

const toShare = (row: Row): Share => present<Share>({ ...row, quotes: row['quotes'] === 1 })
const fromShare = (share: Share): Row => ({
  link: null,
  password: null,
  expiresAt: null,
  endedAt: null,
  ...share,
  quotes: share.quotes ? 1 : 0,
})

export function shareStore(db: Db): ShareStore {
  const place = inPlace(db)
  const hasAccount = db.prepare('SELECT 1 FROM account WHERE id = ?')
  const countOpen = db.prepare<[string, number], { n: number }>(
    `SELECT count(*) AS n FROM share WHERE ${OPEN}`,
  )
  const forgetClosed = db.prepare<[{ accountId: string; now: number; most: number }]>(
    `DELETE FROM share WHERE id IN
       (SELECT id FROM share
        WHERE account_id = @accountId AND (ended_at IS NOT NULL OR expires_at <= @now)
        ORDER BY created_at DESC, id DESC LIMIT -1 OFFSET @most)`,
  )
  const insert = db.prepare(
    `INSERT INTO share (id, account_id, link, page_id, quotes, password, created_at, expires_at, ended_at)
     VALUES (@id, @accountId, @link, @pageId, @quotes, @password, @createdAt, @expiresAt, @endedAt)`,
  )
  const find = db.prepare<[string], Row>(
    `SELECT ${SHARE}, ${HOLDER} FROM share JOIN account ON account.id = share.account_id WHERE share.id = ${GIVEN}`,
  )
  const list = db.prepare<[string], Row>(
    `SELECT ${SHARE} FROM share WHERE account_id = ${GIVEN} ORDER BY created_at, id`,
  )
  const listOpen = db.prepare<[string, number], Row>(
    `SELECT ${SHARE} FROM share WHERE ${OPEN} ORDER BY created_at, id`,
  )
  const update = db.prepare(
    `UPDATE share SET quotes = @quotes, password = @password, expires_at = @expiresAt
     WHERE id = @id AND account_id = @accountId AND ended_at IS NULL`,
  )
  const renewPassword = db.prepare<[string, string, string, string]>(
    'UPDATE share SET password = ? WHERE id = ? AND account_id = ? AND password = ? AND ended_at IS NULL',
  )
  const end = db.prepare<[number, string, string], Row>(
    `UPDATE share SET ended_at = coalesce(CASE WHEN closed_at IS NULL THEN ended_at END, ?), closed_at = NULL WHERE id = ? AND account_id = ?
     RETURNING ${SHARE.replaceAll('share.', '')}`,
  )
  const reopenClosed = db.prepare<[string, string], Row>(
    `UPDATE share SET ended_at = NULL, closed_at = NULL WHERE id = ? AND account_id = ? AND closed_at IS NOT NULL
     RETURNING ${SHARE.replaceAll('share.', '')}`,
  )
  const reopen = db.transaction((accountId: string, id: string, mostOpen: number, now: number) => {
    place.check(accountId)
    if (countOpen.get(accountId, now)!.n >= mostOpen) return 'full'
    return reopenClosed.get(id, accountId)
  })
  const create = db.transaction((share: Share, { open, closed }: ShareLimits): boolean => {
    const { accountId, createdAt } = share
    if (!hasAccount.get(accountId)) return false
    place.check(accountId)
    forgetClosed.run({ accountId, now: createdAt, most: closed })
    if (countOpen.get(accountId, createdAt)!.n >= open) return false
    insert.run(fromShare(share))
    return true
  })
  return {
    create: async (share, most) => create.immediate(share, most),
    find: async (id) => {
      const row = find.get(id)
      if (!row) return undefined
      const [own, account] = split(row)
      return { share: toShare(own), account }
    },
    list: async (accountId) => list.all(accountId).map(toShare),
    listOpen: async (accountId, now) => listOpen.all(accountId, now).map(toShare),
    update: async (share) => place.write(share.accountId, () => update.run(fromShare(share)).changes > 0),
    renewPassword: async (accountId, id, from, to) =>
      place.write(accountId, () => renewPassword.run(to, id, accountId, from).changes > 0),
    end: async (accountId, id, at) => {
      const row = place.write(accountId, () => end.get(at, id, accountId))
      return row && toShare(row)
    },
    reopen: async (...given) => {
      const row = reopen.immediate(...given)
      return typeof row === 'object' ? toShare(row) : row
    },
  }
}
