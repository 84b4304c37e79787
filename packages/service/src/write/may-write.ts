/** The first checks of a write, before its body is read: the token's scope, then grace. @see decisions 6.1 */
import type { Caller } from '../access.ts'
import { ok, refuse, type Result } from '../refusal.ts'

/**
 * Checks whether a caller may write.
 *
 * @param caller with a token, or a session, which has no scope @returns 403 `read_only_token`, or 402 in grace
 * @example
 * ```ts
 * const allowed = mayWrite(caller)
 * ```
 */
export function mayWrite(caller: Pick<Caller, 'plan'> & Partial<Pick<Caller, 'scope'>>): Result<void> {
  if (caller.scope === 'read') return refuse({ code: 'read_only_token' })
  if (caller.plan === 'grace') return refuse({ code: 'payment_required', why: 'grace' })
  return ok(undefined)
}
