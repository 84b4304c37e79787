/**
 * The storage of the library `oidc-provider`, over the accounts' store. Codes and tokens are stored as hashes. A grant
 * of the library is a connected app of the store. Sessions are not stored: a person signs in to Notegraph itself, and
 * every authorization asks that person.
 */
import { LIMITS } from '@notegraph/contract'
import { APP_SCOPES, hashSecret, RIGHT_SCOPES, SYNC_SCOPE } from '@notegraph/service'
import type { AppSecret, AppSecretKind, AuthorizationRecordKind, ConnectedAppStore } from '@notegraph/store'
import { errors, Provider, type Adapter, type AdapterPayload } from 'oidc-provider'
import { knownMetadata, type ClientMetadata } from './client-metadata.ts'
import { isDeviceGrant, type DeviceGrants } from './device-grants.ts'

const DAY = 86_400_000

const SECRETS: Readonly<Record<string, AppSecretKind>> = {
  AuthorizationCode: 'code',
  AccessToken: 'access',
  RefreshToken: 'refresh',
}

/** Secrets of one app. Used refresh tokens count, because a second use has to be noticed. */
const MOST_SECRETS: Readonly<Record<AppSecretKind, number>> = { code: 10, access: 20, refresh: 2_500 }

const RECORDS: Readonly<Record<string, AuthorizationRecordKind>> = {
  Interaction: 'interaction',
  Client: 'client',
}

/** Records of all accounts. The first to expire make room. */
export const MOST_RECORDS: Readonly<Record<AuthorizationRecordKind, number>> = {
  interaction: 10_000,
  client: 10_000,
  document: 1_000,
}

/** Days for which a registration waits for its first authorization, and for which one that was used is kept. */
const UNUSED_CLIENT = 1
const USED_CLIENT = 365

export interface AdapterDeps {
  readonly apps: ConnectedAppStore
  readonly devices: DeviceGrants
  /** Milliseconds since 1970. */
  readonly clock: () => number
  /** The one resource of the server. */
  readonly resource: () => string
  /** Whether the request that runs only compares the id of its app with that of a token. */
  readonly comparesIdAlone: () => boolean
  /** Whether the app itself asks to end its access. */
  readonly isRevocation: () => boolean
}

/** @returns the function that the library calls with the name of each of its models */
export const adapters =
  (deps: AdapterDeps) =>
  (model: string): Adapter => {
    const secret = SECRETS[model]
    if (secret) return secretAdapter(deps, secret)
    const record = RECORDS[model]
    if (record) return recordAdapter(deps, record)
    if (model === 'Grant') return grantAdapter(deps)
    return model === 'Session' ? NO_SESSIONS : unused(model)
  }

const seconds = (at: number): number => Math.floor(at / 1_000)

/** A payload without the secret that it is found by. */
const textOf = ({ jti: _jti, ...payload }: AdapterPayload, replaces?: string): string =>
  JSON.stringify({ ...payload, replaces })

const payloadOf = (text: string, id: string): AdapterPayload => ({
  ...(JSON.parse(text) as AdapterPayload),
  jti: id,
})

function secretAdapter({ apps, devices, clock, isRevocation }: AdapterDeps, kind: AppSecretKind): Adapter {
  return {
    ...unused(kind),
    async upsert(id, payload, expiresIn = 0) {
      // The token of a device is its session, which the code is exchanged for.
      if (isDeviceGrant(payload.grantId)) return kind === 'code' ? devices.putCode(id, payload) : undefined
      const now = clock()
      const appId = payload.grantId ?? ''
      const expiresAt = now + expiresIn * 1_000
      const replaced = kind === 'refresh' ? Provider.ctx?.oidc.entities.RotatedRefreshToken?.jti : undefined
      const text = textOf(payload, replaced === undefined ? undefined : hashSecret(replaced))
      const secret = { kind, hash: hashSecret(id), appId, payload: text, expiresAt }
      const limit = { now, most: MOST_SECRETS[kind], replaces: kind !== 'refresh' }
      if (!(await apps.addSecret(secret, limit))) {
        await apps.end(appId) // an app that refreshes without an end has to ask again
        throw new errors.InvalidGrant('the app was disconnected')
      }
      if (kind !== 'code') await apps.extend(appId, expiresAt)
      if (kind === 'refresh') await keepClient({ apps, clock }, String(payload.clientId))
    },
    async find(id) {
      const found = await apps.findSecret(kind, hashSecret(id))
      if (!found) return kind === 'code' ? devices.findCode(id) : undefined
      const { payload, usedAt } = found.secret
      const isOver = usedAt !== undefined && !answersAgain(found.secret, clock())
      return { ...payloadOf(payload, id), ...(isOver && { consumed: Math.max(1, seconds(usedAt)) }) }
    },
    async consume(id) {
      const hash = hashSecret(id)
      const held = await apps.findSecret(kind, hash)
      if (!held && kind === 'code') return devices.useCode(id)
      if (await apps.useSecret(kind, hash, clock(), held && replacedBy(held.secret))) return
      const found = await apps.findSecret(kind, hash)
      if (found && answersAgain(found.secret, clock())) return
      // Another request used it before: one of the two callers stole it.
      if (found) await apps.end(found.app.id, undefined, 'reused')
      throw new errors.InvalidGrant('the code or token was already used')
    },
    destroy: async (id) => apps.removeSecret(kind, hashSecret(id)),
    revokeByGrantId: endsApp({ apps, devices, isRevocation }),
  }
}

