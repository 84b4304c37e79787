/** Sessions of devices, by their hash. */
import { SESSION, type Session, type SessionHolder, type SessionStore } from '../account.ts'
import { namesOf } from '../members.ts'
import { HOLDER, withHolder } from './holder.ts'
import { acrossAccounts, BY_CREDENTIAL, columns, insertInto, ofAccount } from './statement.ts'
import { all, found, inPlace, one, written, wrote, type AccountSql } from './work.ts'

const MEMBERS = `accountId ${namesOf(SESSION)}`
const COLUMNS = columns(MEMBERS)

const INSERT = ofAccount(insertInto('session', MEMBERS))
const FIND_BY_HASH = acrossAccounts<SessionHolder>(
  BY_CREDENTIAL,
  `SELECT ${columns(MEMBERS, 'session')}, ${HOLDER} FROM session
   JOIN account ON account.account_id = session.account_id WHERE session.hash = @hash`,
  withHolder('session', (row) => row as unknown as Session),
)
const LIST = ofAccount<Session>(
  `SELECT ${COLUMNS} FROM session WHERE account_id = @accountId ORDER BY created_at, id`,
)
const END = acrossAccounts<Session>(
  BY_CREDENTIAL,
  `UPDATE session SET ended_at = coalesce(ended_at, @at) WHERE id = @id RETURNING ${COLUMNS}`,
)
const CONFIRM = ofAccount(
  'UPDATE session SET confirmed_at = @at WHERE account_id = @accountId AND id = @id AND ended_at IS NULL',
)
const TOUCH = acrossAccounts(BY_CREDENTIAL, 'UPDATE session SET last_used_at = @at WHERE id = @id')

export const sessionStore = (db: AccountSql): SessionStore => ({
  create: async (session) => void (await inPlace(db, session.accountId, () => written(INSERT, session))),
  findByHash: async (hash) => db.run(one(FIND_BY_HASH, { hash })),
  list: async (accountId) => db.run(all(LIST, { accountId })),
  end: async (id, at) => (await found(db, () => all(END, { id, at })))[0],
  confirm: async (accountId, id, at) => inPlace(db, accountId, () => wrote(CONFIRM, { accountId, id, at })),
  touch: async (id, at) => void (await db.run(written(TOUCH, { id, at }), true)),
})
