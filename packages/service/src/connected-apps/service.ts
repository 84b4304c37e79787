/** The connected apps of an account, for its owner. @see assistants 9.3 */
import type { ConnectedApp, Right, Scope, Store } from '@notegraph/store'
import { needRecent } from '../recent-sign-in.ts'
import { ok, refuse, type Result } from '../refusal.ts'
import { addsRight, rightsOf } from '../rights.ts'

/** A connected app without its secrets. */
export interface ConnectedAppView {
  readonly id: string
  readonly name: string
  /** The host that vouches for the app. */
  readonly host: string
  readonly scope: Scope
  readonly may?: readonly Right[]
  readonly createdAt: number
  /** Rounded to the minute. */
  readonly lastUsedAt?: number
}

/** The connected apps of accounts. */
export interface ConnectedAppsService {
  /** Newest first. */
  list(accountId: string): Promise<ConnectedAppView[]>
  /**
   * Replaces the rights of an app.
   * @param isRecent whether the person signed in recently, which a new right needs
   * @returns 404 if the account has no such app, 403 without a recent sign-in
   */
  setRights(
    accountId: string,
    id: string,
    may: readonly Right[],
    isRecent: boolean,
  ): Promise<Result<ConnectedAppView>>
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
  async setRights(accountId, id, may, isRecent) {
    const none = refuse({ code: 'not_found', what: 'app', name: id })
    const app = (await connectedApps.list(accountId, clock())).find((one) => one.id === id)
    if (!app) return none
    const allowed = needRecent(isRecent || !addsRight(app.may, may))
    if (!allowed.ok) return allowed
    const changed = await connectedApps.setRights(id, accountId, rightsOf(may))
    return changed ? ok(viewOf(changed)) : none
  },
  async end(accountId, id) {
    const app = await connectedApps.end(id, accountId)
    return app ? ok(viewOf(app)) : refuse({ code: 'not_found', what: 'app', name: id })
  },
})

const viewOf = ({ id, name, host, scope, may, createdAt, lastUsedAt }: ConnectedApp): ConnectedAppView => ({
  id,
  name,
  host,
  scope,
  ...(may && { may }),
  createdAt,
  ...(lastUsedAt !== undefined && { lastUsedAt }),
})
