/**
 * The headers of pages for readers, who have no account here. Nothing on such a page runs, and nothing loads from another
 * host. The address of a shared page is a secret, which the shared headers keep from other sites.
 * @see sharing 1, 6
 */
import type { MiddlewareHandler } from 'hono'
import type { Deps, PageEnv } from './context.ts'
import { documentHeaders, SELF } from './document-headers.ts'

/** Search engines leave out a shared page, and its files, which have no page around them. */
export const NO_INDEX = { 'X-Robots-Tag': 'noindex' }

/** @param more further headers */
export function readerHeaders(
  deps: Deps,
  more: Readonly<Record<string, string>>,
): MiddlewareHandler<PageEnv> {
  const headers = documentHeaders(deps, { formAction: SELF, imgSrc: SELF })
  return async (c, next) => {
    await headers(c, next)
    for (const [name, value] of Object.entries(more)) c.res.headers.set(name, value)
  }
}
