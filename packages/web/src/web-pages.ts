/** The pages of an account: its settings and a look at what its graph holds, rendered here, readable without a script. */
import { Hono } from 'hono'
import { assetRoutes } from './assets.ts'
import type { WebDeps } from './deps.ts'
import { PAGES } from './pages/index.ts'
import { missing, redirect, visits } from './visits.ts'

/**
 * @returns an app that answers the paths of the pages and below `/assets`, `/settings` and `/graph`. An error that it
 * throws is for whoever mounts it to log and to answer with `errorPage`.
 */
export function webPages(deps: WebDeps): Hono {
  const app = new Hono()
  app.onError((error) => {
    throw error
  })
  app.notFound(missing(deps))
  assetRoutes(app)
  const first = PAGES.find(({ section }) => section === 'graph') ?? PAGES[0]!
  const start = (path: string, to: string) => app.get(path, (c) => redirect(c, to))
  start('/', first.path)
  start('/settings', PAGES.find(({ section }) => section === 'settings')!.path)
  for (const page of PAGES) page.routes(visits(app, deps, page), deps)
  for (const path of ['/settings/*', '/graph/*', '/assets/*']) app.all(path, missing(deps))
  return app
}
