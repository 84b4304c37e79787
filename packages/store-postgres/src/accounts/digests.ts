/** Daily digests and their ways. */
import type { BrowserKeys, Digest, DigestStore, DigestWay, PushKeys } from '@notegraph/store'
import type { Database, Value } from '../database/database.ts'
import { acrossAccounts, BY_CREDENTIAL, ofAccount, RETENTION } from '../database/statement.ts'
import { lockAccount } from './accounts.ts'
import { writeInPlace } from './in-place.ts'
import { present, type Row } from './rows.ts'

const WAY = `digest_way.account_id AS "accountId", id, kind, address, name, browser_keys AS "browserKeys",
  digest_way.created_at AS "createdAt", version, confirmed_at AS "confirmedAt", confirm_hash AS "confirmHash",
  confirm_until AS "confirmUntil", end_key AS "endKey", sealed_end_key AS "sealedEndKey", due_at AS "dueAt", day, reported_until AS "reportedUntil",
  sent_at AS "sentAt", attempts, failing_since AS "failingSince", fault, off_at AS "offAt", off_why AS "offWhy"`

const FIND = ofAccount(
  'SELECT account_id AS "accountId", is_on AS "isOn", hour FROM digest WHERE account_id = $1',
)
const SAVE = ofAccount(
  `INSERT INTO digest (account_id, is_on, hour) VALUES ($1, $2, $3)
   ON CONFLICT (account_id) DO UPDATE SET is_on = excluded.is_on, hour = excluded.hour`,
)
const SET_ZONE = ofAccount('UPDATE account SET zone = $2 WHERE account_id = $1')
const PUSH_KEYS = ofAccount(
  'SELECT public_key AS "publicKey", private_key AS "privateKey" FROM push_key WHERE account_id = $1',
)
const KEEP_PUSH_KEYS = ofAccount(
  `INSERT INTO push_key (account_id, public_key, private_key) VALUES ($1, $2, $3)
   ON CONFLICT (account_id) DO NOTHING`,
)
const WAYS = ofAccount(`SELECT ${WAY} FROM digest_way WHERE account_id = $1 ORDER BY created_at, id`)
const REPLACE = ofAccount(
  `DELETE FROM digest_way WHERE account_id = $1 AND kind = $2 AND ($2 = 'email' OR address = $3)`,
)
const COUNT = ofAccount('SELECT count(*) AS n FROM digest_way WHERE account_id = $1 AND kind = $2')
const INSERT = ofAccount(
  `INSERT INTO digest_way (account_id, id, version, confirmed_at, confirm_hash, confirm_until, due_at, day,
     reported_until, attempts, failing_since, fault, off_at, off_why, sent_at, kind, address, name, browser_keys,
     created_at, end_key, sealed_end_key)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22)`,
)
const UPDATE = ofAccount(
  `UPDATE digest_way SET version = version + 1, confirmed_at = $4, confirm_hash = $5, confirm_until = $6, due_at = $7,
     day = $8, reported_until = $9, attempts = $10, failing_since = $11, fault = $12, off_at = $13, off_why = $14,
     sent_at = $15
   WHERE account_id = $1 AND id = $2 AND version = $3`,
)
const REMOVE = ofAccount('DELETE FROM digest_way WHERE account_id = $1 AND id = $2')
const BY_CONFIRM_HASH = acrossAccounts(BY_CREDENTIAL, `SELECT ${WAY} FROM digest_way WHERE confirm_hash = $1`)
const BY_END_KEY = acrossAccounts(BY_CREDENTIAL, `SELECT ${WAY} FROM digest_way WHERE end_key = $1`)
const DUE = acrossAccounts(
  'The sender of digests asks which are due.',
  `SELECT ${WAY} FROM digest_way JOIN account USING (account_id)
   WHERE off_at IS NULL AND confirmed_at IS NOT NULL AND due_at <= $1 AND moving IS NULL
     AND NOT EXISTS (SELECT 1 FROM digest WHERE digest.account_id = digest_way.account_id AND NOT is_on)
   ORDER BY due_at, id LIMIT $2`,
)

