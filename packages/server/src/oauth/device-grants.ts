/**
 * Programs that become devices. Their grants and codes are records of a running authorization, since a device is no
 * connected app. The code is exchanged for the session of a new device.
 * @see assistants 9.6
 */
import { randomUUID } from 'node:crypto'
import { LIMITS } from '@notegraph/contract'
import { devicesService, hashSecret, SYNC_SCOPE, toErrorBody } from '@notegraph/service'
import type { Store } from '@notegraph/store'
import { errors, type AdapterPayload } from 'oidc-provider'
import type { NodeAnswer } from './node-exchange.ts'

const PREFIX = 'device-'
/** Milliseconds. */
const LIFETIME = LIMITS.appRequestMinutes * 60_000

/** The consent of a person. */
export interface DeviceGrant {
  readonly accountId: string
  readonly clientId: string
  /** The name of the device. */
  readonly name: string
  /** The device, once the code was exchanged. */
  readonly sessionId?: string
}

/** Whether the id of a grant is one of these. */
export const isDeviceGrant = (id: string | undefined): id is string => id?.startsWith(PREFIX) === true

/** The grants and codes of programs that become devices. */
export interface DeviceGrants {
  /** @returns the id of the grant */
  create(grant: DeviceGrant): Promise<string>
  find(id: string): Promise<DeviceGrant | undefined>
  putCode(code: string, payload: AdapterPayload): Promise<void>
  findCode(code: string): Promise<AdapterPayload | undefined>
  /** Uses a code up. @throws InvalidGrant if it was used before */
  useCode(code: string): Promise<void>
  /** Ends the device of a grant whose code was used twice. */
  end(id: string): Promise<void>
  /** The answer with the session in place of the library's token, or a refusal. */
  answer(answer: NodeAnswer, grantId: string): Promise<NodeAnswer>
}

/**
 * @param clock returns the time in milliseconds since 1970
 * @param most records of running authorizations
 */
export function deviceGrants(store: Store, clock: () => number, most: number): DeviceGrants {
  const { connectedApps: apps, sessions } = store
  const put = async (id: string, payload: object): Promise<void> => {
    const now = clock()
    const record = {
      kind: 'interaction',
      hash: hashSecret(id),
      payload: JSON.stringify(payload),
      expiresAt: now + LIFETIME,
    } as const
    await apps.putRecord(record, { now, most })
  }
  async function find<T>(id: string): Promise<T | undefined> {
    const record = await apps.findRecord('interaction', hashSecret(id))
    return record && record.expiresAt > clock() ? (JSON.parse(record.payload) as T) : undefined
  }
  const findCode = async (code: string): Promise<AdapterPayload | undefined> => {
    const payload = (await find<AdapterPayload>(code)) ?? (await find<AdapterPayload>(usedOf(code)))
    return payload?.kind === 'AuthorizationCode' && isDeviceGrant(payload.grantId)
      ? { ...payload, jti: code }
      : undefined
  }
  return {
    async create(grant) {
      const id = PREFIX + randomUUID()
      await put(id, grant)
      return id
    },
    find,
    putCode: async (code, { jti: _jti, ...payload }) => put(code, payload),
    findCode,
    async useCode(code) {
      const payload = await findCode(code)
      if (!payload || !(await apps.removeRecord('interaction', hashSecret(code))))
        throw new errors.InvalidGrant('the code was already used')
      const { jti: _jti, ...rest } = payload
      await put(usedOf(code), { ...rest, consumed: Math.floor(clock() / 1_000) })
    },
    async end(id) {
      const grant = await find<DeviceGrant>(id)
      if (grant?.sessionId !== undefined) await sessions.end(grant.sessionId, clock())
    },
    async answer(answer, grantId) {
      const grant = await find<DeviceGrant>(grantId)
      const made = grant && (await devicesService(store, clock).make(grant.accountId, grant.name))
      if (!made?.ok) {
        const description = made ? toErrorBody(made.refusal).error : 'The request expired. Start again.'
        return {
          ...answer,
          status: 400,
          body: bodyOf({ error: 'invalid_grant', error_description: description }),
        }
      }
      const { session, id } = made.value
      await put(grantId, { ...grant, sessionId: id })
      return { ...answer, body: bodyOf({ access_token: session, token_type: 'Bearer', scope: SYNC_SCOPE }) }
    },
  }
}

/** A used code has a record of its own. If it had the one of before, an exchange at the same time could remove it once more. */
const usedOf = (code: string): string => `${code} used`

const bodyOf = (body: object): Buffer => Buffer.from(JSON.stringify(body))
