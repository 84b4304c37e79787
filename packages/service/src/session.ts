/** Who calls with a device's session, and whether they may: the session, the server's list, the plan. @see decisions 9.2 */
import type { Account, Store } from '@notegraph/store'
import { bearerOf, minuteOf, openPlan, sameHash } from './access.ts'
import { ok, refuse, type Result } from './refusal.ts'
import { hashSecret, isSecret, SESSION_PREFIX, TOKEN_PREFIX } from './token.ts'

/** Somebody signed in on a device. */
export interface SessionCaller {
  readonly account: Account
  /** In grace writes are refused. */
  readonly plan: 'active' | 'grace'
  readonly sessionId: string
  /** The name of the device. */
  readonly device: string
}

/**
 * @param authorization the header as sent
 * @returns the caller, or 401; 403 for an API token or an account not on the server's list; 402
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
  if (!holder || !sameHash(holder.session.hash, hash) || holder.session.endedAt !== undefined)
    return refuse({ code: 'unauthorized', why: 'no_session' })
  const { session, account } = holder
  const plan = openPlan(account, now)
  if (!plan.ok) return plan
  const minute = minuteOf(now)
  if (session.lastUsedAt !== minute) await store.sessions.touch(session.id, minute)
  return ok({ account, plan: plan.value, sessionId: session.id, device: session.device })
}
