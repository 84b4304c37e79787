/** The devices of an account. Each has a session, which the account's owner creates and ends. @see decisions 9.2 */
import { randomUUID } from 'node:crypto'
import { LIMITS } from '@notegraph/contract'
import { hashSecret, type Session, type Store } from '@notegraph/store'
import { isBrowserOpen } from './sign-in/browsers.ts'
import { ok, refuse, type Result } from './refusal.ts'
import { isSessionOpen, makeSecret, SESSION_PREFIX } from './token.ts'

/** A device for its account's owner. */
export interface DeviceView {
  /** The id of its session. */
  readonly id: string
  readonly device: string
  readonly createdAt: number
  /** Rounded to the minute. */
  readonly lastUsedAt?: number
}

/** A new device with its session. */
export interface MadeDevice extends DeviceView {
  /** The session's secret, shown only here. */
  readonly session: string
}

/**
 * The page where a person confirms a device.
 *
 * @param id the id of its session
 * @example
 * ```ts
 * deviceConfirmPath('a1') // '/settings/devices/a1/confirm'
 * ```
 */
export const deviceConfirmPath = (id: string): string => `/settings/devices/${id}/confirm`

/** The devices of accounts. */
export interface DevicesService {
  /** Signed-in devices, newest first. */
  list(accountId: string): Promise<DeviceView[]>
  /** @returns 400 for an invalid name, 409 if the account has the most devices allowed */
  make(accountId: string, name: string): Promise<Result<MadeDevice>>
  /** Notes that a person confirmed a device. @returns 404 if the account has no such device */
  confirm(accountId: string, id: string): Promise<Result<DeviceView>>
  /** Signs a device or a browser out immediately and permanently. @returns 404 if the account has no such device */
  end(accountId: string, id: string): Promise<Result<DeviceView>>
}

/**
 * Creates the service.
 *
 * @param clock returns the time in milliseconds since 1970
 * @example
 * ```ts
 * const devices = devicesService(store, Date.now)
 * ```
 */
export function devicesService({ sessions, browsers }: Store, clock: () => number): DevicesService {
  const open = async (accountId: string): Promise<Session[]> =>
    (await sessions.list(accountId)).filter((session) => isSessionOpen(session, clock())).toReversed()
  const find = async (accountId: string, id: string) =>
    (await open(accountId)).find((session) => session.id === id)

  /** A browser is a device too. @see outliner 1.1 */
  async function endBrowser(accountId: string, id: string): Promise<Result<DeviceView>> {
    const found = (await browsers.list(accountId)).find((one) => one.id === id && isBrowserOpen(one, clock()))
    if (!found) return missing(id)
    await browsers.end(accountId, id, clock())
    const { name: device, createdAt, lastUsedAt } = found
    return ok({ id, device, createdAt, lastUsedAt })
  }

  return {
    list: async (accountId) => (await open(accountId)).map(deviceView),
    async make(accountId, name) {
      const device = name.trim()
      const fault = nameFault(device)
      if (fault !== undefined) return refuse({ code: 'bad_request', error: fault })
      if ((await open(accountId)).length >= LIMITS.openDevices)
        return refuse({ code: 'conflict', why: 'many_devices' })
      const session = makeSecret(SESSION_PREFIX)
      const made: Session = {
        id: randomUUID(),
        accountId,
        hash: hashSecret(session),
        device,
        createdAt: clock(),
      }
      await sessions.create(made)
      return ok({ session, ...deviceView(made) })
    },
    async confirm(accountId, id) {
      const found = await find(accountId, id)
      const confirmed = found && (await sessions.confirm(accountId, id, clock()))
      return found && confirmed === true ? ok(deviceView(found)) : missing(id)
    },
    async end(accountId, id) {
      const found = await find(accountId, id)
      if (!found) return endBrowser(accountId, id)
      await sessions.end(id, clock())
      return ok(deviceView(found))
    },
  }
}

const missing = (id: string) => refuse({ code: 'not_found', what: 'device', name: id })

function nameFault(name: string): string | undefined {
  if (name === '') return 'The device has no name. Send a name such as "phone".'
  if (name.length > LIMITS.deviceName)
    return `The name of a device takes at most ${LIMITS.deviceName} characters, not ${name.length}.`
  if (/\p{Cc}/u.test(name) || !name.isWellFormed())
    return 'The name of a device must not contain control characters.'
  return undefined
}

export const deviceView = ({ id, device, createdAt, lastUsedAt }: Session): DeviceView => ({
  id,
  device,
  createdAt,
  ...(lastUsedAt !== undefined && { lastUsedAt }),
})
