/**
 * The headers of the pages of an account. Only this server's own content may run, load or frame. Browsers may not store a
 * page or report it to another site.
 */
import type { MiddlewareHandler } from 'hono'
import type { Deps, PageEnv } from './context.ts'
import { documentHeaders, SELF, withHeaders } from './document-headers.ts'

export function pageHeaders(deps: Deps): MiddlewareHandler<PageEnv> {
  const { issuer } = deps.signIn
  const headers = documentHeaders({
    connectSrc: SELF,
    fontSrc: SELF,
    // Diagrams are drawn in frames without an origin. No other page of the server lets itself be framed.
    frameSrc: SELF,
    // Signing out sends a form on to the identity provider.
    formAction: issuer === undefined ? SELF : [...SELF, new URL(issuer).origin],
    // The style sheet of Swagger UI contains its icons.
    // The outliner shows pictures that it has on the device.
    imgSrc: [...SELF, 'data:', 'blob:'],
    manifestSrc: SELF,
    scriptSrc: SELF,
  })
  return withHeaders(headers)
}
