/** Apps connected by signing in, with their secrets, by the hash of the secret. */
import {
  APP_SECRET,
  CONNECTED_APP,
  type AppSecretHolder,
  type AuthorizationRecord,
  type ConnectedApp,
  type ConnectedAppStore,
} from '../connected-apps.ts'
import { namesOf } from '../members.ts'
import { HOLDER, withHolder } from './holder.ts'
import { reading, writing } from './rows.ts'
import {
  acrossAccounts,
  BY_CREDENTIAL,
  columns,
  countOf,
  forget,
  insertInto,
  ofAccount,
  RETENTION,
  type Row,
} from './statement.ts'
import {
  all,
  alone,
  count,
  found,
  inPlace,
  keepInPlace,
  one,
  written,
  wrote,
  type AccountSql,
} from './work.ts'

const MEMBERS = `accountId ${namesOf(CONNECTED_APP)}`
const APP = columns(MEMBERS)
const toApp = reading<ConnectedApp>(CONNECTED_APP)
const fromApp = writing(CONNECTED_APP)
type EndedApp = Pick<ConnectedApp, 'id' | 'accountId'>
type Owner = Pick<ConnectedApp, 'accountId'>
const OWNER = `RETURNING ${columns('accountId')}`
const NO_ACCOUNT = 'An authorization begins, and a client registers, before an account is known.'

const COUNT_APPS = countOf('connected_app WHERE account_id = @accountId')
const INSERT_APP = ofAccount(insertInto('connected_app', MEMBERS))
const FIND_APP = acrossAccounts(BY_CREDENTIAL, `SELECT ${APP} FROM connected_app WHERE id = @id`, toApp)
const LIST_APPS = ofAccount(
  `SELECT ${APP} FROM connected_app WHERE account_id = @accountId AND expires_at > @now ORDER BY created_at, id`,
  toApp,
)
const EXTEND_APP = acrossAccounts<Owner>(
  BY_CREDENTIAL,
  `UPDATE connected_app SET expires_at = greatest(expires_at, @expiresAt) WHERE id = @id ${OWNER}`,
)
const SET_RIGHTS = ofAccount(
  `UPDATE connected_app SET may = @may? WHERE account_id = @accountId AND id = @id RETURNING ${APP}`,
  toApp,
)
const TOUCH_APP = acrossAccounts(BY_CREDENTIAL, 'UPDATE connected_app SET last_used_at = @at WHERE id = @id')
const END_APP = acrossAccounts(
  BY_CREDENTIAL,
  `DELETE FROM connected_app WHERE id = @id RETURNING ${APP}`,
  toApp,
)
const END_APP_OF_ACCOUNT = ofAccount(
  `DELETE FROM connected_app WHERE id = @id AND account_id = @accountId RETURNING ${APP}`,
  toApp,
)
const REMOVE_SECRETS = ofAccount('DELETE FROM app_secret WHERE account_id = @accountId AND app_id = @id')
const EXPIRED_OF_ACCOUNT = ofAccount<EndedApp>(
  `DELETE FROM connected_app WHERE account_id = @accountId AND expires_at <= @now RETURNING ${columns('id accountId')}`,
)
const EXPIRED = acrossAccounts<EndedApp>(
  RETENTION,
  `${forget('connected_app', 'id', 'expires_at <= @now')} RETURNING ${columns('id accountId')}`,
)
const EXPIRED_SECRETS = acrossAccounts(RETENTION, forget('app_secret', '(kind, hash)', 'expires_at <= @now'))
const EXPIRED_RECORDS = acrossAccounts(
  RETENTION,
  forget('authorization_record', '(kind, hash)', 'kind = ANY (@kinds) AND expires_at <= @now'),
)
const KINDS = ['interaction', 'client', 'document']

/**
 * The apps alone, such as for a move.
 * @example
 * const clients = connectedAppStore(sql)
 */
export const connectedAppStore = (db: AccountSql): ConnectedAppStore => ({
  ...apps(db),
  ...secrets(db),
  ...records(db),
})

