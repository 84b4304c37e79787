/** Daily digests and their ways, in the database of accounts. */
import type { BrowserKeys, Digest, DigestStore, DigestWay, PushKeys, MailUse } from '../../digests.ts'
import { present, type Row } from './account-rows.ts'
import { GIVEN, type Db } from '../database/database.ts'
import { inPlace } from './in-place.ts'

const WAY = `digest_way.id, digest_way.account_id AS accountId, kind, address, name, browser_keys AS browserKeys,
  digest_way.created_at AS createdAt, version, confirmed_at AS confirmedAt, confirm_hash AS confirmHash,
  confirm_until AS confirmUntil, end_key AS endKey, sealed_end_key AS sealedEndKey, due_at AS dueAt, day, reported_until AS reportedUntil,
  sent_at AS sentAt, attempts,
   failing_since AS failingSince, fault, off_at AS offAt, off_why AS offWhy`

type FlatWay = Omit<DigestWay, 'browserKeys'> & { readonly browserKeys?: string }

function toWay(row: Row): DigestWay {
  const { browserKeys, ...rest } = present<FlatWay>(row)
  return browserKeys === undefined ? rest : { ...rest, browserKeys: JSON.parse(browserKeys) as BrowserKeys }
}

const fromWay = ({ browserKeys, ...rest }: DigestWay): Row => ({
  sealedEndKey: null,
  name: null,
  confirmedAt: null,
  confirmHash: null,
  confirmUntil: null,
  day: null,
  sentAt: null,
  failingSince: null,
  fault: null,
  offAt: null,
  offWhy: null,
  ...rest,
  browserKeys: browserKeys ? JSON.stringify(browserKeys) : null,
})

