/** Apps connected by signing in, with their secrets, beside the accounts that they open. */
import type {
  AppSecret,
  AppSecretLimit,
  AuthorizationRecord,
  ConnectedApp,
  ConnectedAppStore,
} from '../../connected-apps.ts'
import { fromRights, HOLDER, present, split, withRights, type Row } from './account-rows.ts'
import { GIVEN, withoutSync, type Db } from '../database/database.ts'
import { inPlace } from './in-place.ts'

const APP = `connected_app.id, connected_app.account_id AS accountId, client_id AS clientId, name, host, scope, may,
  connected_app.zone, connected_app.created_at AS createdAt, connected_app.expires_at AS expiresAt,
  last_used_at AS lastUsedAt`
const SECRET = `kind, hash, app_id AS appId, payload, app_secret.expires_at AS secretExpiresAt, used_at AS usedAt`

interface Owner {
  readonly accountId: string
}
const OWNER = 'RETURNING account_id AS accountId'
const ownersOf = (rows: readonly Owner[]): string[] => rows.map(({ accountId }) => accountId)

export function connectedAppStore(db: Db): ConnectedAppStore {
  return { ...apps(db), ...secrets(db), ...records(db) }
}

type Apps = Pick<
  ConnectedAppStore,
  'create' | 'find' | 'list' | 'extend' | 'setRights' | 'touch' | 'end' | 'removeExpired'
>

function apps(db: Db): Apps {
  const place = inPlace(db)
  const hasAccount = db.prepare('SELECT 1 FROM account WHERE id = ?')
  const count = db.prepare<[string], { n: number }>(
    'SELECT count(*) AS n FROM connected_app WHERE account_id = ?',
  )
  const insert = db.prepare(
    `INSERT INTO connected_app (id, account_id, client_id, name, host, scope, may, zone, created_at, expires_at, last_used_at)
     VALUES (@id, @accountId, @clientId, @name, @host, @scope, @may, @zone, @createdAt, @expiresAt, @lastUsedAt)`,
  )
  const find = db.prepare<[string], Row>(`SELECT ${APP} FROM connected_app WHERE id = ?`)
  const list = db.prepare<[string, number], Row>(
    `SELECT ${APP} FROM connected_app WHERE account_id = ? AND expires_at > ? ORDER BY created_at, id`,
  )
  const extend = db.prepare<[number, string], Owner>(
    `UPDATE connected_app SET expires_at = max(expires_at, ?) WHERE id = ? ${OWNER}`,
  )
  const setRights = db.prepare<[string | null, string, string], Row>(
    `UPDATE connected_app SET may = ? WHERE id = ? AND account_id = ? RETURNING ${APP.replaceAll('connected_app.', '')}`,
  )
  const touch = db.prepare('UPDATE connected_app SET last_used_at = ? WHERE id = ?')
  const removeApp = db.prepare<[{ id: string; accountId: string | null }], Row>(
    `DELETE FROM connected_app WHERE id = @id AND account_id = coalesce(@accountId, account_id) RETURNING ${APP.replaceAll('connected_app.', '')}`,
  )
  const removeSecrets = db.prepare('DELETE FROM app_secret WHERE app_id = ?')
  const expired = db.prepare<[number], { id: string }>('SELECT id FROM connected_app WHERE expires_at <= ?')
  const expiredOf = db.prepare<[string, number], { id: string }>(
    'SELECT id FROM connected_app WHERE account_id = ? AND expires_at <= ?',
  )
  const removeExpiredSecrets = db.prepare('DELETE FROM app_secret WHERE expires_at <= ?')
  const removeExpiredRecords = db.prepare('DELETE FROM authorization_record WHERE expires_at <= ?')

  const end = db.transaction((id: string, accountId: string | null): Row | undefined => {
    const row = removeApp.get({ id, accountId })
    if (row) removeSecrets.run(id)
    return row
  })
  const create = db.transaction((app: ConnectedApp, most: number): boolean => {
    if (!hasAccount.get(app.accountId)) return false
    place.check(app.accountId)
    for (const { id } of expiredOf.all(app.accountId, app.createdAt)) end(id, null)
    if (count.get(app.accountId)!.n >= most) return false
    insert.run({ zone: null, lastUsedAt: null, ...app, may: fromRights(app.may) })
    return true
  })
  const removeExpired = db.transaction((now: number): number => {
    const gone = expired.all(now)
    for (const { id } of gone) end(id, null)
    return gone.length + removeExpiredSecrets.run(now).changes + removeExpiredRecords.run(now).changes
  })
  return {
    create: async (app, most) => create.immediate(app, most),
    find: async (id) => {
      const row = find.get(id)
      return row && withRights<ConnectedApp>(row)
    },
    list: async (accountId, now) => list.all(accountId, now).map((row) => withRights<ConnectedApp>(row)),
    extend: async (id, expiresAt) => void place.writeFound(() => extend.all(expiresAt, id), ownersOf),
    setRights: async (id, accountId, may) => {
      const row = place.write(accountId, () => setRights.get(fromRights(may), id, accountId))
      return row && withRights<ConnectedApp>(row)
    },
    touch: async (id, at) => void withoutSync(db, () => touch.run(at, id)),
    end: async (id, accountId) => {
      const row = place.writeFound(
        () => end(id, accountId ?? null),
        (app) => (app ? [String(app['accountId'])] : []),
      )
      return row && withRights<ConnectedApp>(row)
    },
    removeExpired: async (now) => removeExpired.immediate(now),
  }
}

