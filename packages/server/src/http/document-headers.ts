/**
 * The headers that all pages share. Nothing loads from another host, no other site may frame a page, and browsers do not
 * store one that does not say otherwise.
 */
import { secureHeaders } from 'hono/secure-headers'
import type { MiddlewareHandler } from 'hono'
import type { Deps, PageEnv } from './context.ts'
import { isSecure } from './cookies.ts'

export const SELF: readonly string[] = ["'self'"]
const NOBODY = ["'none'"]

type Policy = Readonly<Record<string, readonly string[]>>

/**
 * The public address is known after the server listens, so the headers are built for the first page.
 * @param policy the directives of the content security policy beyond those of every page
 */
export function documentHeaders({ baseUrl }: Deps, policy: Policy): MiddlewareHandler<PageEnv> {
  let made: MiddlewareHandler | undefined
  return async (c, next) => {
    made ??= headersOf(isSecure(baseUrl()), policy)
    await made(c, next)
    if (!c.res.headers.has('Cache-Control')) c.res.headers.set('Cache-Control', 'no-store')
  }
}

const headersOf = (secure: boolean, policy: Policy): MiddlewareHandler =>
  secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: NOBODY,
      baseUri: NOBODY,
      frameAncestors: NOBODY,
      styleSrc: [...SELF],
      ...Object.fromEntries(Object.entries(policy).map(([name, sources]) => [name, [...sources]])),
    },
    crossOriginOpenerPolicy: 'same-origin',
    crossOriginResourcePolicy: 'same-origin',
    // With `no-referrer`, browsers send `Origin: null` with a form, which hides its origin.
    referrerPolicy: 'same-origin',
    strictTransportSecurity: secure && 'max-age=31536000; includeSubDomains',
    xFrameOptions: 'DENY',
  })
