/** Accounts, tokens and sessions in the one file that is not a graph. */
import type {
  Account,
  AccountNote,
  AccountStore,
  Session,
  SessionHolder,
  SessionStore,
  Token,
  TokenHolder,
  TokenStore,
} from '../account.ts'
import { accountNotes } from './account-notes.ts'
import { GIVEN, type Db } from './database.ts'

type Row = Record<string, unknown>

const ACCOUNT = 'id, plan, ended_at AS endedAt, allowed, zone, quota, created_at AS createdAt'
const TOKEN = `token.id, account_id AS accountId, hash, name, scope, token.zone, token.created_at AS createdAt,
  last_used_at AS lastUsedAt, revoked_at AS revokedAt`
const SESSION = `session.id, account_id AS accountId, hash, device, session.created_at AS createdAt,
  last_used_at AS lastUsedAt, session.ended_at AS endedAt`
/** Beside a token's or session's own columns. */
const HOLDER = `plan, account.ended_at AS planEndedAt, allowed, account.zone AS accountZone, quota,
  account.created_at AS accountCreatedAt`

/** A row without its empty columns, as optional members are. */
function present<T>(row: Row): T {
  const members: Row = {}
  for (const key in row) if (row[key] !== null) members[key] = row[key]
  return members as T
}

const toAccount = (row: Row): Account => present<Account>({ ...row, allowed: row['allowed'] === 1 })
const fromAccount = (account: Account): Row => ({
  endedAt: null,
  zone: null,
  ...account,
  allowed: account.allowed ? 1 : 0,
})

/** @param removeGraph takes an account's graph away once its rows are gone */
export function accountStore(db: Db, removeGraph: (id: string) => Promise<void>): AccountStore {
  const insert = db.prepare(
    `INSERT INTO account (id, plan, ended_at, allowed, zone, quota, created_at)
     VALUES (@id, @plan, @endedAt, @allowed, @zone, @quota, @createdAt) ON CONFLICT DO NOTHING`,
  )
  const update = db.prepare(
    `UPDATE account SET plan = @plan, ended_at = @endedAt, allowed = @allowed, zone = @zone, quota = @quota
     WHERE id = @id`,
  )
  const find = db.prepare<[string], Row>(`SELECT ${ACCOUNT} FROM account WHERE id = ?`)
  const list = db.prepare<[], Row>(`SELECT ${ACCOUNT} FROM account ORDER BY id`)
  const removeTokens = db.prepare('DELETE FROM token WHERE account_id = ?')
  const removeSessions = db.prepare('DELETE FROM session WHERE account_id = ?')
  const remove = db.prepare('DELETE FROM account WHERE id = ?')
  const notes = accountNotes(db)
  const change = db.transaction((account: Account, note: AccountNote) => {
    if (!find.get(account.id) || !notes.take(note)) return false
    return update.run(fromAccount(account)).changes > 0
  })
  return {
    create: async (account) => insert.run(fromAccount(account)).changes > 0,
    update: async (account, note = {}) => change.immediate(account, note),
    planChanges: async (accountId) => notes.planChanges(accountId),
    delivery: async (id) => notes.delivery(id),
    find: async (id) => {
      const row = find.get(id)
      return row && toAccount(row)
    },
    list: async () => list.all().map(toAccount),
    remove: async (id) => {
      const removed = db
        .transaction(() => {
          removeTokens.run(id)
          removeSessions.run(id)
          notes.forget(id)
          return remove.run(id).changes > 0
        })
        .immediate()
      if (removed) await removeGraph(id)
      return removed
    },
  }
}

export function tokenStore(db: Db): TokenStore {
  const insert = db.prepare(
    `INSERT INTO token (id, account_id, hash, name, scope, zone, created_at)
     VALUES (@id, @accountId, @hash, @name, @scope, @zone, @createdAt)`,
  )
  const findByHash = db.prepare<[string], Row>(
    `SELECT ${TOKEN}, ${HOLDER} FROM token JOIN account ON account.id = account_id WHERE hash = ${GIVEN}`,
  )
  const list = db.prepare<[string], Row>(
    `SELECT ${TOKEN} FROM token WHERE account_id = ? ORDER BY created_at, id`,
  )
  const revoke = db.prepare<[number, string], Row>(
    `UPDATE token SET revoked_at = coalesce(revoked_at, ?) WHERE id = ? RETURNING ${TOKEN.replaceAll('token.', '')}`,
  )
  const touch = db.prepare('UPDATE token SET last_used_at = ? WHERE id = ?')
  return {
    create: async (token) => void insert.run({ zone: null, ...token }),
    findByHash: async (hash): Promise<TokenHolder | undefined> => {
      const row = findByHash.get(hash)
      if (!row) return undefined
      const [token, account] = split(row)
      return { token: present<Token>(token), account }
    },
    list: async (accountId) => list.all(accountId).map((row) => present<Token>(row)),
    revoke: async (id, at) => {
      const row = revoke.get(at, id)
      return row && present<Token>(row)
    },
    touch: async (id, at) => void touch.run(at, id),
  }
}

export function sessionStore(db: Db): SessionStore {
  const insert = db.prepare(
    `INSERT INTO session (id, account_id, hash, device, created_at)
     VALUES (@id, @accountId, @hash, @device, @createdAt)`,
  )
  const findByHash = db.prepare<[string], Row>(
    `SELECT ${SESSION}, ${HOLDER} FROM session JOIN account ON account.id = account_id WHERE hash = ${GIVEN}`,
  )
  const list = db.prepare<[string], Row>(
    `SELECT ${SESSION} FROM session WHERE account_id = ? ORDER BY created_at, id`,
  )
  const end = db.prepare<[number, string], Row>(
    `UPDATE session SET ended_at = coalesce(ended_at, ?) WHERE id = ? RETURNING ${SESSION.replaceAll('session.', '')}`,
  )
  const touch = db.prepare('UPDATE session SET last_used_at = ? WHERE id = ?')
  return {
    create: async (session) => void insert.run(session),
    findByHash: async (hash): Promise<SessionHolder | undefined> => {
      const row = findByHash.get(hash)
      if (!row) return undefined
      const [session, account] = split(row)
      return { session: present<Session>(session), account }
    },
    list: async (accountId) => list.all(accountId).map((row) => present<Session>(row)),
    end: async (id, at) => {
      const row = end.get(at, id)
      return row && present<Session>(row)
    },
    touch: async (id, at) => void touch.run(at, id),
  }
}

/** Columns of its own, and the account that they stand beside. */
function split(row: Row): [own: Row, account: Account] {
  const { plan, planEndedAt, allowed, accountZone, quota, accountCreatedAt, ...own } = row
  const account = {
    id: row['accountId'],
    plan,
    endedAt: planEndedAt,
    allowed,
    zone: accountZone,
    quota,
    createdAt: accountCreatedAt,
  }
  return [own, toAccount(account)]
}
