/**
 * Authenticates device sessions. The checks are the session, the server's list and the plan, in this order. @see
 * decisions 9.2
 */
import { hashSecret, type Account, type Store } from '@notegraph/store'
import { NEW_DEVICE } from '@notegraph/contract'
import { bearerOf, minuteOf, openPlan, sameHash } from './access.ts'
import type { Agent } from './agent.ts'
import { findBrowser, touchBrowser } from './sign-in/browsers.ts'
import { ok, refuse, type Result } from './refusal.ts'
import { isSecret, isSessionOpen, SESSION_PREFIX, TOKEN_PREFIX } from './token.ts'

/** The cookie of a browser, and what the page that sends it says. */
export interface BrowserRequest {
  /** The secret in the cookie. */
  readonly secret: string
  /** The device that the person signed out of without a network. */
  readonly signedOut?: string | undefined
  /** Whether a page of this server sends the request. */
  readonly isOwnPage: boolean
  /** The id of the account that the page acts for. */
  readonly account?: string | undefined
  /** The id of the device that the page is. */
  readonly device?: string | undefined
}

/** A caller on a signed-in device. */
export interface SessionCaller {
  readonly account: Account
  /** Writes are refused in grace. */
  readonly plan: 'active' | 'grace'
  readonly sessionId: string
  /** The name of the device. */
  readonly device: string
  /** Present if the device is a browser. */
  readonly isBrowser?: true
  /** When the device was signed in, or a person last confirmed it. @see decisions 9.6 */
  readonly signedInAt: number
}

/**
 * Authenticates a device session.
 *
 * @param authorization the raw header
 * @returns the caller, or 401; 403 for an API token or an account not on the server's list; 402
 * @example
 * ```ts
 * const caller = await authenticateSession(store, 'Bearer ngs_…', Date.now())
 * ```
 */
export async function authenticateSession(
  store: Store,
  authorization: string | undefined,
  now: number,
): Promise<Result<SessionCaller>> {
  const secret = bearerOf(authorization ?? '') ?? ''
  if (isSecret(TOKEN_PREFIX, secret)) return refuse({ code: 'forbidden', why: 'token' })
  const hash = hashSecret(secret)
  const holder = isSecret(SESSION_PREFIX, secret) ? await store.sessions.findByHash(hash) : undefined
  if (!holder || !sameHash(holder.session.hash, hash) || !isSessionOpen(holder.session, now))
    return refuse({ code: 'unauthorized', why: 'no_session' })
  const { session, account } = holder
  const plan = openPlan(account, now)
  if (!plan.ok) return plan
  const minute = minuteOf(now)
  if (session.lastUsedAt !== minute) await store.sessions.touch(session.id, minute)
  const { id: sessionId, device, createdAt, confirmedAt = createdAt } = session
  return ok({ account, plan: plan.value, sessionId, device, signedInAt: confirmedAt })
}

/**
 * Authenticates a device, by its session or by the cookie of a browser that is signed in. A header with a session or token
 * comes first.
 *
 * @param authorization the raw header
 * @param browser absent without a cookie
 * @returns the caller, or as `authenticateSession`. A cookie gets 403 from a page of another site, or from one that
 * names no account and device. Another account is 403 `other_account`, and another device of the account 401.
 * @see outliner 1.1
 * @example
 * ```ts
 * const caller = await authenticateDevice(store, undefined, Date.now(), undefined, browser)
 * ```
 */
export async function authenticateDevice(
  store: Store,
  authorization: string | undefined,
  now: number,
  _agent?: Agent,
  browser?: BrowserRequest,
): Promise<Result<SessionCaller>> {
  if (authorization !== undefined || !browser) return authenticateSession(store, authorization, now)
  const { account, device } = browser
  if (!browser.isOwnPage) return refuse({ code: 'forbidden', why: 'origin' })
  if (!account || !device) return refuse({ code: 'forbidden', why: 'unnamed' })
  return authenticateBrowser(store, browser, now, { account, device })
}

/**
 * Authenticates a device as `authenticateDevice` does. A browser need not know its account and device yet.
 *
 * @example
 * ```ts
 * const caller = await authenticateNewDevice(store, undefined, Date.now(), undefined, { ...browser, device: 'new' })
 * ```
 */
export async function authenticateNewDevice(
  ...given: Parameters<typeof authenticateDevice>
): Promise<Result<SessionCaller>> {
  const [store, authorization, now, , browser] = given
  const isNew = authorization === undefined && browser?.isOwnPage && browser.device === NEW_DEVICE
  return isNew ? authenticateBrowser(store, browser, now) : authenticateDevice(...given)
}

async function authenticateBrowser(
  store: Store,
  { secret, signedOut }: BrowserRequest,
  now: number,
  named?: { readonly account: string; readonly device: string },
): Promise<Result<SessionCaller>> {
  const holder = await findBrowser(store, secret, now, signedOut)
  if (!holder) return refuse({ code: 'unauthorized', why: 'no_session' })
  const { browser, account } = holder
  if (named && named.account !== account.id) return refuse({ code: 'other_account' })
  if (named && named.device !== browser.id) return refuse({ code: 'unauthorized', why: 'no_session' })
  const plan = openPlan(account, now)
  if (!plan.ok) return plan
  await touchBrowser(store, browser, now)
  const { id: sessionId, name: device, authenticatedAt: signedInAt = -Infinity } = browser
  return ok({ account, plan: plan.value, sessionId, device, isBrowser: true, signedInAt })
}
