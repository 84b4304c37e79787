/** The first checks of a write, before its body is looked at: the token's scope, then grace. @see decisions 6.1 */
import type { Caller } from '../access.ts'
import { ok, refuse, type Result } from '../refusal.ts'

/** @returns 403 `read_only_token`, or 402 in grace */
export function mayWrite(caller: Caller): Result<void> {
  if (caller.scope !== 'write') return refuse({ code: 'read_only_token' })
  if (caller.plan === 'grace') return refuse({ code: 'payment_required', why: 'grace' })
  return ok(undefined)
}