/** Milliseconds for which a refresh token answers again after its first use. */
const AGAIN = LIMITS.refreshAgainSeconds * 1_000

/**
 * Whether a used refresh token answers again. Two windows of a program share one token, and an answer may be lost. After the
 * use of a token that replaced it, only a thief has it.
 */
const answersAgain = ({ kind, usedAt = 0 }: AppSecret, now: number): boolean =>
  kind === 'refresh' && usedAt > 0 && now - usedAt <= AGAIN

/** The hash of the token that a refresh token replaced. */
const replacedBy = ({ payload }: AppSecret): string | undefined =>
  (JSON.parse(payload) as { readonly replaces?: string }).replaces

/**
 * Ends an app. The library asks for it at a revocation, and if a code or refresh token was used again. It asks all
 * adapters of the app at once, so that each of them gives the reason.
 */
const endsApp =
  ({ apps, devices, isRevocation }: Pick<AdapterDeps, 'apps' | 'devices' | 'isRevocation'>) =>
  async (id: string): Promise<void> => {
    if (isDeviceGrant(id)) await devices.end(id)
    else await apps.end(id, undefined, isRevocation() ? undefined : 'reused')
  }

function grantAdapter({ apps, devices, clock, resource, isRevocation }: AdapterDeps): Adapter {
  const grantOf = (id: string, createdAt: number, accountId: string, clientId: string, scopes: string) => ({
    jti: id,
    kind: 'Grant',
    accountId,
    clientId,
    resources: { [resource()]: scopes },
    iat: seconds(createdAt),
    exp: seconds(Date.now() + LIMITS.appDays * DAY), // the store decides
  })
  return {
    ...unused('Grant'),
    async find(id) {
      const device = isDeviceGrant(id) ? await devices.find(id) : undefined
      if (device) return grantOf(id, clock(), device.accountId, device.clientId, SYNC_SCOPE)
      const app = await apps.find(id)
      if (!app || app.expiresAt <= clock()) return undefined
      const { accountId, clientId, scope, may = [] } = app
      const written = scope === 'write' ? [APP_SCOPES.write, ...may.map((right) => RIGHT_SCOPES[right])] : []
      const scopes = [APP_SCOPES.read, ...written].join(' ')
      return grantOf(id, app.createdAt, accountId, clientId, scopes)
    },
    destroy: endsApp({ apps, devices, isRevocation }),
  }
}

function recordAdapter(
  { apps, clock, comparesIdAlone }: AdapterDeps,
  kind: AuthorizationRecordKind,
): Adapter {
  const put = async (id: string, payload: AdapterPayload, milliseconds: number): Promise<void> => {
    const now = clock()
    const record = { kind, hash: hashSecret(id), payload: textOf(payload), expiresAt: now + milliseconds }
    await apps.putRecord(record, { now, most: MOST_RECORDS[kind] })
  }
  return {
    ...unused(kind),
    upsert: async (id, payload, expiresIn = 0) =>
      put(id, payload, kind === 'client' ? UNUSED_CLIENT * DAY : expiresIn * 1_000),
    async find(id) {
      const record = await apps.findRecord(kind, hashSecret(id))
      if (!record || record.expiresAt <= clock())
        return kind === 'client' && comparesIdAlone() ? appAt(id) : undefined
      return kind === 'client'
        ? (JSON.parse(record.payload) as AdapterPayload)
        : payloadOf(record.payload, id)
    },
    destroy: async (id) => void (await apps.removeRecord(kind, hashSecret(id))),
  }
}

/**
 * The app of a metadata document, without its document. An outage of the app's host must not disconnect the app, and the
 * library would answer that it does not know the app.
 */
function appAt(id: string): AdapterPayload | undefined {
  const url = URL.parse(id)
  if (url?.protocol !== 'https:') return undefined
  return { ...knownMetadata({ redirect_uris: [url.origin], grant_types: ['refresh_token'] }), client_id: id }
}

/** Registers an app under an id that it has already. @param metadata as `knownMetadata` gives it */
export async function addClient(
  { apps, clock }: AdapterDeps,
  clientId: string,
  metadata: ClientMetadata,
): Promise<void> {
  const now = clock()
  const payload = JSON.stringify({ ...metadata, client_id: clientId })
  const record = {
    kind: 'client',
    hash: hashSecret(clientId),
    payload,
    expiresAt: now + USED_CLIENT * DAY,
  } as const
  await apps.putRecord(record, { now, most: MOST_RECORDS.client })
}

/** Keeps a registration for long, because a person connected its app, or the app was used. */
export async function keepClient(
  { apps, clock }: Pick<AdapterDeps, 'apps' | 'clock'>,
  clientId: string,
): Promise<void> {
  const record = await apps.findRecord('client', hashSecret(clientId))
  if (!record) return
  const now = clock()
  await apps.putRecord({ ...record, expiresAt: now + USED_CLIENT * DAY }, { now, most: MOST_RECORDS.client })
}

const NO_SESSIONS: Adapter = {
  ...unused('Session'),
  upsert: async () => {},
  find: async () => undefined,
  findByUid: async () => undefined,
  destroy: async () => {},
}

/** The library calls none of these for the features that are on. */
function unused(model: string): Adapter {
  const fail = async (): Promise<never> => {
    throw new Error(`${model} is not stored.`)
  }
  return {
    upsert: fail,
    find: fail,
    findByUserCode: fail,
    findByUid: fail,
    consume: fail,
    destroy: fail,
    revokeByGrantId: fail,
  }
}
