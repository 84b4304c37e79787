/**
 * The headers of every page: nothing runs, loads or frames that is not this server's own, and nothing of a page is kept
 * by a browser or told to another site.
 */
import { secureHeaders } from 'hono/secure-headers'
import type { MiddlewareHandler } from 'hono'
import type { Deps, PageEnv } from './context.ts'
import { isSecure } from './cookies.ts'

const SELF = ["'self'"]
const NOBODY = ["'none'"]

/** The address that people use is known once the server listens, so each is put together at its first page. */
export function pageHeaders({ baseUrl, signIn }: Deps): MiddlewareHandler<PageEnv> {
  let made: MiddlewareHandler | undefined
  return async (c, next) => {
    made ??= headersOf(isSecure(baseUrl()), signIn.issuer)
    await made(c, next)
    if (!c.res.headers.has('Cache-Control')) c.res.headers.set('Cache-Control', 'no-store')
  }
}

const headersOf = (secure: boolean, issuer: string | undefined): MiddlewareHandler =>
  secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: NOBODY,
      baseUri: NOBODY,
      connectSrc: SELF,
      fontSrc: SELF,
      // Signing out leads a form on to the identity provider.
      formAction: issuer === undefined ? SELF : [...SELF, new URL(issuer).origin],
      frameAncestors: NOBODY,
      // The marks of Swagger UI stand in its style sheet.
      imgSrc: [...SELF, 'data:'],
      scriptSrc: SELF,
      styleSrc: SELF,
    },
    crossOriginOpenerPolicy: 'same-origin',
    crossOriginResourcePolicy: 'same-origin',
    // Under `no-referrer` browsers send `Origin: null` with a form, and it could not be told where it came from.
    referrerPolicy: 'same-origin',
    strictTransportSecurity: secure && 'max-age=31536000; includeSubDomains',
    xFrameOptions: 'DENY',
  })
