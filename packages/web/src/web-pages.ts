/** The pages of an account: its settings and a view of its graph, rendered on the server, readable without a script. */
import { Hono } from 'hono'
import { assetRoutes } from './assets.ts'
import { CAPTURE_PATH } from './components/links.ts'
import type { WebDeps } from './deps.ts'
import { manifestRoute } from './manifest.ts'
import { PAGES } from './pages/index.ts'
import { keysRoutes } from './pages/graph/keys.ts'
import { outlinerRoutes } from './outliner.ts'
import { missingPage, redirect, visits } from './visits.ts'

/**
 * An app with the pages.
 * @returns an app for the paths of the pages and below `/assets`, `/settings` and `/graph`. The caller logs the
 * errors that the app throws, and answers them with `errorPage`.
 * @example
 * const app = webPages(deps)
 * const response = await app.request('/graph')
 */
export function webPages(deps: WebDeps): Hono {
  const app = new Hono()
  app.onError((error) => {
    throw error
  })
  app.notFound(missingPage(deps))
  assetRoutes(app)
  manifestRoute(app)
  const first = PAGES.find(({ section }) => section === 'graph') ?? PAGES[0]!
  const start = (path: string, to: string) => app.get(path, (c) => redirect(c, to))
  if (!outlinerRoutes(app)) start('/', first.path)
  start('/capture', CAPTURE_PATH)
  start('/settings', PAGES.find(({ section }) => section === 'settings')!.path)
  for (const page of PAGES) page.routes(visits(app, deps, page), deps)
  keysRoutes(visits(app, deps, first), PAGES)
  for (const path of ['/settings/*', '/graph/*', '/assets/*']) app.all(path, missingPage(deps))
  return app
}
