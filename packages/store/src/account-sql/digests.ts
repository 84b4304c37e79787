/** Daily digests and their ways. */
import {
  DIGEST,
  DIGEST_WAY,
  PUSH_KEYS,
  type Digest,
  type DigestStore,
  type DigestWay,
  type PushKeys,
} from '../digests.ts'
import { namesOf } from '../members.ts'
import { reading, writing } from './rows.ts'
import {
  acrossAccounts,
  BY_CREDENTIAL,
  columns,
  countOf,
  insertInto,
  ofAccount,
  RETENTION,
  set,
  setExcluded,
} from './statement.ts'
import { all, alone, count, inPlace, one, written, wrote, type AccountSql } from './work.ts'

const CHANGED =
  'confirmedAt? confirmHash? confirmUntil? dueAt day? reportedUntil attempts failingSince? fault? offAt? offWhy? sentAt?'
const MEMBERS = `accountId ${namesOf(DIGEST_WAY)}`
const WAY = columns(MEMBERS, 'digest_way')
const ONE = 'account_id = @accountId AND id = @id'

const toWay = reading<DigestWay>(DIGEST_WAY)
const fromWay = writing(DIGEST_WAY)

const FIND = ofAccount<Digest>(
  `SELECT ${columns(`accountId ${namesOf(DIGEST)}`)} FROM digest WHERE account_id = @accountId`,
)
const SAVE = ofAccount(
  `${insertInto('digest', `accountId ${namesOf(DIGEST)}`)}
   ON CONFLICT (account_id) DO UPDATE SET ${setExcluded(namesOf(DIGEST))}`,
)
const SET_ZONE = ofAccount('UPDATE account SET zone = @zone WHERE account.account_id = @accountId')
const FIND_PUSH_KEYS = ofAccount<PushKeys>(
  `SELECT ${columns(namesOf(PUSH_KEYS))} FROM push_key WHERE account_id = @accountId`,
)
const KEEP_PUSH_KEYS = ofAccount(
  `${insertInto('push_key', `accountId ${namesOf(PUSH_KEYS)}`)} ON CONFLICT (account_id) DO NOTHING`,
)
const WAYS = ofAccount(
  `SELECT ${WAY} FROM digest_way WHERE account_id = @accountId ORDER BY created_at, id`,
  toWay,
)
const REPLACE = ofAccount(
  `DELETE FROM digest_way WHERE account_id = @accountId AND kind = @kind AND (@kind = 'email' OR address = @address)`,
)
const COUNT = countOf('digest_way WHERE account_id = @accountId AND kind = @kind')
const INSERT = ofAccount(insertInto('digest_way', MEMBERS))
const UPDATE = ofAccount(
  `UPDATE digest_way SET version = version + 1, ${set(CHANGED)} WHERE ${ONE} AND version = @version`,
)
const REMOVE = ofAccount(`DELETE FROM digest_way WHERE ${ONE}`)
const BY_CONFIRM_HASH = acrossAccounts(
  BY_CREDENTIAL,
  `SELECT ${WAY} FROM digest_way WHERE confirm_hash = @hash`,
  toWay,
)
const BY_END_KEY = acrossAccounts(BY_CREDENTIAL, `SELECT ${WAY} FROM digest_way WHERE end_key = @key`, toWay)
const DUE = acrossAccounts(
  'The sender of digests asks which are due.',
  `SELECT ${WAY} FROM digest_way JOIN account ON account.account_id = digest_way.account_id
   WHERE off_at IS NULL AND confirmed_at IS NOT NULL AND due_at <= @now AND moving IS NULL
     AND NOT EXISTS (SELECT 1 FROM digest WHERE digest.account_id = digest_way.account_id AND NOT is_on)
   ORDER BY due_at, digest_way.id LIMIT @most`,
  toWay,
)

const SENT_TO = 'An address gets few e-mails, whichever account asks for them.'
/** Two processes that count for a key at once wait for each other. */
const LOCK_MAILS = acrossAccounts(
  SENT_TO,
  "SELECT pg_advisory_xact_lock(hashtextextended('counted mail', 0))",
)
const FORGET_MAILS = acrossAccounts(RETENTION, 'DELETE FROM counted_mail WHERE at <= @since')
const COUNT_MAILS = acrossAccounts<{ readonly n: number; readonly oldest?: number }>(
  SENT_TO,
  'SELECT count(*) AS n, min(at) AS oldest FROM counted_mail WHERE key = @key',
)
const ADD_MAIL = acrossAccounts(SENT_TO, 'INSERT INTO counted_mail (key, at) VALUES (@key, @now)')

export const digestStore = (db: AccountSql): DigestStore => ({
  find: async (accountId) => db.run(one(FIND, { accountId })),
  save: async (digest, zone) =>
    inPlace(db, digest.accountId, function* () {
      yield* written(SAVE, digest)
      if (zone !== undefined) yield* written(SET_ZONE, { accountId: digest.accountId, zone })
    }),
  pushKeys: async (accountId) => db.run(one(FIND_PUSH_KEYS, { accountId })),
  keepPushKeys: async (accountId, keys) =>
    inPlace(db, accountId, function* () {
      yield* written(KEEP_PUSH_KEYS, { accountId, ...keys })
      return (yield* one(FIND_PUSH_KEYS, { accountId }))!
    }),
  ways: async (accountId) => db.run(all(WAYS, { accountId })),
  addWay: async (way, most) =>
    alone(db, way.accountId, false, function* () {
      const isReplaced = yield* wrote(REPLACE, way)
      if (!isReplaced && (yield* count(COUNT, way)) >= most) return false
      return yield* wrote(INSERT, fromWay(way))
    }),
  updateWay: async (way) => inPlace(db, way.accountId, () => wrote(UPDATE, way)),
  removeWay: async (accountId, id) => inPlace(db, accountId, () => wrote(REMOVE, { accountId, id })),
  findByConfirmHash: async (hash) => db.run(one(BY_CONFIRM_HASH, { hash })),
  findByEndKey: async (key) => db.run(one(BY_END_KEY, { key })),
  takeMail: async (uses, now, since) =>
    db.transact(function* () {
      yield* one(LOCK_MAILS)
      yield* written(FORGET_MAILS, { since })
      for (const [index, { key, most }] of uses.entries()) {
        const { n, oldest } = (yield* one(COUNT_MAILS, { key }))!
        if (n >= most) return { index, oldest: oldest! }
      }
      for (const { key } of uses) yield* written(ADD_MAIL, { key, now })
      return undefined
    }),
  due: async (now, most) => db.run(all(DUE, { now, most })),
})