type Apps = Pick<
  ConnectedAppStore,
  'create' | 'find' | 'list' | 'extend' | 'setRights' | 'touch' | 'end' | 'removeExpired'
>

const apps = (db: AccountSql): Apps => ({
  create: async (app, most) =>
    alone(db, app.accountId, false, function* () {
      const { accountId, createdAt: now } = app
      for (const ended of yield* all(EXPIRED_OF_ACCOUNT, { accountId, now }))
        yield* written(REMOVE_SECRETS, ended)
      if ((yield* count(COUNT_APPS, { accountId })) >= most) return false
      return yield* wrote(INSERT_APP, fromApp(app))
    }),
  find: async (id) => db.run(one(FIND_APP, { id })),
  list: async (accountId, now) => db.run(all(LIST_APPS, { accountId, now })),
  extend: async (id, expiresAt) => void (await found(db, () => all(EXTEND_APP, { id, expiresAt }))),
  setRights: async (id, accountId, may) =>
    inPlace(db, accountId, () => one(SET_RIGHTS, fromApp({ accountId, id, may }))),
  touch: async (id, at) => void (await db.run(written(TOUCH_APP, { id, at }), true)),
  end: async (id, accountId) => {
    const [app] = await found(db, function* () {
      const ended = yield* all(accountId === undefined ? END_APP : END_APP_OF_ACCOUNT, { id, accountId })
      for (const one of ended) yield* written(REMOVE_SECRETS, one)
      return ended
    })
    return app
  },
  removeExpired: async (now) =>
    db.transact(function* () {
      const ended = yield* all(EXPIRED, { now })
      for (const one of ended) yield* written(REMOVE_SECRETS, one)
      const old = yield* written(EXPIRED_SECRETS, { now })
      return ended.length + old + (yield* written(EXPIRED_RECORDS, { now, kinds: KINDS }))
    }),
})

const LOCK_APP = acrossAccounts<Owner>(
  BY_CREDENTIAL,
  `SELECT ${columns('accountId')} FROM connected_app WHERE id = @appId FOR UPDATE`,
)
const OF_APP = 'account_id = @accountId AND app_id = @appId AND kind = @kind'
const FORGET_SECRETS = ofAccount(`DELETE FROM app_secret WHERE ${OF_APP} AND expires_at <= @now`)
const COUNT_SECRETS = countOf(`app_secret WHERE ${OF_APP}`)
const REMOVE_FIRST_SECRETS = ofAccount(
  `DELETE FROM app_secret WHERE ${OF_APP} AND hash IN
     (SELECT hash FROM app_secret WHERE ${OF_APP} ORDER BY expires_at LIMIT @excess)`,
)
const INSERT_SECRET = ofAccount(insertInto('app_secret', `accountId ${namesOf(APP_SECRET)}`))
const FIND_SECRET = acrossAccounts(
  BY_CREDENTIAL,
  `SELECT app_secret.kind, app_secret.hash, app_secret.payload, app_secret.expires_at AS "secretExpiresAt",
     app_secret.used_at AS "usedAt", ${columns(MEMBERS, 'connected_app')}, ${HOLDER}
   FROM app_secret JOIN connected_app ON connected_app.id = app_secret.app_id
     JOIN account ON account.account_id = connected_app.account_id
   WHERE app_secret.kind = @kind AND app_secret.hash = @hash`,
  (row): AppSecretHolder => {
    const { own, account } = withHolder('own', (one) => one)(row)
    const { kind, hash, payload, secretExpiresAt: expiresAt, usedAt, ...app } = own
    const used = usedAt === undefined ? {} : { usedAt }
    const secret: Row = { kind, hash, appId: app['id'], payload, expiresAt, ...used }
    return {
      secret: secret as unknown as AppSecretHolder['secret'],
      app: toApp(app),
      account,
    }
  },
)
const USE_SECRET = acrossAccounts<Owner>(
  BY_CREDENTIAL,
  `UPDATE app_secret SET used_at = @at WHERE kind = @kind AND hash = @hash AND used_at IS NULL ${OWNER}`,
)
const RETIRE = ofAccount(
  'UPDATE app_secret SET used_at = 0 WHERE account_id = @accountId AND kind = @kind AND hash = @replaced AND used_at > 0',
)
const REMOVE_SECRET = acrossAccounts<Owner>(
  BY_CREDENTIAL,
  `DELETE FROM app_secret WHERE kind = @kind AND hash = @hash ${OWNER}`,
)