type Secrets = Pick<ConnectedAppStore, 'addSecret' | 'findSecret' | 'useSecret' | 'removeSecret'>

function secrets(db: Db): Secrets {
  const place = inPlace(db)
  const ownerOf = db.prepare<[string], string>('SELECT account_id FROM connected_app WHERE id = ?').pluck()
  const forget = db.prepare('DELETE FROM app_secret WHERE app_id = ? AND kind = ? AND expires_at <= ?')
  const count = db.prepare<[string, string], { n: number }>(
    'SELECT count(*) AS n FROM app_secret WHERE app_id = ? AND kind = ?',
  )
  const removeFirst = db.prepare(
    `DELETE FROM app_secret WHERE (kind, hash) IN
       (SELECT kind, hash FROM app_secret WHERE app_id = ? AND kind = ? ORDER BY expires_at LIMIT ?)`,
  )
  const insert = db.prepare(
    `INSERT INTO app_secret (kind, hash, account_id, app_id, payload, expires_at, used_at)
     SELECT @kind, @hash, account_id, id, @payload, @expiresAt, @usedAt FROM connected_app WHERE id = @appId`,
  )
  const find = db.prepare<[string, string], Row>(
    `SELECT ${SECRET}, ${APP}, ${HOLDER} FROM app_secret
     JOIN connected_app ON connected_app.id = app_id JOIN account ON account.id = connected_app.account_id
     WHERE kind = ${GIVEN} AND hash = ${GIVEN}`,
  )
  const use = db.prepare<[number, string, string], Owner>(
    `UPDATE app_secret SET used_at = ? WHERE kind = ? AND hash = ? AND used_at IS NULL ${OWNER}`,
  )
  const retire = db.prepare('UPDATE app_secret SET used_at = 0 WHERE kind = ? AND hash = ? AND used_at > 0')
  const remove = db.prepare<[string, string], Owner>(
    `DELETE FROM app_secret WHERE kind = ? AND hash = ? ${OWNER}`,
  )
  const add = db.transaction((secret: AppSecret, { now, most, replaces }: AppSecretLimit): boolean => {
    const { appId, kind } = secret
    const owner = ownerOf.get(appId)
    if (owner !== undefined) place.check(owner)
    forget.run(appId, kind, now)
    const excess = count.get(appId, kind)!.n + 1 - most
    if (excess > 0 && !replaces) return false
    if (excess > 0) removeFirst.run(appId, kind, excess)
    return insert.run({ usedAt: null, ...secret }).changes > 0
  })
  return {
    addSecret: async (secret, limit) => add.immediate(secret, limit),
    findSecret: async (kind, hash) => {
      const row = find.get(kind, hash)
      if (!row) return undefined
      const [own, account] = split(row)
      const { kind: _kind, hash: _hash, appId, payload, secretExpiresAt, usedAt, ...app } = own
      const secret = { kind, hash, appId, payload, expiresAt: secretExpiresAt, usedAt } as Row
      return { secret: present<AppSecret>(secret), app: withRights<ConnectedApp>(app), account }
    },
    useSecret: async (kind, hash, at, replaced) => {
      const useUp = (): Owner[] => {
        const used = use.all(at, kind, hash)
        if (used.length > 0 && replaced !== undefined) retire.run(kind, replaced)
        return used
      }
      return place.writeFound(useUp, ownersOf).length > 0
    },
    removeSecret: async (kind, hash) => void place.writeFound(() => remove.all(kind, hash), ownersOf),
  }
}

type Records = Pick<ConnectedAppStore, 'putRecord' | 'findRecord' | 'removeRecord'>

function records(db: Db): Records {
  const forget = db.prepare('DELETE FROM authorization_record WHERE kind = ? AND expires_at <= ?')
  const put = db.prepare(
    `INSERT INTO authorization_record (kind, hash, payload, expires_at) VALUES (@kind, @hash, @payload, @expiresAt)
     ON CONFLICT DO UPDATE SET payload = excluded.payload, expires_at = excluded.expires_at`,
  )
  const count = db.prepare<[string], { n: number }>(
    'SELECT count(*) AS n FROM authorization_record WHERE kind = ?',
  )
  const removeFirst = db.prepare(
    `DELETE FROM authorization_record WHERE (kind, hash) IN
       (SELECT kind, hash FROM authorization_record WHERE kind = ? AND hash <> ? ORDER BY expires_at LIMIT ?)`,
  )
  const find = db.prepare<[string, string], AuthorizationRecord>(
    'SELECT kind, hash, payload, expires_at AS expiresAt FROM authorization_record WHERE kind = ? AND hash = ?',
  )
  const remove = db.prepare('DELETE FROM authorization_record WHERE kind = ? AND hash = ?')
  const store = db.transaction((record: AuthorizationRecord, now: number, most: number) => {
    forget.run(record.kind, now)
    put.run(record)
    const excess = count.get(record.kind)!.n - most
    if (excess > 0) removeFirst.run(record.kind, record.hash, excess)
  })
  return {
    putRecord: async (record, { now, most }) => store.immediate(record, now, most),
    findRecord: async (kind, hash) => find.get(kind, hash),
    removeRecord: async (kind, hash) => remove.run(kind, hash).changes > 0,
  }
}
