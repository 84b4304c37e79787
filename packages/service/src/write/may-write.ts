/** The first checks of a write, before its body is looked at: the token's scope, then grace. @see decisions 6.1 */
import type { Caller } from '../access.ts'
import { ok, refuse, type Result } from '../refusal.ts'

/** @param caller with a token, or with a session, which has no scope @returns 403 `read_only_token`, or 402 in grace */
export function mayWrite(caller: Pick<Caller, 'plan'> & Partial<Pick<Caller, 'scope'>>): Result<void> {
  if (caller.scope === 'read') return refuse({ code: 'read_only_token' })
  if (caller.plan === 'grace') return refuse({ code: 'payment_required', why: 'grace' })
  return ok(undefined)
}
