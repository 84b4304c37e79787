/** The sessions, browsers, tokens and apps that may read an account, for streams that stay open long after the check of their secret. */
import type { Store } from '@notegraph/store'
import { AGENT, openPlan, OPERATOR } from '../access.ts'
import { isBrowserOpen } from '../sign-in/browsers.ts'
import { isSessionOpen, isTokenOpen } from '../token.ts'

/**
 * Reads the secrets that may read an account now.
 *
 * @returns the ids of open sessions, browsers, tokens and apps; none if the account is gone, not on the server's list, or without a plan
 * @example
 * ```ts
 * const open = await openSecrets(store, 'ada', Date.now())
 * if (!open.has(sessionId)) stream.end()
 * ```
 */
export async function openSecrets(
  store: Store,
  accountId: string,
  now: number,
): Promise<ReadonlySet<string>> {
  const account = await store.accounts.find(accountId)
  if (!account || !openPlan(account, now).ok) return new Set()
  const [sessions, browsers, tokens, apps] = await Promise.all([
    store.sessions.list(accountId),
    store.browsers.list(accountId),
    store.tokens.list(accountId),
    store.connectedApps.list(accountId, now),
  ])
  return new Set([
    AGENT, // its tokens are not stored; each stream knows when its own expires
    OPERATOR,
    ...sessions.filter((session) => isSessionOpen(session, now)).map(({ id }) => id),
    ...browsers.filter((browser) => isBrowserOpen(browser, now)).map(({ id }) => id),
    ...apps.map(({ id }) => id),
    ...tokens.filter((token) => isTokenOpen(token, now)).map(({ id }) => id),
  ])
}
