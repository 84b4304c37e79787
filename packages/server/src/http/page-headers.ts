/**
 * The headers of every page. Only this server's own content may run, load or frame. Browsers may not store a page or
 * report it to another site.
 */
import { secureHeaders } from 'hono/secure-headers'
import type { MiddlewareHandler } from 'hono'
import type { Deps, PageEnv } from './context.ts'
import { isSecure } from './cookies.ts'

const SELF = ["'self'"]
const NOBODY = ["'none'"]

/** The public address is known after the server listens, so the headers are built for the first page. */
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
      // Signing out sends a form on to the identity provider.
      formAction: issuer === undefined ? SELF : [...SELF, new URL(issuer).origin],
      frameAncestors: NOBODY,
      // The style sheet of Swagger UI contains its icons.
      imgSrc: [...SELF, 'data:'],
      scriptSrc: SELF,
      styleSrc: SELF,
    },
    crossOriginOpenerPolicy: 'same-origin',
    crossOriginResourcePolicy: 'same-origin',
    // With `no-referrer`, browsers send `Origin: null` with a form, which hides its origin.
    referrerPolicy: 'same-origin',
    strictTransportSecurity: secure && 'max-age=31536000; includeSubDomains',
    xFrameOptions: 'DENY',
  })
