/**
 * Authenticates device sessions. The checks are the session, the server's list and the plan, in this order. @see
 * decisions 9.2
 */
import { hashSecret, type Account, type Store } from '@notegraph/store'
import { bearerOf, minuteOf, openPlan, sameHash } from './access.ts'
import { ok, refuse, type Result } from './refusal.ts'
import { isSecret, isSessionOpen, SESSION_PREFIX, TOKEN_PREFIX } from './token.ts'

/** A caller on a signed-in device. */
export interface SessionCaller {
  readonly account: Account
  /** Writes are refused in grace. */
  readonly plan: 'active' | 'grace'
  readonly sessionId: string
  /** The name of the device. */
  readonly device: string
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
