/** The pages of an account, beside the API: whatever they answer is logged by the template of its path, like any request. */
import { failedPage, webPages } from '@notegraph/web'
import type { Hono } from 'hono'
import type { Deps, Env } from './context.ts'
import { logged } from './log.ts'

export function webRoutes(app: Hono<Env>, deps: Deps): void {
  const web = webPages(deps)
  const paths = new Set(web.routes.map(({ path }) => path))
  for (const path of paths)
    app.all(
      path,
      logged(
        deps,
        path,
        async (c, own) => {
          const response = await web.fetch(c.req.raw, c.env)
          for (const [name, value] of Object.entries(own)) response.headers.set(name, value)
          return response
        },
        failedPage,
      ),
    )
}
