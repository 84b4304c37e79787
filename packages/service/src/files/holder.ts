/**
 * Authenticates requests for a file: the id alone grants access, or a credential of the account. @see decisions 9.5
 */
import type { Account, Store } from '@notegraph/store'
import type { Agent } from '../agent.ts'
import { authenticate, bearerOf } from '../access.ts'
import { ok, type Result } from '../refusal.ts'
import { authenticateDevice, type BrowserRequest } from '../session.ts'
import { SESSION_PREFIX } from '../token.ts'

/** A caller with a token or a session. */
export interface Holder {
  readonly account: Account
  /** The id of the token or session. */
  readonly token: string
}

/**
 * Whether a request has a device's session, right or wrong.
 *
 * @param authorization the raw header
 * @example
 * ```ts
 * hasSession('Bearer ngs_…') // true
 * ```
 */
export const hasSession = (authorization: string | undefined): boolean =>
  authorization !== undefined && bearerOf(authorization)?.startsWith(SESSION_PREFIX) === true

/**
 * Authenticates the caller of a file, if there is a header.
 *
 * @param authorization the raw header
 * @returns the caller, or undefined without a header; else 401, 403 or 402
 * @example
 * ```ts
 * const holder = await authenticateHolder(store, 'Bearer ngp_…', Date.now())
 * ```
 */
export async function authenticateHolder(
  store: Store,
  authorization: string | undefined,
  now: number,
  agent?: Agent,
  browser?: BrowserRequest,
): Promise<Result<Holder | undefined>> {
  // A picture in a page comes with the cookie too, and names nobody.
  const isDevice = authorization === undefined && browser?.device !== undefined
  if (authorization === undefined && !isDevice) return ok(undefined)
  if (isDevice || hasSession(authorization)) {
    const session = await authenticateDevice(store, authorization, now, agent, browser)
    return session.ok ? ok({ account: session.value.account, token: session.value.sessionId }) : session
  }
  const caller = await authenticate(store, authorization, now, agent)
  return caller.ok ? ok({ account: caller.value.account, token: caller.value.tokenId }) : caller
}
