/** Who asks for a file: whoever holds its id, or somebody of an account by whatever opens it. @see decisions 9.5 */
import type { Account, Store } from '@notegraph/store'
import { authenticate, bearerOf } from '../access.ts'
import { ok, type Result } from '../refusal.ts'
import { authenticateSession } from '../session.ts'
import { SESSION_PREFIX } from '../token.ts'

/**
 * @param authorization the header as sent
 * @returns the account, or undefined where nothing was sent; else 401, 403 or 402
 */
export async function authenticateHolder(
  store: Store,
  authorization: string | undefined,
  now: number,
): Promise<Result<Account | undefined>> {
  if (authorization === undefined) return ok(undefined)
  const enter = bearerOf(authorization)?.startsWith(SESSION_PREFIX) ? authenticateSession : authenticate
  const entered = await enter(store, authorization, now)
  return entered.ok ? ok(entered.value.account) : entered
}
