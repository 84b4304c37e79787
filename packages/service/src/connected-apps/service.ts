/** The connected apps of an account, for its owner. @see assistants 9.3 */
import type { ConnectedApp, Scope, Store } from '@notegraph/store'
import { ok, refuse, type Result } from '../refusal.ts'

/** A connected app without its secrets. */
export interface ConnectedAppView {
  readonly id: string
  readonly name: string
  /** The host that vouches for the app. */
  readonly host: string
  readonly scope: Scope
  readonly createdAt: number
  /** Rounded to the minute. */
  readonly lastUsedAt?: number
}

/** The connected apps of accounts. */
export interface ConnectedAppsService {
  /** Newest first. */
  list(accountId: string): Promise<ConnectedAppView[]>
  /** Ends an app and its tokens at once. @returns 404 if the account has no such app */
  end(accountId: string, id: string): Promise<Result<ConnectedAppView>>
}

/**
 * Creates the service.
 *
 * @param clock returns the time in milliseconds since 1970
 * @example
 * ```ts
 * const apps = connectedAppsService(store, Date.now)
 * ```
 */
export const connectedAppsService = (
  { connectedApps }: Store,
  clock: () => number,
): ConnectedAppsService => ({
  list: async (accountId) => (await connectedApps.list(accountId, clock())).map(viewOf).toReversed(),
  async end(accountId, id) {
    const app = await connectedApps.end(id, accountId)
    return app ? ok(viewOf(app)) : refuse({ code: 'not_found', what: 'app', name: id })
  },
})

const viewOf = ({ id, name, host, scope, createdAt, lastUsedAt }: ConnectedApp): ConnectedAppView => ({
  id,
  name,
  host,
  scope,
  createdAt,
  ...(lastUsedAt !== undefined && { lastUsedAt }),
})
