/**
 * Everything a browser is shown, behind one door: the headers, the rate of the address, and for whatever does something
 * that it was sent from a page of this server. Each is logged by the template of its path, like any request.
 */
import { toErrorBody } from '@notegraph/service'
import { failedPage, messagePage, webPages } from '@notegraph/web'
import { Hono, type MiddlewareHandler } from 'hono'
import { csrf } from 'hono/csrf'
import { HTTPException } from 'hono/http-exception'
import { LIMITS } from '@notegraph/contract'
import { callerAddress } from './admit.ts'
import type { Deps, Env, PageEnv } from './context.ts'
import { faultOf, logged } from './log.ts'
import { isForeign } from './origin.ts'
import { pageHeaders } from './page-headers.ts'
import { REQUEST_ID } from './request-id.ts'
import { signInRoutes } from './sign-in-routes.ts'

export function pageRoutes(app: Hono<Env>, deps: Deps): void {
  const pages = pagesOf(deps)
  const paths = new Set(pages.routes.flatMap(({ path }) => (path === '/*' ? [] : path)))
  for (const path of paths) {
    const template = path.replaceAll(/:(\w+)/g, '{$1}')
    app.all(
      path,
      logged(deps, template, async (c, own) => {
        const onFailure = (error: unknown): void =>
          deps.log.error({ id: own[REQUEST_ID], route: template, fault: faultOf(error) }, 'a request failed')
        const response = await pages.fetch(c.req.raw, { ...c.env, onFailure })
        for (const [name, value] of Object.entries(own)) response.headers.set(name, value)
        return response
      }),
    )
  }
}

function pagesOf(deps: Deps): Hono<PageEnv> {
  const pages = new Hono<PageEnv>()
  pages.onError((error, c) => {
    if (error instanceof HTTPException)
      return messagePage(403, 'Not from here', 'This was not sent from a page of this server, so nothing was done.', 'Open the page here, and try again.') // prettier-ignore
    c.env.onFailure(error)
    return failedPage()
  })
  pages.use(pageHeaders(deps))
  pages.use(rated(deps))
  pages.use(ownPagesAlone(deps))
  signInRoutes(pages, deps)
  pages.route('/', webPages(deps))
  return pages
}

const rated =
  (deps: Deps): MiddlewareHandler<PageEnv> =>
  async (c, next) => {
    const { limit } = deps.pageRequests
    if (!deps.pageRequests.count(callerAddress(deps, c.env, c.req.raw), deps.clock())) return next()
    const { error, hint } = toErrorBody({ code: 'rate_limited', limit })
    return messagePage(429, 'Too many requests', error, hint, { 'Retry-After': String(LIMITS.retryAfter) })
  }

/**
 * What does something has to come from a page of this server. Browsers say so themselves (`Sec-Fetch-Site`), or tell the
 * page's origin, which on one's own machine may be any of its names; a program that says neither is refused as well.
 */
const ownPagesAlone = (deps: Deps): MiddlewareHandler<PageEnv> =>
  csrf({
    origin: (origin, c) => {
      if (isForeign(origin, deps.baseUrl())) return false
      const host = URL.parse(origin)?.host
      return host === new URL(deps.baseUrl()).host || host === c.req.header('host')
    },
  })
