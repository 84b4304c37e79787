/** Checks before every page: its methods, and the origin of its forms. */
import { toErrorBody, type Refusal } from '@notegraph/service'
import type { MiddlewareHandler } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { ADD_PATH } from '@notegraph/web'
import { acceptsHtml } from './accepts-html.ts'
import { refusalResponse } from './answers.ts'
import type { Deps, PageEnv } from './context.ts'
import { isForeign } from './origin.ts'
import { noteRefusal } from './request-context.ts'

/**
 * As in the API, an unknown method gets 405, before any rate or sign-in is checked.
 * @param page the page for browsers, in the layout of the pages beside it
 */
export const otherMethods =
  (page: (error: string) => Response | Promise<Response>): MiddlewareHandler<PageEnv> =>
  async (c, next) => {
    const { takes } = c.env
    const { method } = c.req
    if (takes.length === 0 || takes.includes(method)) return next()
    const refusal: Refusal = { code: 'method_not_allowed', method, allow: takes.join(', ') }
    if (!acceptsHtml(c.req.raw)) return refusalResponse(refusal, {})
    noteRefusal(refusal)
    const answer = await page(toErrorBody(refusal).error)
    answer.headers.set('Allow', refusal.allow)
    return answer
  }

const SAFE: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * A request that changes something must come from a page of this server, whatever its content. Browsers report that with
 * `Sec-Fetch-Site` or the page's origin, which may be any name of one's own machine. A request with neither is refused.
 */
export const ownPagesAlone =
  (deps: Deps): MiddlewareHandler<PageEnv> =>
  async ({ req }, next) => {
    const isOwn = (origin: string): boolean => {
      if (isForeign(origin, deps.baseUrl())) return false
      const host = URL.parse(origin)?.host
      return host === new URL(deps.baseUrl()).host || host === req.header('host')
    }
    const origin = req.header('origin')
    const isFromOwnPage =
      req.header('sec-fetch-site') === 'same-origin' || (origin !== undefined && isOwn(origin))
    // A share of another program fills a form and writes nothing.
    if (!SAFE.has(req.method) && req.path !== ADD_PATH && !isFromOwnPage) throw new HTTPException(403)
    return next()
  }
