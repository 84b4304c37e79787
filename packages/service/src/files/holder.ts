/** Who asks for a file: whoever holds its id, or somebody of an account by whatever opens it. @see decisions 9.5 */
import type { Account, Store } from '@notegraph/store'
import type { Agent } from '../agent.ts'
import { authenticate, bearerOf } from '../access.ts'
import { ok, type Result } from '../refusal.ts'
import { authenticateSession } from '../session.ts'
import { SESSION_PREFIX } from '../token.ts'

/** Somebody with a token or a session. */
export interface Holder {
  readonly account: Account
  /** The id of the token or session. */
  readonly token: string
}

/**
 * @param authorization the header as sent
 * @returns who it is, or undefined where nothing was sent; else 401, 403 or 402
 */
export async function authenticateHolder(
  store: Store,
  authorization: string | undefined,
  now: number,
  agent?: Agent,
): Promise<Result<Holder | undefined>> {
  if (authorization === undefined) return ok(undefined)
  if (bearerOf(authorization)?.startsWith(SESSION_PREFIX)) {
    const session = await authenticateSession(store, authorization, now)
    return session.ok ? ok({ account: session.value.account, token: session.value.sessionId }) : session
  }
  const caller = await authenticate(store, authorization, now, agent)
  return caller.ok ? ok({ account: caller.value.account, token: caller.value.tokenId }) : caller
}
