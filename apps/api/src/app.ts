/** The HTTP interface: routes over the service, and nothing decided here. */
import { openApiDocument, ROUTES } from '@notegraph/contract'
import { PAGE_TYPES } from '@notegraph/page-types'
import { Hono } from 'hono'
import { refusalResponse } from './http/answers.ts'
import { targetOf, type Deps, type Env } from './http/context.ts'
import { healthRoutes } from './http/health.ts'
import { logged } from './http/log.ts'
import { openRoute } from './http/open-route.ts'
import { readRoutes } from './http/read-routes.ts'
import { canonicalPath } from './http/target.ts'
import { VERSION } from './version.ts'

export function createApp(deps: Deps): Hono<Env> {
  const app = new Hono<Env>({
    getPath: (request, options) => canonicalPath(targetOf(request, options?.env).path),
  })
  readRoutes(app, deps)
  const types = JSON.stringify({ types: PAGE_TYPES })
  openRoute(app, deps, '/api/v1/notes/types', () => types)
  let document: string | undefined
  openRoute(app, deps, '/api/v1/openapi.json', () => (document ??= describe(deps)))
  healthRoutes(app, deps)
  const noRoute = logged(deps, 'none', async () => refusalResponse({ code: 'not_found', what: 'path' }))
  app.notFound((c) => noRoute(c))
  return app
}

/** The description of the routes that are served here. */
function describe({ baseUrl }: Deps): string {
  const served = ROUTES.filter(({ auth }) => auth !== 'write')
  return JSON.stringify(openApiDocument({ baseUrl: baseUrl(), version: VERSION, routes: served }))
}
