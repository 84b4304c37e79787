/** Passkeys, and the challenges that wait for an answer. */
import { namesOf } from '../members.ts'
import { PASSKEY, type Passkey, type PasskeyStore } from '../sign-in.ts'
import { acrossAccounts, BY_CREDENTIAL, columns, forget, ofAccount, RETENTION } from './statement.ts'
import { all, inPlace, one, written, wrote, type AccountSql } from './work.ts'

const COLUMNS = columns(`accountId ${namesOf(PASSKEY)}`)

const INSERT = ofAccount(
  `INSERT INTO passkey (account_id, id, public_key, counter, transports, name, created_at)
   SELECT @accountId, @id, @publicKey, @counter, @transports, @name, @createdAt
   WHERE (SELECT count(*) FROM passkey WHERE account_id = @accountId) < @most
   ON CONFLICT DO NOTHING`,
)
const FIND = acrossAccounts<Passkey>(BY_CREDENTIAL, `SELECT ${COLUMNS} FROM passkey WHERE id = @id`)
const LIST = ofAccount<Passkey>(
  `SELECT ${COLUMNS} FROM passkey WHERE account_id = @accountId ORDER BY created_at, id`,
)
const USE = acrossAccounts(
  BY_CREDENTIAL,
  'UPDATE passkey SET counter = @counter, last_used_at = @at WHERE id = @id',
)
const REMOVE = ofAccount<Passkey>(
  `DELETE FROM passkey WHERE account_id = @accountId AND id = @id RETURNING ${COLUMNS}`,
)
const FORGET = acrossAccounts(RETENTION, forget('passkey_challenge', 'hash', 'expires_at <= @now'))
const ASK = acrossAccounts(
  BY_CREDENTIAL,
  'INSERT INTO passkey_challenge (hash, expires_at) VALUES (@hash, @expiresAt)',
)
const ANSWER = acrossAccounts<{ readonly expiresAt: number }>(
  BY_CREDENTIAL,
  `DELETE FROM passkey_challenge WHERE hash = @hash RETURNING ${columns('expiresAt')}`,
)

export const passkeyStore = (db: AccountSql): PasskeyStore => ({
  create: async (passkey, most) => inPlace(db, passkey.accountId, () => wrote(INSERT, { ...passkey, most })),
  find: async (id) => db.run(one(FIND, { id })),
  list: async (accountId) => db.run(all(LIST, { accountId })),
  use: async (id, counter, at) => db.run(wrote(USE, { id, counter, at })),
  remove: async (accountId, id) => inPlace(db, accountId, () => one(REMOVE, { accountId, id })),
  ask: async (challenge, now) =>
    db.transact(
      function* () {
        yield* written(FORGET, { now })
        yield* written(ASK, challenge)
      },
      { isBrief: true },
    ),
  answer: async (hash, now) => {
    const asked = await db.transact(() => one(ANSWER, { hash }))
    return asked !== undefined && now < asked.expiresAt
  },
})
