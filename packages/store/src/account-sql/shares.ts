/** Shared pages. */
import { namesOf } from '../members.ts'
import { SHARE, type Share, type ShareHolder, type ShareStore } from '../shares.ts'
import { HOLDER, withHolder } from './holder.ts'
import { acrossAccounts, BY_CREDENTIAL, columns, countOf, insertInto, ofAccount, set } from './statement.ts'
import { all, alone, count, inPlace, one, written, wrote, type AccountSql } from './work.ts'

const MEMBERS = `accountId ${namesOf(SHARE)}`
const COLUMNS = columns(MEMBERS)
const OPEN = 'account_id = @accountId AND ended_at IS NULL AND (expires_at IS NULL OR expires_at > @now)'
const ONE = 'account_id = @accountId AND id = @id'

const COUNT_OPEN = countOf(`share WHERE ${OPEN}`)
const FORGET_CLOSED = ofAccount(
  `DELETE FROM share WHERE account_id = @accountId AND id IN
     (SELECT id FROM share WHERE account_id = @accountId AND (ended_at IS NOT NULL OR expires_at <= @now)
      ORDER BY created_at DESC, id DESC LIMIT ALL OFFSET @closed)`,
)
const INSERT = ofAccount(insertInto('share', MEMBERS))
const FIND = acrossAccounts<ShareHolder>(
  BY_CREDENTIAL,
  `SELECT ${columns(MEMBERS, 'share')}, ${HOLDER} FROM share JOIN account ON account.account_id = share.account_id
   WHERE share.id = @id`,
  withHolder('share', (row) => row as unknown as Share),
)
const LIST = ofAccount<Share>(
  `SELECT ${COLUMNS} FROM share WHERE account_id = @accountId ORDER BY created_at, id`,
)
const LIST_OPEN = ofAccount<Share>(`SELECT ${COLUMNS} FROM share WHERE ${OPEN} ORDER BY created_at, id`)
const UPDATE = ofAccount(
  `UPDATE share SET ${set('quotes password? expiresAt?')} WHERE ${ONE} AND ended_at IS NULL`,
)
const RENEW_PASSWORD = ofAccount(
  `UPDATE share SET password = @to WHERE ${ONE} AND password = @from AND ended_at IS NULL`,
)
const END = ofAccount<Share>(
  `UPDATE share SET ended_at = coalesce(CASE WHEN closed_at IS NULL THEN ended_at END, @at), closed_at = NULL
   WHERE ${ONE} RETURNING ${COLUMNS}`,
)
const REOPEN = ofAccount<Share>(
  `UPDATE share SET ended_at = NULL, closed_at = NULL WHERE ${ONE} AND closed_at IS NOT NULL RETURNING ${COLUMNS}`,
)

export const shareStore = (db: AccountSql): ShareStore => ({
  create: async (share, { open, closed }) =>
    alone(db, share.accountId, false, function* () {
      const { accountId, createdAt: now } = share
      yield* written(FORGET_CLOSED, { accountId, now, closed })
      return (yield* count(COUNT_OPEN, { accountId, now })) < open && (yield* wrote(INSERT, share))
    }),
  find: async (id) => db.run(one(FIND, { id })),
  list: async (accountId) => db.run(all(LIST, { accountId })),
  listOpen: async (accountId, now) => db.run(all(LIST_OPEN, { accountId, now })),
  update: async (share) => inPlace(db, share.accountId, () => wrote(UPDATE, share)),
  renewPassword: async (accountId, id, from, to) =>
    inPlace(db, accountId, () => wrote(RENEW_PASSWORD, { accountId, id, from, to })),
  end: async (accountId, id, at) => inPlace(db, accountId, () => one(END, { accountId, id, at })),
  reopen: async (accountId, id, mostOpen, now) =>
    alone<Share | 'full' | undefined>(db, accountId, undefined, function* () {
      if ((yield* count(COUNT_OPEN, { accountId, now })) >= mostOpen) return 'full'
      return yield* one(REOPEN, { accountId, id })
    }),
})