const SENT_TO = 'An address gets few e-mails, whichever account asks for them.'
/** Two processes that count for a key at once wait for each other. */
const LOCK_MAILS = acrossAccounts(
  SENT_TO,
  "SELECT pg_advisory_xact_lock(hashtextextended('counted mail', 0))",
)
const FORGET_MAILS = acrossAccounts(RETENTION, 'DELETE FROM counted_mail WHERE at <= $1')
const COUNT_MAILS = acrossAccounts(
  SENT_TO,
  'SELECT count(*) AS n, min(at) AS oldest FROM counted_mail WHERE key = $1',
)
const ADD_MAIL = acrossAccounts(SENT_TO, 'INSERT INTO counted_mail (key, at) VALUES ($1, $2)')

function toWay(row: Row): DigestWay {
  const { browserKeys, ...rest } = present<
    Omit<DigestWay, 'browserKeys'> & { readonly browserKeys?: string }
  >(row)
  return browserKeys === undefined ? rest : { ...rest, browserKeys: JSON.parse(browserKeys) as BrowserKeys }
}

/** The key, the version, and the members that an update replaces. */
const changing = (way: DigestWay): Value[] => [
  way.accountId,
  way.id,
  way.version,
  way.confirmedAt ?? null,
  way.confirmHash ?? null,
  way.confirmUntil ?? null,
  way.dueAt,
  way.day ?? null,
  way.reportedUntil,
  way.attempts,
  way.failingSince ?? null,
  way.fault ?? null,
  way.offAt ?? null,
  way.offWhy ?? null,
  way.sentAt ?? null,
]

export function digestStore(db: Database): DigestStore {
  const optional = (row: Row | undefined): DigestWay | undefined => row && toWay(row)
  return {
    find: async (accountId) => db.one<Digest>(FIND, [accountId]),
    save: async ({ accountId, isOn, hour }, zone) =>
      writeInPlace(db, accountId, async (session) => {
        await session.write(SAVE, [accountId, isOn, hour])
        if (zone !== undefined) await session.write(SET_ZONE, [accountId, zone])
      }),
    pushKeys: async (accountId) => db.one<PushKeys>(PUSH_KEYS, [accountId]),
    keepPushKeys: async (accountId, { publicKey, privateKey }) =>
      writeInPlace(db, accountId, async (session) => {
        await session.write(KEEP_PUSH_KEYS, [accountId, publicKey, privateKey])
        return (await session.one<PushKeys>(PUSH_KEYS, [accountId]))!
      }),
    ways: async (accountId) => (await db.all<Row>(WAYS, [accountId])).map(toWay),
    addWay: async (way, most) =>
      db.transaction(async (session) => {
        const {
          accountId,
          kind,
          address,
          name = null,
          browserKeys,
          createdAt,
          endKey,
          sealedEndKey = null,
        } = way
        if (!(await lockAccount(session, accountId))) return false
        const replaced = await session.write(REPLACE, [accountId, kind, address])
        if (replaced === 0 && (await session.one<{ n: number }>(COUNT, [accountId, kind]))!.n >= most)
          return false
        const keys = browserKeys ? JSON.stringify(browserKeys) : null
        const fixed = [kind, address, name, keys, createdAt, endKey, sealedEndKey]
        return (await session.write(INSERT, [...changing(way), ...fixed])) > 0
      }),
    updateWay: async (way) =>
      writeInPlace(db, way.accountId, async (session) => (await session.write(UPDATE, changing(way))) > 0),
    removeWay: async (accountId, id) =>
      writeInPlace(db, accountId, async (session) => (await session.write(REMOVE, [accountId, id])) > 0),
    findByConfirmHash: async (hash) => optional(await db.one<Row>(BY_CONFIRM_HASH, [hash])),
    findByEndKey: async (key) => optional(await db.one<Row>(BY_END_KEY, [key])),
    takeMail: async (uses, now, since) =>
      db.transaction(async (session) => {
        await session.one(LOCK_MAILS)
        await session.write(FORGET_MAILS, [since])
        for (const [index, { key, most }] of uses.entries()) {
          const { n, oldest } = (await session.one<{ n: number; oldest: number | null }>(COUNT_MAILS, [key]))!
          if (n >= most) return { index, oldest: oldest! }
        }
        for (const { key } of uses) await session.write(ADD_MAIL, [key, now])
        return undefined
      }),
    due: async (now, most) => (await db.all<Row>(DUE, [now, most])).map(toWay),
  }
}
