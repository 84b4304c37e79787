/**
 * The routes of all pages, with shared checks: headers, the rate of the address, and the origin of every form. The log
 * has one line for each request, with the template of its path.
 */
import { toErrorBody, type Refusal } from '@notegraph/service'
import { errorPage, formsAgain, messagePage, missingPage, webPages } from '@notegraph/web'
import { Hono, type MiddlewareHandler } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { LIMITS } from '@notegraph/contract'
import { authorizeRoutes } from './authorize-routes.ts'
import { basePathOf, below } from './base-path.ts'
import { callerAddress } from './address.ts'
import { bodyResponse } from './answers.ts'
import type { Ctx, Deps, Env, PageEnv } from './context.ts'
import { digestLinkRoutes } from './digest-link-routes.ts'
import { logFailure, logged } from './log.ts'
import { coded } from './gzip.ts'
import { otherMethods, ownPagesAlone } from './page-checks.ts'
import { pageHeaders } from './page-headers.ts'
import { readerHandler } from './reader-page.ts'
import { readerFiles, readerPages } from './reader-routes.ts'
import { noteRefusal } from './request-context.ts'
import { waitForTurn } from './fair-queue.ts'
import { signInRoutes } from './sign-in-routes.ts'
import { siteReaderFiles, siteReaderPages } from './site-reader-routes.ts'
import { sentFrom, UNREAD, type Room } from './response-memory.ts'

type PageHandler = (c: Ctx) => Promise<Response>

/** @returns the handler of unknown addresses, for browsers */
export function pageRoutes(app: Hono<Env>, deps: Deps): PageHandler {
  const pages = pagesOf(deps)
  readerFiles(app, deps)
  siteReaderFiles(app, deps)
  for (const { headers, documents, forms } of [readerPages(deps), siteReaderPages(deps)]) {
    for (const [path, document] of Object.entries(documents))
      app.get(path, readerHandler(deps, templateOf(path), headers, document))
    mountPages(app, deps, forms, Object.keys(documents))
  }
  mountPages(app, deps, pages)
  return pageHandler(deps, pages, 'none', [])
}

/** @param read the paths that have a handler for `GET` already */
function mountPages(app: Hono<Env>, deps: Deps, pages: Hono<PageEnv>, read: readonly string[] = []): void {
  for (const { path, takes } of pathsOf(pages, read)) app.all(path, pageHandler(deps, pages, path, takes))
}

const templateOf = (path: string): string => path.replaceAll(/:(\w+)/g, '{$1}')

function pageHandler(deps: Deps, pages: Hono<PageEnv>, path: string, takes: readonly string[]): PageHandler {
  const template = templateOf(path)
  return logged(deps, template, async (c, own, address) => {
    const onFailure = (error: unknown): string => logFailure(deps, template, own, error)
    // By address, since the person has not signed in yet.
    const room = await deps.responseMemory.reserve(address)
    await waitForTurn(address)
    const answered = room
      ? await pages.fetch(c.req.raw, { ...c.env, onFailure, takes, address })
      : await tooMany(UNREAD)
    const response = await asRead(room, c, await below(basePathOf(deps.baseUrl()), answered))
    for (const [name, value] of Object.entries(own)) response.headers.set(name, value)
    return response
  })
}

interface PagePath {
  readonly path: string
  /** The methods of the path; empty if it accepts all. */
  readonly takes: readonly string[]
}

/** Each path once, those without a parameter first, so that each answers for itself. */
function pathsOf({ routes }: Hono<PageEnv>, read: readonly string[]): PagePath[] {
  const methods = new Map(read.map((path) => [path, ['GET', 'HEAD']]))
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
      return messagePage(403, 'Form refused', 'The form was not sent from a page of this server, so nothing changed.', 'Open the page on this server and try again.') // prettier-ignore
    return errorPage(c.env.onFailure(error), error)
  })
  pages.use(pageHeaders(deps))
  pages.use(otherMethods(async (error) => messagePage(405, 'Page not found', error)))
  pages.use(rated(deps))
  pages.use(ownPagesAlone(deps))
  signInRoutes(pages, deps)
  authorizeRoutes(pages, deps)
  digestLinkRoutes(pages, deps)
  pages.route('/', webPages(deps))
  pages.notFound(missingPage(deps))
  return pages
}

function rated(deps: Deps): MiddlewareHandler<PageEnv> {
  const again = formsAgain(deps)
  const own = ownPagesAlone(deps)
  return async (c, next) => {
    const { pageRequests, clock } = deps
    const address = callerAddress(deps, c.env, c.req.raw)
    if (!(await pageRequests.count(address, clock()))) return next()
    const refusal = { code: 'rate_limited', limit: pageRequests.limit } as const
    // Reading a form takes time, so only some come back.
    if (c.req.method !== 'POST' || (await deps.formsAgain.count(address, clock()))) return tooMany(refusal)
    return own(c, async () => {
      noteRefusal(refusal)
      c.res = (await again(c.req.raw, refusal)) ?? (await tooMany(refusal))
    })
  }
}

async function tooMany(refusal: Refusal): Promise<Response> {
  noteRefusal(refusal)
  const { error } = toErrorBody(refusal)
  return messagePage(429, 'Too many requests', error, 'Wait a minute, then try again.', {
    'Retry-After': String(LIMITS.retryAfter),
  })
}

/**
 * Compresses a page. A page with a new secret repeats nothing of a request, so its length reveals nothing of the secret.
 * Sends a page no faster than its reader reads. Files and archives always do so.
 */
async function asRead(room: Room | undefined, c: Ctx, response: Response): Promise<Response> {
  const { status, headers } = response
  if (!room || c.req.method === 'HEAD' || headers.get('content-type')?.startsWith('text/html') !== true) {
    room?.done()
    return response
  }
  const bytes = new Uint8Array(await response.arrayBuffer())
  const packed = await coded(c.req.header('accept-encoding'), bytes)
  const sent = sentFrom(room, packed.body)
  for (const [name, value] of Object.entries({ ...packed.headers, ...sent.headers })) headers.set(name, value)
  return bodyResponse(sent.body, status, headers)
}
