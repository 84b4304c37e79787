/** Accounts, tokens and sessions, in the database of accounts. */
import {
  isSameAccount,
  type Account,
  type AccountNote,
  type AccountStore,
  type Session,
  type SessionHolder,
  type SessionStore,
  type Token,
  type TokenHolder,
  type TokenStore,
} from '../../account.ts'
import { accountNotes } from './account-notes.ts'
import {
  ACCOUNT,
  fromAccount,
  HOLDER,
  present,
  split,
  toAccount,
  type Row,
  fromRights,
  withRights,
} from './account-rows.ts'
import { GIVEN, withoutSync, type Db } from '../database/database.ts'
import { endAccess } from './end-access.ts'
import { inPlace } from './in-place.ts'
import type { Note } from './sweeps.ts'

const TOKEN = `token.id, account_id AS accountId, hash, name, scope, may, token.zone, token.created_at AS createdAt,
  expires_at AS expiresAt, last_used_at AS lastUsedAt, revoked_at AS revokedAt`
const SESSION = `session.id, account_id AS accountId, hash, device, session.created_at AS createdAt,
  confirmed_at AS confirmedAt, last_used_at AS lastUsedAt, session.ended_at AS endedAt`

/** The tables whose rows are deleted with their account. */
const OF_ACCOUNT = [
  'token',
  'session',
  'browser',
  'identity',
  'sign_in_link',
  'passkey',
  'connected_app',
  'app_secret',
  'share',
  'site',
  'webhook',
  'webhook_delivery',
  'plugin',
  'last_look',
  'digest',
  'push_key',
  'digest_way',
  'import_job',
  'restore_job',
  'sweep_due',
  'audit',
  'change_signal',
] as const

/**
 * @param removeGraph deletes an account's graph after the account's rows
 * @param note lists an account for the sweep, because its plan may end
 */
export function accountStore(db: Db, removeGraph: (id: string) => Promise<void>, note: Note): AccountStore {
  const insert = db.prepare(
    `INSERT INTO account (id, plan, ended_at, allowed, zone, quota, created_at, is_admin)
     VALUES (@id, @plan, @endedAt, @allowed, @zone, @quota, @createdAt, @isAdmin) ON CONFLICT DO NOTHING`,
  )
  const update = db.prepare(
    `UPDATE account SET plan = @plan, ended_at = @endedAt, allowed = @allowed, zone = @zone, quota = @quota,
     is_admin = @isAdmin WHERE id = @id`,
  )
  const find = db.prepare<[string], Row>(`SELECT ${ACCOUNT} FROM account WHERE id = ?`)
  const some = db.prepare('SELECT 1 FROM account LIMIT 1')
  const list = db.prepare<[], Row>(`SELECT ${ACCOUNT} FROM account ORDER BY id`)
  const removeOwn = OF_ACCOUNT.map((table) => db.prepare(`DELETE FROM ${table} WHERE account_id = ?`))
  const remove = db.prepare('DELETE FROM account WHERE id = ?')
  const notes = accountNotes(db)
  const place = inPlace(db)
  const change = db.transaction((before: Account, after: Account, taken: AccountNote) => {
    place.check(after.id)
    const row = find.get(after.id)
    if (!row || !isSameAccount(before, toAccount(row)) || !notes.take(taken)) return false
    note(after.id)
    return update.run(fromAccount(after)).changes > 0
  })
  const create = db.transaction((account: Account) => {
    if (insert.run(fromAccount(account)).changes === 0) return false
    if (account.plan !== 'active') note(account.id)
    return true
  })
  return {
    create: async (account) => create.immediate(account),
    update: async (before, after, taken = {}) => change.immediate(before, after, taken),
    endAccess: endAccess(db),
    planChanges: async (accountId) => notes.planChanges(accountId),
    delivery: async (id) => notes.delivery(id),
    find: async (id) => {
      const row = find.get(id)
      return row && toAccount(row)
    },
    any: async () => some.get() !== undefined,
    list: async () => list.all().map(toAccount),
    remove: async (id) => {
      const removed = db
        .transaction(() => {
          // An account that has left may go: the other store has it.
          if (find.get(id)?.['moving'] !== 'left') place.check(id)
          for (const removal of removeOwn) removal.run(id)
          notes.forget(id)
          return remove.run(id).changes > 0
        })
        .immediate()
      if (removed) await removeGraph(id)
      return removed
    },
  }
}

const ownerOf = (row: Row | undefined): string[] => (row ? [String(row['accountId'])] : [])