type Secrets = Pick<ConnectedAppStore, 'addSecret' | 'findSecret' | 'useSecret' | 'removeSecret'>

const secrets = (db: AccountSql): Secrets => ({
  addSecret: async (secret, { now, most, replaces }) =>
    db.transact(function* () {
      const app = yield* one(LOCK_APP, secret)
      if (!app) return false
      yield* keepInPlace(app.accountId)
      const own = { ...secret, ...app }
      yield* written(FORGET_SECRETS, { ...own, now })
      const excess = (yield* count(COUNT_SECRETS, own)) + 1 - most
      if (excess > 0 && !replaces) return false
      if (excess > 0) yield* written(REMOVE_FIRST_SECRETS, { ...own, excess })
      return yield* wrote(INSERT_SECRET, own)
    }),
  findSecret: async (kind, hash) => db.run(one(FIND_SECRET, { kind, hash })),
  useSecret: async (kind, hash, at, replaced) => {
    const used = await found(db, function* () {
      const owners = yield* all(USE_SECRET, { kind, hash, at })
      if (replaced !== undefined)
        for (const { accountId } of owners) yield* written(RETIRE, { accountId, kind, replaced })
      return owners
    })
    return used.length > 0
  },
  removeSecret: async (kind, hash) => void (await found(db, () => all(REMOVE_SECRET, { kind, hash }))),
})

const FORGET_RECORDS = acrossAccounts(
  RETENTION,
  forget('authorization_record', '(kind, hash)', 'kind = @kind AND expires_at <= @now'),
)
const RECORD = 'kind hash payload expiresAt'
const PUT_RECORD = acrossAccounts(
  NO_ACCOUNT,
  `${insertInto('authorization_record', RECORD)}
   ON CONFLICT (kind, hash) DO UPDATE SET payload = excluded.payload, expires_at = excluded.expires_at`,
)
const COUNT_RECORDS = acrossAccounts<{ readonly n: number }>(
  NO_ACCOUNT,
  'SELECT count(*) AS n FROM authorization_record WHERE kind = @kind',
)
const REMOVE_FIRST_RECORDS = acrossAccounts(
  NO_ACCOUNT,
  forget(
    'authorization_record',
    '(kind, hash)',
    'kind = @kind AND hash <> @hash ORDER BY expires_at LIMIT @excess',
  ),
)
const FIND_RECORD = acrossAccounts<AuthorizationRecord>(
  NO_ACCOUNT,
  `SELECT ${columns(RECORD)} FROM authorization_record WHERE kind = @kind AND hash = @hash`,
)
const REMOVE_RECORD = acrossAccounts(
  NO_ACCOUNT,
  'DELETE FROM authorization_record WHERE kind = @kind AND hash = @hash',
)

type Records = Pick<ConnectedAppStore, 'putRecord' | 'findRecord' | 'removeRecord'>

const records = (db: AccountSql): Records => ({
  putRecord: async (record, { now, most }) =>
    db.transact(function* () {
      const { kind, hash } = record
      yield* written(FORGET_RECORDS, { kind, now })
      yield* written(PUT_RECORD, record)
      const excess = (yield* count(COUNT_RECORDS, { kind })) - most
      if (excess > 0) yield* written(REMOVE_FIRST_RECORDS, { kind, hash, excess })
    }),
  findRecord: async (kind, hash) => db.run(one(FIND_RECORD, { kind, hash })),
  removeRecord: async (kind, hash) => db.run(wrote(REMOVE_RECORD, { kind, hash })),
})
