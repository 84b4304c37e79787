/**
 * The app of requests of readers other than `GET`: their headers, their rate, and what an error looks like.
 * @see sharing 1, 6
 */
import { LIMITS } from '@notegraph/contract'
import { noSharedPage, notForReaders, readerError, tooManyReads } from '@notegraph/web'
import { Hono, type Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { Deps, PageEnv } from './context.ts'
import { withHeaders } from './document-headers.ts'
import type { ReaderHeaders } from './reader-headers.ts'
import { otherMethods, ownPagesAlone } from './page-checks.ts'
import { countRead, readerMessage, type ReaderDocument } from './reader-page.ts'
import { noteRefusal } from './request-context.ts'

/** The pages of readers and their forms. */
export interface ReaderPages {
  /** The headers of every answer, beside its own. */
  readonly headers: ReaderHeaders
  /** The answers to `GET`, by path. */
  readonly documents: Readonly<Record<string, ReaderDocument>>
  /** The other methods. */
  readonly forms: Hono<PageEnv>
}

/** @param headers on every answer */
export function readerApp(deps: Deps, headers: ReaderHeaders): Hono<PageEnv> {
  const pages = new Hono<PageEnv>()
  pages.onError(async (error, c) => {
    // A form of another site, or one that is too long.
    if (error instanceof HTTPException) return c.html(await noSharedPage(), error.status as 403 | 413)
    return c.html(await readerError(c.env.onFailure(error)), 500)
  })
  pages.use(withHeaders(async () => headers()))
  pages.use(
    otherMethods(async (error) => {
      const { status, headers, body } = readerMessage(405, await notForReaders(error))
      return new Response(body, { status, headers })
    }),
  )
  pages.use(async (c, next) => {
    const often = await countRead(deps, c.env.address)
    if (!often) return next()
    noteRefusal(often)
    return c.html(await tooManyReads(), 429, { 'Retry-After': String(LIMITS.retryAfter) })
  })
  pages.use(ownPagesAlone(deps))
  return pages
}

/** The `offset` in the query of an address. */
export function offsetIn(c: Pick<Context, 'req'>): number {
  const text = c.req.query('offset') ?? ''
  return /^\d{1,9}$/.test(text) ? Number(text) : 0
}
