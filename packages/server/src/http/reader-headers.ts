/**
 * The headers of pages for readers, who have no account here. Nothing on such a page runs, and nothing loads from another
 * host.
 * @see sharing 1, 6
 */
import { secureHeaders } from 'hono/secure-headers'
import type { MiddlewareHandler } from 'hono'
import type { Deps, PageEnv } from './context.ts'
import { isSecure } from './cookies.ts'

const SELF = ["'self'"]
const NOBODY = ["'none'"]

/** Search engines leave out a shared page, and its files, which have no page around them. */
export const NO_INDEX = { 'X-Robots-Tag': 'noindex' }

/**
 * The public address is known after the server listens, so the headers are built for the first page.
 * @param more further headers
 */
export function readerHeaders(
  { baseUrl }: Deps,
  more: Readonly<Record<string, string>>,
): MiddlewareHandler<PageEnv> {
  let made: MiddlewareHandler | undefined
  return async (c, next) => {
    made ??= headersOf(isSecure(baseUrl()))
    await made(c, next)
    for (const [name, value] of Object.entries(more)) c.res.headers.set(name, value)
    if (!c.res.headers.has('Cache-Control')) c.res.headers.set('Cache-Control', 'no-store')
  }
}

const headersOf = (secure: boolean): MiddlewareHandler =>
  secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: NOBODY,
      baseUri: NOBODY,
      formAction: SELF,
      frameAncestors: NOBODY,
      imgSrc: SELF,
      styleSrc: SELF,
    },
    crossOriginOpenerPolicy: 'same-origin',
    crossOriginResourcePolicy: 'same-origin',
    // The address of the page is a secret, which no other site may learn. A form needs its origin.
    referrerPolicy: 'same-origin',
    strictTransportSecurity: secure && 'max-age=31536000; includeSubDomains',
    xFrameOptions: 'DENY',
  })
