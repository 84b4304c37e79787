/**
 * This browser as a device of the account. Its session is a cookie, which no script can read. Each request names the account
 * and the device, so that the server refuses the cookie of another account.
 *
 * @see outliner 1.1
 */
import { ACCOUNT_HEADER, DEVICE_HEADER, NEW_DEVICE, SIGNED_OUT_COOKIE } from '@notegraph/contract'
import type { Fetch } from '@notegraph/sync'
import { below } from './base.ts'

/** The account and the device that this browser is. */
export interface Device {
  readonly account: string
  readonly id: string
  /** Its name, made of browser and system. */
  readonly device: string
}

/** The answer of the server about the session of this browser. */
export type Session = Device | 'signed-out' | 'no-answer'

/** The key of the device in the storage of the browser. */
export const KEPT = 'notegraph-device'

/** Asks the server which device this browser is. */
export async function askSession(): Promise<Session> {
  try {
    const answer = await fetch(below('/api/v1/settings/device'), { headers: { [DEVICE_HEADER]: NEW_DEVICE } })
    if (answer.status === 401) return 'signed-out'
    return answer.ok ? ((await answer.json()) as Device) : 'no-answer'
  } catch {
    return 'no-answer'
  }
}

/** Milliseconds for the answer of the server. A network can be there, and bring nothing. */
export const PATIENCE = 4_000

/** The answer, if it comes soon. */
export const soon = async (asked: Promise<Session>): Promise<Session> =>
  Promise.race([asked, new Promise<Session>((done) => void setTimeout(done, PATIENCE, 'no-answer'))])

/** The device of the last visit, to open its notes without a network. */
export function keptDevice(): Device | undefined {
  const text = localStorage.getItem(KEPT)
  return text === null ? undefined : (JSON.parse(text) as Device)
}

export function keepDevice(device: Device | undefined): void {
  if (device) localStorage.setItem(KEPT, JSON.stringify(device))
  else localStorage.removeItem(KEPT)
}

/** Whether the person signed out here, and the server has not said yet that the session has ended. @see outliner 1.4 */
export const isSignedOut = (): boolean => document.cookie.includes(SIGNED_OUT_COOKIE)

/** Requests with the cookie of the browser, in the name of a device. */
export const fetchAs =
  ({ account, id }: Device): Fetch =>
  async (url, init) => {
    const headers = new Headers(init.headers)
    headers.set(ACCOUNT_HEADER, account)
    headers.set(DEVICE_HEADER, id)
    return fetch(url, { ...init, headers })
  }
