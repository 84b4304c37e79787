/** The HTTP interface: routes over the service. All decisions are the service's. */
import { diagramRoutes } from '@notegraph/web'
import { Hono } from 'hono'
import { refusalResponse } from './http/answers.ts'
import { routedPath } from './http/target.ts'
import type { Ctx, Deps, Env } from './http/context.ts'
import { backchannelRoute } from './http/backchannel-route.ts'
import { acceptsHtml } from './http/accepts-html.ts'
import { billingRoute } from './http/billing-route.ts'
import { endDigestRoute } from './http/digest-link-routes.ts'
import { fileRoutes } from './http/file-routes.ts'
import { healthRoutes } from './http/health.ts'
import { logged } from './http/log.ts'
import { liveRoutes } from './http/live-routes.ts'
import { mcpRoute } from './http/mcp-route.ts'
import { oauthRoutes } from './http/oauth-routes.ts'
import { mountRoutes } from './http/mount.ts'
import { openRoute } from './http/open-route.ts'
import { ownFileRoute } from './http/own-file-route.ts'
import { notesRoutes } from './http/notes-routes.ts'
import { pageRoutes } from './http/page-routes.ts'
import { askRoute, withSiteHosts } from './http/site-host-routes.ts'
import { settingsRoutes } from './http/settings-routes.ts'
import { syncRoutes } from './http/sync-routes.ts'
import { transferRoutes } from './http/transfer-routes.ts'
import { openDocuments, type OpenDocuments } from './open-documents.ts'

/**
 * Creates the app of the API, MCP and the web pages.
 *
 * @param documents the public documents, if they were prepared in advance
 * @example
 * ```ts
 * const app = createApp(deps)
 * const response = await app.request('/healthz')
 * ```
 */
export function createApp(deps: Deps, documents: OpenDocuments = openDocuments(deps)): Hono<Env> {
  const app = newApp(deps)
  mountRoutes(app, deps, {
    ...notesRoutes(deps),
    ...settingsRoutes(deps),
    ...transferRoutes(deps),
    ...fileRoutes(deps),
    ...syncRoutes(deps),
    ...liveRoutes,
    ...Object.fromEntries(Array.from(documents, ([id, document]) => [id, openRoute(document)])),
  })
  billingRoute(app, deps)
  backchannelRoute(app, deps)
  endDigestRoute(app, deps)
  mcpRoute(app, deps)
  oauthRoutes(app, deps)
  ownFileRoute(app, deps)
  askRoute(app, deps)
  app.route('/', diagramRoutes())
  return withSiteHosts(finished(app, deps, pageRoutes(app, deps)), deps)
}

/**
 * Creates an app with only the tools for assistants.
 *
 * @example
 * ```ts
 * const app = createMcpApp(deps)
 * ```
 */
export function createMcpApp(deps: Deps): Hono<Env> {
  const app = newApp(deps)
  mcpRoute(app, deps)
  return finished(app, deps)
}

/** A year. Other servers below the same domain may have no https, so they are not named. */
const HTTPS_ALONE = 'max-age=31536000'

function newApp({ baseUrl }: Deps): Hono<Env> {
  const app = new Hono<Env>({ getPath: routedPath })
  app.use(async (c, next) => {
    await next()
    if (baseUrl().startsWith('https:')) c.res.headers.set('Strict-Transport-Security', HTTPS_ALONE)
  })
  return app
}

/** @param page answers browsers at unknown addresses; if undefined, they get JSON like programs */
function finished(app: Hono<Env>, deps: Deps, page?: (c: Ctx) => Promise<Response>): Hono<Env> {
  healthRoutes(app, deps)
  const noRoute = logged(deps, 'none', async (_, own) =>
    refusalResponse({ code: 'not_found', what: 'path' }, own),
  )
  app.notFound((c) => (page && isNavigation(c) ? page(c) : noRoute(c)))
  return app
}

/** Whether a browser opens an address that is not one of the API. */
const isNavigation = ({ req }: Ctx): boolean =>
  req.method === 'GET' && !req.path.startsWith('/api/') && acceptsHtml(req.raw)