export function tokenStore(db: Db): TokenStore {
  const place = inPlace(db)
  const insert = db.prepare(
    `INSERT INTO token (id, account_id, hash, name, scope, may, zone, created_at, expires_at)
     VALUES (@id, @accountId, @hash, @name, @scope, @may, @zone, @createdAt, @expiresAt)`,
  )
  const findByHash = db.prepare<[string], Row>(
    `SELECT ${TOKEN}, ${HOLDER} FROM token JOIN account ON account.id = account_id WHERE hash = ${GIVEN}`,
  )
  const list = db.prepare<[string], Row>(
    `SELECT ${TOKEN} FROM token WHERE account_id = ${GIVEN} ORDER BY created_at, id`,
  )
  const revoke = db.prepare<[{ id: string; at: number; accountId: string | null }], Row>(
    `UPDATE token SET revoked_at = coalesce(revoked_at, @at)
     WHERE id = @id AND account_id = coalesce(@accountId, account_id) RETURNING ${TOKEN.replaceAll('token.', '')}`,
  )
  const setRights = db.prepare<[string | null, string, string], Row>(
    `UPDATE token SET may = ? WHERE id = ? AND account_id = ? RETURNING ${TOKEN.replaceAll('token.', '')}`,
  )
  const touch = db.prepare('UPDATE token SET last_used_at = ? WHERE id = ?')
  const takeExpired = db.prepare<[number], Pick<Token, 'id' | 'accountId' | 'expiresAt'>>(
    `UPDATE token SET expiry_noted = 1
     WHERE expiry_noted = 0 AND expires_at IS NOT NULL AND expires_at <= ? AND revoked_at IS NULL
     RETURNING id, account_id AS accountId, expires_at AS expiresAt`,
  )
  return {
    create: async (token) =>
      void place.write(token.accountId, () =>
        insert.run({ zone: null, expiresAt: null, ...token, may: fromRights(token.may) }),
      ),
    findByHash: async (hash): Promise<TokenHolder | undefined> => {
      const row = findByHash.get(hash)
      if (!row) return undefined
      const [token, account] = split(row)
      return { token: withRights<Token>(token), account }
    },
    list: async (accountId) => list.all(accountId).map((row) => withRights<Token>(row)),
    revoke: async (id, at, accountId) => {
      const row = place.writeFound(() => revoke.get({ id, at, accountId: accountId ?? null }), ownerOf)
      return row && withRights<Token>(row)
    },
    setRights: async (id, accountId, may) => {
      const row = place.write(accountId, () => setRights.get(fromRights(may), id, accountId))
      return row && withRights<Token>(row)
    },
    touch: async (id, at) => void withoutSync(db, () => touch.run(at, id)),
    takeExpired: async (now) => takeExpired.all(now),
  }
}

export function sessionStore(db: Db): SessionStore {
  const place = inPlace(db)
  const insert = db.prepare(
    `INSERT INTO session (id, account_id, hash, device, created_at)
     VALUES (@id, @accountId, @hash, @device, @createdAt)`,
  )
  const findByHash = db.prepare<[string], Row>(
    `SELECT ${SESSION}, ${HOLDER} FROM session JOIN account ON account.id = account_id WHERE hash = ${GIVEN}`,
  )
  const list = db.prepare<[string], Row>(
    `SELECT ${SESSION} FROM session WHERE account_id = ${GIVEN} ORDER BY created_at, id`,
  )
  const end = db.prepare<[number, string], Row>(
    `UPDATE session SET ended_at = coalesce(ended_at, ?) WHERE id = ? RETURNING ${SESSION.replaceAll('session.', '')}`,
  )
  const confirm = db.prepare(
    'UPDATE session SET confirmed_at = ? WHERE id = ? AND account_id = ? AND ended_at IS NULL',
  )
  const touch = db.prepare('UPDATE session SET last_used_at = ? WHERE id = ?')
  return {
    create: async (session) => void place.write(session.accountId, () => insert.run(session)),
    findByHash: async (hash): Promise<SessionHolder | undefined> => {
      const row = findByHash.get(hash)
      if (!row) return undefined
      const [session, account] = split(row)
      return { session: present<Session>(session), account }
    },
    list: async (accountId) => list.all(accountId).map((row) => present<Session>(row)),
    end: async (id, at) => {
      const row = place.writeFound(() => end.get(at, id), ownerOf)
      return row && present<Session>(row)
    },
    confirm: async (accountId, id, at) =>
      place.write(accountId, () => confirm.run(at, id, accountId).changes > 0),
    touch: async (id, at) => void withoutSync(db, () => touch.run(at, id)),
  }
}
