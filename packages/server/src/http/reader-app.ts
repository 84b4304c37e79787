/**
 * The app of pages for readers, who have no account: their headers, their rate, and what an error looks like. An answer may
 * be cached, but the server is asked for it each time, so that what ended is gone at once.
 * @see sharing 1, 5, 6
 */
import { LIMITS } from '@notegraph/contract'
import { noSharedPage, readerError, tooManyReads } from '@notegraph/web'
import { Hono, type Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { callerAddress } from './address.ts'
import type { Deps, PageEnv } from './context.ts'
import { otherMethods, ownPagesAlone } from './page-checks.ts'
import { readerHeaders } from './reader-headers.ts'
import { weakTag, type RenderedPage } from './rendered-pages.ts'
import { noteRefusal } from './request-context.ts'
import { isCached } from './static-document.ts'

type Ctx = Context<PageEnv>
type Headers = Readonly<Record<string, string>>

/** @param headers on every answer, beside those that protect readers */
export function readerApp(deps: Deps, headers: Headers): Hono<PageEnv> {
  const pages = new Hono<PageEnv>()
  pages.onError(async (error, c) => {
    // A form of another site, or one that is too long.
    if (error instanceof HTTPException) return c.html(await noSharedPage(), error.status as 403 | 413)
    return c.html(await readerError(c.env.onFailure(error)), 500)
  })
  pages.use(readerHeaders(deps, headers))
  pages.use(otherMethods)
  pages.use(async (c, next) => {
    if (!(await isOften(deps, c))) return next()
    return c.html(await tooManyReads(), 429, { 'Retry-After': String(LIMITS.retryAfter) })
  })
  pages.use(ownPagesAlone(deps))
  return pages
}

async function isOften({ readerRequests, ...deps }: Deps, c: Ctx): Promise<boolean> {
  const often = await readerRequests.count(callerAddress(deps, c.env, c.req.raw), deps.clock())
  if (often) noteRefusal({ code: 'rate_limited', limit: readerRequests.limit })
  return often
}

/** The copies that are allowed: the reader's own, or also those of caches between. */
type Kept = 'private' | 'public'

/** Sends a page with an `ETag`, or 304 if the reader has it. */
export const cachedPage = (c: Ctx, { html, etag }: RenderedPage, kept: Kept): Response =>
  tagged(c, html, etag, 'text/html; charset=UTF-8', kept)

/** Sends any text in the same way. */
export const cachedText = (c: Ctx, text: string, type: string, kept: Kept): Response =>
  tagged(c, text, weakTag(text), type, kept)

function tagged(c: Ctx, text: string, etag: string, type: string, kept: Kept): Response {
  const headers = { 'Cache-Control': `${kept}, no-cache`, ETag: etag }
  return isCached(c.req.header('if-none-match'), { etag })
    ? c.body(null, 304, headers)
    : c.body(text, 200, { ...headers, 'Content-Type': type })
}

/** The `offset` in the query of an address. */
export function offsetIn(c: Ctx): number {
  const text = c.req.query('offset') ?? ''
  return /^\d{1,9}$/.test(text) ? Number(text) : 0
}
