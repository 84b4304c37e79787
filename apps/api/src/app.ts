/** The HTTP interface: routes over the service, and nothing decided here. */
import {
  ABOUT_APP,
  ABOUT_NOTES,
  APP_ROUTES,
  openApiDocument,
  ROUTES,
  TOOLS,
  type OpenApiOptions,
} from '@notegraph/contract'
import { PAGE_TYPES } from '@notegraph/page-types'
import { Hono } from 'hono'
import { refusalResponse } from './http/answers.ts'
import { targetOf, type Deps, type Env } from './http/context.ts'
import { billingRoute } from './http/billing-route.ts'
import { fileRoutes } from './http/file-routes.ts'
import { healthRoutes } from './http/health.ts'
import { logged } from './http/log.ts'
import { mcpRoute } from './http/mcp-route.ts'
import { openRoute } from './http/open-route.ts'
import { notesRoutes } from './http/notes-routes.ts'
import { pageRoutes } from './http/page-routes.ts'
import { settingsRoutes } from './http/settings-routes.ts'
import { syncRoutes } from './http/sync-routes.ts'
import { canonicalPath } from './http/target.ts'
import { transferRoutes } from './http/transfer-routes.ts'
import { VERSION } from './version.ts'

export function createApp(deps: Deps): Hono<Env> {
  const app = newApp()
  notesRoutes(app, deps)
  settingsRoutes(app, deps)
  transferRoutes(app, deps)
  fileRoutes(app, deps)
  syncRoutes(app, deps)
  billingRoute(app, deps)
  mcpRoute(app, deps)
  pageRoutes(app, deps)
  const types = JSON.stringify({ types: PAGE_TYPES })
  openRoute(app, deps, '/api/v1/notes/types', () => types)
  describedAt('/api/v1/openapi.json', { routes: ROUTES, tools: TOOLS, about: ABOUT_NOTES })
  describedAt('/api/v1/settings/openapi.json', { routes: APP_ROUTES, about: ABOUT_APP })
  return finished(app, deps)

  function describedAt(path: string, what: Described): void {
    let document: string | undefined
    openRoute(app, deps, path, () => (document ??= describe(deps, what)))
  }
}

/** The tools for assistants alone, for a server that answers nothing else. */
export function createMcpApp(deps: Deps): Hono<Env> {
  const app = newApp()
  mcpRoute(app, deps)
  return finished(app, deps)
}

const newApp = (): Hono<Env> =>
  new Hono<Env>({ getPath: (request, options) => canonicalPath(targetOf(request, options?.env).path) })

function finished(app: Hono<Env>, deps: Deps): Hono<Env> {
  healthRoutes(app, deps)
  const noRoute = logged(deps, 'none', async (_, own) =>
    refusalResponse({ code: 'not_found', what: 'path' }, own),
  )
  app.notFound((c) => noRoute(c))
  return app
}

type Described = Pick<OpenApiOptions, 'routes' | 'tools' | 'about'>

/** A description of routes, with the rates as they are set here. */
function describe({ baseUrl, requests, writeRates, reversibleChanges }: Deps, what: Described): string {
  const rates = {
    requestsPerAddress: requests.limit,
    writesPerToken: writeRates.perToken,
    writesPerAddress: writeRates.perAddress,
    reversibleChanges,
  }
  return JSON.stringify(openApiDocument({ baseUrl: baseUrl(), version: VERSION, rates, ...what }))
}
