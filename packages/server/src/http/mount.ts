/**
 * Mounts the routes of the contract's table: paths, methods and parameters come from it, and handlers by operation id.
 * Every route of the table has a handler and every handler a route, or the server does not start.
 */
import { ALL_ROUTES, routeOf, type Route } from '@notegraph/contract'
import { groupBy } from '@notegraph/graph'
import type { Hono } from 'hono'
import type { Deps, Env } from './context.ts'
import { ofDevices } from './device-rate.ts'
import { refuseOthers, type ByOperation, type Mount } from './token-route.ts'

/** @throws {Error} if a route has no handler, or a handler no route */
export function mountRoutes(app: Hono<Env>, deps: Deps, mounts: ByOperation<Mount>): void {
  for (const operationId of Object.keys(mounts)) routeOf(operationId)
  const missing = ALL_ROUTES.find(({ operationId }) => !mounts[operationId])
  if (missing) throw new Error(`${missing.operationId} has no handler.`)
  for (const [path, routes] of pathsInOrder()) {
    const counting = routes.some(({ rate }) => rate === 'devices') ? ofDevices(deps) : deps
    for (const route of routes) mounts[route.operationId]?.(app, counting, route)
    // Open routes answer every method themselves, since any page may read their refusals.
    if (routes.some(({ auth }) => auth !== 'open'))
      refuseOthers(
        app,
        counting,
        path,
        routes.map(({ method }) => method),
      )
  }
}

/** Paths without a parameter come first, because the router takes the first match. */
function pathsInOrder(): [path: string, routes: readonly Route[]][] {
  const hasParameter = ([path]: [string, unknown]): number => (path.includes('{') ? 1 : 0)
  return [...groupBy(ALL_ROUTES, ({ path }) => path)].toSorted((a, b) => hasParameter(a) - hasParameter(b))
}
