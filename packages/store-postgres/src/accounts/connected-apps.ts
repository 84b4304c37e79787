/** Apps connected by signing in, with their secrets, by the hash of the secret. */
import type { AppSecret, AuthorizationRecord, ConnectedApp, ConnectedAppStore } from '@notegraph/store'
import type { Database, Value } from '../database/database.ts'
import { acrossAccounts, BY_CREDENTIAL, ofAccount, RETENTION, type Statement } from '../database/statement.ts'
import { lockAccount } from './accounts.ts'
import { keepInPlace, writeFoundInPlace, writeInPlace } from './in-place.ts'
import { fromRights, HOLDER, present, withAccount, withRights, type Row } from './rows.ts'

const APP = `connected_app.id, connected_app.account_id AS "accountId", connected_app.client_id AS "clientId",
  connected_app.name, connected_app.host, connected_app.scope, connected_app.may, connected_app.zone,
  connected_app.created_at AS "createdAt", connected_app.expires_at AS "expiresAt",
  connected_app.last_used_at AS "lastUsedAt"`
const OWNER = 'RETURNING account_id AS "accountId"'
const NO_ACCOUNT = 'An authorization begins, and a client registers, before an account is known.'

const COUNT_APPS = ofAccount('SELECT count(*) AS n FROM connected_app WHERE account_id = $1')
const INSERT_APP = ofAccount(
  `INSERT INTO connected_app (account_id, id, client_id, name, host, scope, may, zone, created_at, expires_at, last_used_at)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
)
const FIND_APP = acrossAccounts(BY_CREDENTIAL, `SELECT ${APP} FROM connected_app WHERE id = $1`)
const LIST_APPS = ofAccount(
  `SELECT ${APP} FROM connected_app WHERE account_id = $1 AND expires_at > $2 ORDER BY created_at, id`,
)
const EXTEND_APP = acrossAccounts(
  BY_CREDENTIAL,
  `UPDATE connected_app SET expires_at = greatest(expires_at, $2) WHERE id = $1 ${OWNER}`,
)
const SET_RIGHTS = ofAccount(
  `UPDATE connected_app SET may = $3 WHERE account_id = $1 AND id = $2 RETURNING ${APP}`,
)
const TOUCH_APP = acrossAccounts(BY_CREDENTIAL, 'UPDATE connected_app SET last_used_at = $2 WHERE id = $1')
const END_APP = acrossAccounts(BY_CREDENTIAL, `DELETE FROM connected_app WHERE id = $1 RETURNING ${APP}`)
const END_APP_OF_ACCOUNT = ofAccount(
  `DELETE FROM connected_app WHERE id = $1 AND account_id = $2 RETURNING ${APP}`,
)
const REMOVE_SECRETS = ofAccount('DELETE FROM app_secret WHERE account_id = $1 AND app_id = $2')
const EXPIRED_OF_ACCOUNT = ofAccount(
  'DELETE FROM connected_app WHERE account_id = $1 AND expires_at <= $2 RETURNING id, account_id AS "accountId"',
)
// Two processes that sweep at once skip each other's rows.
const EXPIRED = acrossAccounts(
  RETENTION,
  `DELETE FROM connected_app
   WHERE id IN (SELECT id FROM connected_app WHERE expires_at <= $1 FOR UPDATE SKIP LOCKED)
   RETURNING id, account_id AS "accountId"`,
)
const EXPIRED_SECRETS = acrossAccounts(
  RETENTION,
  `DELETE FROM app_secret WHERE (kind, hash) IN
     (SELECT kind, hash FROM app_secret WHERE expires_at <= $1 FOR UPDATE SKIP LOCKED)`,
)
const EXPIRED_RECORDS = acrossAccounts(
  RETENTION,
  `DELETE FROM authorization_record WHERE (kind, hash) IN
     (SELECT kind, hash FROM authorization_record WHERE kind = ANY ($2) AND expires_at <= $1 FOR UPDATE SKIP LOCKED)`,
)

const LOCK_APP = acrossAccounts(
  BY_CREDENTIAL,
  'SELECT account_id AS "accountId" FROM connected_app WHERE id = $1 FOR UPDATE',
)
const FORGET_SECRETS = ofAccount(
  'DELETE FROM app_secret WHERE account_id = $1 AND app_id = $2 AND kind = $3 AND expires_at <= $4',
)
const COUNT_SECRETS = ofAccount(
  'SELECT count(*) AS n FROM app_secret WHERE account_id = $1 AND app_id = $2 AND kind = $3',
)
const REMOVE_FIRST_SECRETS = ofAccount(
  `DELETE FROM app_secret WHERE account_id = $1 AND app_id = $2 AND kind = $3 AND hash IN
     (SELECT hash FROM app_secret WHERE account_id = $1 AND app_id = $2 AND kind = $3
      ORDER BY expires_at LIMIT $4)`,
)
const INSERT_SECRET = ofAccount(
  `INSERT INTO app_secret (account_id, app_id, kind, hash, payload, expires_at, used_at)
   VALUES ($1, $2, $3, $4, $5, $6, $7)`,
)
const FIND_SECRET = acrossAccounts(
  BY_CREDENTIAL,
  `SELECT app_secret.payload, app_secret.expires_at AS "secretExpiresAt", app_secret.used_at AS "usedAt",
     ${APP}, ${HOLDER}
   FROM app_secret JOIN connected_app ON connected_app.id = app_secret.app_id
     JOIN account ON account.account_id = connected_app.account_id
   WHERE app_secret.kind = $1 AND app_secret.hash = $2`,
)
const USE_SECRET = acrossAccounts(
  BY_CREDENTIAL,
  `WITH used AS (UPDATE app_secret SET used_at = $3 WHERE kind = $1 AND hash = $2 AND used_at IS NULL
     RETURNING account_id), retired AS (
     UPDATE app_secret SET used_at = 0 FROM used WHERE app_secret.account_id = used.account_id
       AND kind = $1 AND hash = $4 AND used_at > 0)
   SELECT account_id AS "accountId" FROM used`,
)
const REMOVE_SECRET = acrossAccounts(
  BY_CREDENTIAL,
  `DELETE FROM app_secret WHERE kind = $1 AND hash = $2 ${OWNER}`,
)

const FORGET_RECORDS = acrossAccounts(
  RETENTION,
  `DELETE FROM authorization_record WHERE (kind, hash) IN
     (SELECT kind, hash FROM authorization_record WHERE kind = $1 AND expires_at <= $2 FOR UPDATE SKIP LOCKED)`,
)
const PUT_RECORD = acrossAccounts(
  NO_ACCOUNT,
  `INSERT INTO authorization_record (kind, hash, payload, expires_at) VALUES ($1, $2, $3, $4)
   ON CONFLICT (kind, hash) DO UPDATE SET payload = excluded.payload, expires_at = excluded.expires_at`,
)
const COUNT_RECORDS = acrossAccounts(
  NO_ACCOUNT,
  'SELECT count(*) AS n FROM authorization_record WHERE kind = $1',
)
const REMOVE_FIRST_RECORDS = acrossAccounts(
  NO_ACCOUNT,
  `DELETE FROM authorization_record WHERE (kind, hash) IN
     (SELECT kind, hash FROM authorization_record WHERE kind = $1 AND hash <> $2
      ORDER BY expires_at LIMIT $3 FOR UPDATE SKIP LOCKED)`,
)
const FIND_RECORD = acrossAccounts(
  NO_ACCOUNT,
  `SELECT kind, hash, payload, expires_at AS "expiresAt" FROM authorization_record WHERE kind = $1 AND hash = $2`,
)
const REMOVE_RECORD = acrossAccounts(
  NO_ACCOUNT,
  'DELETE FROM authorization_record WHERE kind = $1 AND hash = $2',
)

const KINDS = ['interaction', 'client', 'document']

type EndedApp = Pick<ConnectedApp, 'id' | 'accountId'>

const values = ({ accountId, id, clientId, name, host, scope, may, ...rest }: ConnectedApp) => {
  const { zone = null, createdAt, expiresAt, lastUsedAt = null } = rest
  return [accountId, id, clientId, name, host, scope, fromRights(may), zone, createdAt, expiresAt, lastUsedAt]
}

/** Writes a row that its key finds. @returns how many rows */
const writeFound = async (db: Database, statement: Statement, values: readonly Value[]): Promise<number> =>
  (await writeFoundInPlace(db, async (session) => session.all<{ accountId: string }>(statement, values)))
    .length

export function connectedAppStore(db: Database): ConnectedAppStore {
  return { ...apps(db), ...secrets(db), ...records(db) }
}

type Apps = Pick<
  ConnectedAppStore,
  'create' | 'find' | 'list' | 'extend' | 'setRights' | 'touch' | 'end' | 'removeExpired'
>

function apps(db: Database): Apps {
  return {
    create: async (app, most) =>
      db.transaction(async (session) => {
        const { accountId, createdAt } = app
        if (!(await lockAccount(session, accountId))) return false
        for (const { id } of await session.all<EndedApp>(EXPIRED_OF_ACCOUNT, [accountId, createdAt]))
          await session.write(REMOVE_SECRETS, [accountId, id])
        if ((await session.one<{ n: number }>(COUNT_APPS, [accountId]))!.n >= most) return false
        return (await session.write(INSERT_APP, values(app))) > 0
      }),
    find: async (id) => {
      const row = await db.one<Row>(FIND_APP, [id])
      return row && withRights<ConnectedApp>(row)
    },
    list: async (accountId, now) =>
      (await db.all<Row>(LIST_APPS, [accountId, now])).map((row) => withRights<ConnectedApp>(row)),
    extend: async (id, expiresAt) => void (await writeFound(db, EXTEND_APP, [id, expiresAt])),
    setRights: async (id, accountId, may) => {
      const row = await writeInPlace(db, accountId, async (session) =>
        session.one<Row>(SET_RIGHTS, [accountId, id, fromRights(may)]),
      )
      return row && withRights<ConnectedApp>(row)
    },
    touch: async (id, at) => void (await db.write(TOUCH_APP, [id, at])),
    end: async (id, accountId) =>
      db.transaction(async (session) => {
        const row =
          accountId === undefined
            ? await session.one<Row>(END_APP, [id])
            : await session.one<Row>(END_APP_OF_ACCOUNT, [id, accountId])
        if (!row) return undefined
        const app = withRights<ConnectedApp>(row)
        await keepInPlace(session, app.accountId)
        await session.write(REMOVE_SECRETS, [app.accountId, id])
        return app
      }),
    removeExpired: async (now) =>
      db.transaction(async (session) => {
        const ended = await session.all<EndedApp>(EXPIRED, [now])
        for (const { id, accountId } of ended) await session.write(REMOVE_SECRETS, [accountId, id])
        const old = await session.write(EXPIRED_SECRETS, [now])
        return ended.length + old + (await session.write(EXPIRED_RECORDS, [now, KINDS]))
      }),
  }
}

type Secrets = Pick<ConnectedAppStore, 'addSecret' | 'findSecret' | 'useSecret' | 'removeSecret'>

function secrets(db: Database): Secrets {
  return {
    addSecret: async ({ kind, hash, appId, payload, expiresAt, usedAt = null }, { now, most, replaces }) =>
      db.transaction(async (session) => {
        const app = await session.one<{ accountId: string }>(LOCK_APP, [appId])
        if (!app) return false
        await keepInPlace(session, app.accountId)
        const of = [app.accountId, appId, kind]
        await session.write(FORGET_SECRETS, [...of, now])
        const excess = (await session.one<{ n: number }>(COUNT_SECRETS, of))!.n + 1 - most
        if (excess > 0 && !replaces) return false
        if (excess > 0) await session.write(REMOVE_FIRST_SECRETS, [...of, excess])
        return (await session.write(INSERT_SECRET, [...of, hash, payload, expiresAt, usedAt])) > 0
      }),
    findSecret: async (kind, hash) => {
      const row = await db.one<Row>(FIND_SECRET, [kind, hash])
      if (!row) return undefined
      const { own, account } = withAccount<Row>(row)
      const { payload, secretExpiresAt, usedAt, ...app } = own
      const secret = { kind, hash, appId: app['id'], payload, expiresAt: secretExpiresAt, usedAt }
      return {
        secret: present<AppSecret>({ ...secret, usedAt: usedAt ?? null }),
        app: withRights<ConnectedApp>(app),
        account,
      }
    },
    useSecret: async (kind, hash, at, replaced) =>
      (await writeFound(db, USE_SECRET, [kind, hash, at, replaced ?? null])) > 0,
    removeSecret: async (kind, hash) => void (await writeFound(db, REMOVE_SECRET, [kind, hash])),
  }
}

type Records = Pick<ConnectedAppStore, 'putRecord' | 'findRecord' | 'removeRecord'>

function records(db: Database): Records {
  return {
    putRecord: async ({ kind, hash, payload, expiresAt }, { now, most }) =>
      db.transaction(async (session) => {
        await session.write(FORGET_RECORDS, [kind, now])
        await session.write(PUT_RECORD, [kind, hash, payload, expiresAt])
        const excess = (await session.one<{ n: number }>(COUNT_RECORDS, [kind]))!.n - most
        if (excess > 0) await session.write(REMOVE_FIRST_RECORDS, [kind, hash, excess])
      }),
    findRecord: async (kind, hash) => db.one<AuthorizationRecord>(FIND_RECORD, [kind, hash]),
    removeRecord: async (kind, hash) => (await db.write(REMOVE_RECORD, [kind, hash])) > 0,
  }
}
