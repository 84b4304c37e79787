/**
 * Everything a browser is shown, behind one door: the headers, the rate of the address, and for whatever does something
 * that it was sent from a page of this server. Each is logged by the template of its path, like any request.
 */
import { toErrorBody } from '@notegraph/service'
import { failedPage, messagePage, webPages } from '@notegraph/web'
import { Hono, type MiddlewareHandler } from 'hono'
import { csrf } from 'hono/csrf'
import { HTTPException } from 'hono/http-exception'
import { LIMITS, type ErrorBody } from '@notegraph/contract'
import { callerAddress } from './access-checks.ts'
import { refusalResponse } from './answers.ts'
import { basePathOf, below } from './base-path.ts'
import type { Ctx, Deps, Env, PageEnv } from './context.ts'
import { faultOf, logged } from './log.ts'
import { isForeign } from './origin.ts'
import { pageHeaders } from './page-headers.ts'
import { requestContext } from './request-context.ts'
import { REQUEST_ID } from './request-id.ts'
import { waitForTurn } from './fair-queue.ts'
import { signInRoutes } from './sign-in-routes.ts'
import { sentFrom, UNREAD, type Room } from './response-memory.ts'

export function pageRoutes(app: Hono<Env>, deps: Deps): void {
  const pages = pagesOf(deps)
  for (const { path, takes } of pathsOf(pages)) {
    const template = path.replaceAll(/:(\w+)/g, '{$1}')
    app.all(
      path,
      logged(deps, template, async (c, own) => {
        const onFailure = (error: unknown): void => {
          const fault = faultOf(error)
          if (fault.code !== undefined) Object.assign(requestContext() ?? {}, { code: fault.code })
          deps.log.error({ id: own[REQUEST_ID], route: template, fault }, 'a request failed')
        }
        // By address, since nobody has signed in yet.
        const address = callerAddress(deps, c.env, c.req.raw)
        const room = await deps.unread.reserve(address)
        await waitForTurn(address)
        const answered = room
          ? await pages.fetch(c.req.raw, { ...c.env, onFailure, takes })
          : await tooMany(toErrorBody(UNREAD))
        const response = await asRead(room, c, await below(basePathOf(deps.baseUrl()), answered))
        for (const [name, value] of Object.entries(own)) response.headers.set(name, value)
        return response
      }),
    )
  }
}

interface PagePath {
  readonly path: string
  /** Its methods; none where it takes any. */
  readonly takes: readonly string[]
}

/** Each once, those without a parameter first, so that each answers for itself. */
function pathsOf({ routes }: Hono<PageEnv>): PagePath[] {
  const methods = new Map<string, string[]>()
  for (const { path, method } of routes) {
    if (path === '/*') continue
    const taken = methods.get(path) ?? []
    if (method !== 'ALL') taken.push(...(method === 'GET' ? ['GET', 'HEAD'] : [method]))
    methods.set(path, taken)
  }
  const paths = Array.from(methods, ([path, takes]) => ({ path, takes: [...new Set(takes)] }))
  const hasParameter = ({ path }: PagePath): number => (/[:*]/.test(path) ? 1 : 0)
  return paths.toSorted((a, b) => hasParameter(a) - hasParameter(b))
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
  pages.use(otherMethods)
  pages.use(rated(deps))
  pages.use(ownPagesAlone(deps))
  signInRoutes(pages, deps)
  pages.route('/', webPages(deps))
  return pages
}

/** As on any path of the API, a method that a page does not take is 405, whoever asks, and whatever their rate. */
const otherMethods: MiddlewareHandler<PageEnv> = async (c, next) => {
  const { takes } = c.env
  const { method } = c.req
  if (takes.length === 0 || takes.includes(method)) return next()
  return refusalResponse({ code: 'method_not_allowed', method, allow: takes.join(', ') }, {})
}

const rated =
  (deps: Deps): MiddlewareHandler<PageEnv> =>
  async (c, next) => {
    const { limit } = deps.pageRequests
    if (!deps.pageRequests.count(callerAddress(deps, c.env, c.req.raw), deps.clock())) return next()
    return tooMany(toErrorBody({ code: 'rate_limited', limit }))
  }

const tooMany = async ({ error, hint }: ErrorBody): Promise<Response> =>
  messagePage(429, 'Too many requests', error, hint, { 'Retry-After': String(LIMITS.retryAfter) })

/** A page is sent as its reader takes it; files and archives are in any case. */
async function asRead(room: Room | undefined, c: Ctx, response: Response): Promise<Response> {
  const { status, headers } = response
  if (!room || c.req.method === 'HEAD' || headers.get('content-type')?.startsWith('text/html') !== true) {
    room?.done()
    return response
  }
  const sent = sentFrom(room, await response.text())
  for (const [name, value] of Object.entries(sent.headers)) headers.set(name, value)
  return new Response(sent.body, { status, headers })
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
