/** Passkeys, and the challenges that wait for an answer. */
import type { Passkey, PasskeyStore } from '../../sign-in.ts'
import { GIVEN, withoutSync, type Db } from '../database/database.ts'
import { present, type Row } from './account-rows.ts'
import { inPlace } from './in-place.ts'

const PASSKEY = `id, account_id AS accountId, public_key AS publicKey, counter, transports, name,
  created_at AS createdAt, last_used_at AS lastUsedAt`

export function passkeyStore(db: Db): PasskeyStore {
  const place = inPlace(db)
  const insert = db.prepare<[Passkey & { most: number }]>(
    `INSERT INTO passkey (id, account_id, public_key, counter, transports, name, created_at)
     SELECT @id, @accountId, @publicKey, @counter, @transports, @name, @createdAt
     WHERE (SELECT count(*) FROM passkey WHERE account_id = @accountId) < @most
     ON CONFLICT DO NOTHING`,
  )
  const find = db.prepare<[string], Row>(`SELECT ${PASSKEY} FROM passkey WHERE id = ${GIVEN}`)
  const list = db.prepare<[string], Row>(
    `SELECT ${PASSKEY} FROM passkey WHERE account_id = ${GIVEN} ORDER BY created_at, id`,
  )
  const use = db.prepare('UPDATE passkey SET counter = ?, last_used_at = ? WHERE id = ?')
  const remove = db.prepare<[string, string], Row>(
    `DELETE FROM passkey WHERE id = ? AND account_id = ? RETURNING ${PASSKEY}`,
  )
  const forget = db.prepare('DELETE FROM passkey_challenge WHERE expires_at <= ?')
  const ask = db.prepare('INSERT INTO passkey_challenge (hash, expires_at) VALUES (?, ?)')
  const answer = db
    .prepare<[string], number>('DELETE FROM passkey_challenge WHERE hash = ? RETURNING expires_at')
    .pluck()
  return {
    create: async (passkey, most) =>
      place.write(passkey.accountId, () => insert.run({ ...passkey, most }).changes > 0),
    find: async (id) => {
      const row = find.get(id)
      return row && present<Passkey>(row)
    },
    list: async (accountId) => list.all(accountId).map((row) => present<Passkey>(row)),
    use: async (id, counter, at) => use.run(counter, at, id).changes > 0,
    remove: async (accountId, id) => {
      const row = place.write(accountId, () => remove.get(id, accountId))
      return row && present<Passkey>(row)
    },
    ask: async ({ hash, expiresAt }, now) =>
      withoutSync(db, () => {
        forget.run(now)
        ask.run(hash, expiresAt)
      }),
    answer: async (hash, now) => now < (answer.get(hash) ?? 0),
  }
}