export function digestStore(db: Db): DigestStore {
  const place = inPlace(db)
  const hasAccount = db.prepare('SELECT 1 FROM account WHERE id = ?')
  const find = db.prepare<[string], { accountId: string; isOn: number; hour: number }>(
    `SELECT account_id AS accountId, is_on AS isOn, hour FROM digest WHERE account_id = ${GIVEN}`,
  )
  const save = db.prepare<[string, number, number]>(
    `INSERT INTO digest (account_id, is_on, hour) VALUES (?, ?, ?)
     ON CONFLICT (account_id) DO UPDATE SET is_on = excluded.is_on, hour = excluded.hour`,
  )
  const setZone = db.prepare<[string, string]>('UPDATE account SET zone = ? WHERE id = ?')
  const pushKeys = db.prepare<[string], PushKeys>(
    `SELECT public_key AS publicKey, private_key AS privateKey FROM push_key WHERE account_id = ${GIVEN}`,
  )
  const keepPushKeys = db.prepare<[PushKeys & { accountId: string }]>(
    `INSERT INTO push_key (account_id, public_key, private_key) VALUES (@accountId, @publicKey, @privateKey)
     ON CONFLICT (account_id) DO NOTHING`,
  )
  const ways = db.prepare<[string], Row>(
    `SELECT ${WAY} FROM digest_way WHERE account_id = ${GIVEN} ORDER BY created_at, id`,
  )
  const replace = db.prepare(
    `DELETE FROM digest_way WHERE account_id = @accountId AND kind = @kind
       AND (kind = 'email' OR address = @address)`,
  )
  const count = db
    .prepare<[string, string], number>('SELECT count(*) FROM digest_way WHERE account_id = ? AND kind = ?')
    .pluck()
  const insert = db.prepare(
    `INSERT INTO digest_way (id, account_id, kind, address, name, browser_keys, created_at, version, confirmed_at,
       confirm_hash, confirm_until, end_key, sealed_end_key, due_at, day, reported_until, sent_at, attempts, failing_since, fault,
       off_at, off_why)
     VALUES (@id, @accountId, @kind, @address, @name, @browserKeys, @createdAt, @version, @confirmedAt,
       @confirmHash, @confirmUntil, @endKey, @sealedEndKey, @dueAt, @day, @reportedUntil, @sentAt, @attempts, @failingSince,
       @fault, @offAt, @offWhy)`,
  )
  const update = db.prepare(
    `UPDATE digest_way SET version = version + 1, confirmed_at = @confirmedAt, confirm_hash = @confirmHash,
       confirm_until = @confirmUntil, due_at = @dueAt, day = @day, reported_until = @reportedUntil,
       sent_at = @sentAt, attempts = @attempts, failing_since = @failingSince, fault = @fault, off_at = @offAt,
       off_why = @offWhy
     WHERE account_id = @accountId AND id = @id AND version = @version`,
  )
  const remove = db.prepare<[string, string]>('DELETE FROM digest_way WHERE account_id = ? AND id = ?')
  const byConfirmHash = db.prepare<[string], Row>(
    `SELECT ${WAY} FROM digest_way WHERE confirm_hash = ${GIVEN}`,
  )
  const byEndKey = db.prepare<[string], Row>(`SELECT ${WAY} FROM digest_way WHERE end_key = ${GIVEN}`)
  const due = db.prepare<[number, number], Row>(
    `SELECT ${WAY} FROM digest_way JOIN account ON account.id = digest_way.account_id
     WHERE off_at IS NULL AND confirmed_at IS NOT NULL AND due_at <= ${GIVEN} AND moving IS NULL
       AND NOT EXISTS (SELECT 1 FROM digest WHERE account_id = digest_way.account_id AND is_on = 0)
     ORDER BY due_at, digest_way.id LIMIT +?`,
  )
  const add = db.transaction((way: DigestWay, most: number): boolean => {
    const { accountId, kind } = way
    if (!hasAccount.get(accountId)) return false
    place.check(accountId)
    const { address } = way
    const replaced = replace.run({ accountId, kind, address }).changes
    if (replaced === 0 && count.get(accountId, kind)! >= most) return false
    insert.run(fromWay(way))
    return true
  })
  const forgetMails = db.prepare<[number]>('DELETE FROM counted_mail WHERE at <= ?')
  const countMails = db.prepare<[string], { n: number; oldest: number | null }>(
    'SELECT count(*) AS n, min(at) AS oldest FROM counted_mail WHERE key = ?',
  )
  const addMail = db.prepare<[string, number]>('INSERT INTO counted_mail (key, at) VALUES (?, ?)')
  const takeMail = db.transaction((uses: readonly MailUse[], now: number, since: number) => {
    forgetMails.run(since)
    for (const [index, { key, most }] of uses.entries()) {
      const { n, oldest } = countMails.get(key)!
      if (n >= most) return { index, oldest: oldest! }
    }
    for (const { key } of uses) addMail.run(key, now)
    return undefined
  })
  const optional = (row: Row | undefined): DigestWay | undefined => row && toWay(row)
  return {
    find: async (accountId) => {
      const row = find.get(accountId)
      return row && { ...row, isOn: row.isOn === 1 }
    },
    save: async ({ accountId, isOn, hour }: Digest, zone) =>
      place.write(accountId, () => {
        save.run(accountId, isOn ? 1 : 0, hour)
        if (zone !== undefined) setZone.run(zone, accountId)
      }),
    pushKeys: async (accountId) => pushKeys.get(accountId),
    keepPushKeys: async (accountId, keys) =>
      place.write(accountId, () => {
        keepPushKeys.run({ accountId, ...keys })
        return pushKeys.get(accountId)!
      }),
    ways: async (accountId) => ways.all(accountId).map(toWay),
    addWay: async (way, most) => add.immediate(way, most),
    updateWay: async (way) => place.write(way.accountId, () => update.run(fromWay(way)).changes > 0),
    removeWay: async (accountId, id) => place.write(accountId, () => remove.run(accountId, id).changes > 0),
    findByConfirmHash: async (hash) => optional(byConfirmHash.get(hash)),
    findByEndKey: async (key) => optional(byEndKey.get(key)),
    takeMail: async (uses, now, since) => takeMail.immediate(uses, now, since),
    due: async (now, most) => due.all(now, most).map(toWay),
  }
}
