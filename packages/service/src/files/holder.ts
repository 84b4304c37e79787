/** Who asks for a file: whoever holds its id, or somebody of an account by whatever opens it. @see decisions 9.5 */
import type { Account, Store } from '@notegraph/store'
import type { Agent } from '../agent.ts'
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
  agent?: Agent,
): Promise<Result<Account | undefined>> {
  if (authorization === undefined) return ok(undefined)
  const isSession = bearerOf(authorization)?.startsWith(SESSION_PREFIX)
  const entered = isSession
    ? await authenticateSession(store, authorization, now)
    : await authenticate(store, authorization, now, agent)
  return entered.ok ? ok(entered.value.account) : entered
}
