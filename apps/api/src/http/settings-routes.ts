/** The list of changes and its Revert, which the session of a device opens. @see decisions 8, 9.2 */
import { ChangesQuery } from '@notegraph/contract'
import { ok } from '@notegraph/service'
import type { Hono } from 'hono'
import type { Deps, Env } from './context.ts'
import { partOf, queryOf } from './request.ts'
import { sessionRoute } from './token-route.ts'

export function settingsRoutes(app: Hono<Env>, deps: Deps): void {
  const { changes } = deps
  sessionRoute(app, deps, '/api/v1/settings/changes', {
    async GET({ account }, c) {
      const query = queryOf(c, ChangesQuery)
      return query.ok ? ok(await changes.list(account.id, query.value)) : query
    },
  })
  sessionRoute(app, deps, '/api/v1/settings/changes/{id}/revert', {
    async POST({ account }, c) {
      const id = partOf(c, -2, 'change id')
      return id.ok ? changes.revert(account, id.value) : id
    },
  })
}
