/** Files that readers of shared pages and sites open. None is named by its id, which opens it for everyone. */
import type { OpenFile } from '@notegraph/service'
import type { Hono } from 'hono'
import { bodyResponse, refusalResponse } from './answers.ts'
import { basePathOf, htmlBelow } from './base-path.ts'
import type { Ctx, Deps, Env } from './context.ts'
import type { FixedHeaders } from './document-headers.ts'
import { fileResponse } from './file-response.ts'
import { logged, type OwnHeaders } from './log.ts'
import type { ReaderMessage } from './reader-page.ts'
import { pathOf } from './token-route.ts'

/** The number of a file in an address, from 1 on; 0 for none. */
export const numberIn = (c: Ctx): number => Number(/^[1-9]\d{0,5}$/.exec(c.req.param('n') ?? '')?.[0] ?? 0)

/**
 * Mounts the files below one path. Their requests have the rate of readers. The pages beside them refuse other methods.
 * @param template the path
 * @param ofReaders headers beside those of every answer
 * @param ofPages the headers of a page that is sent instead of a file
 * @param find the file, or the page that is sent instead
 */
export function mountReaderFiles(
  app: Hono<Env>,
  deps: Deps,
  template: string,
  ofReaders: OwnHeaders,
  ofPages: () => Promise<FixedHeaders>,
  find: (c: Ctx) => Promise<OpenFile | ReaderMessage>,
): void {
  app.get(
    pathOf(template),
    logged(deps, template, async (c, own, address) => {
      const headers = { ...own, ...ofReaders }
      if (await deps.readerRequests.count(address, deps.clock()))
        return refusalResponse({ code: 'rate_limited', limit: deps.readerRequests.limit }, headers)
      const found = await find(c)
      if ('bytes' in found) return fileResponse(c, found, headers)
      const body = htmlBelow(basePathOf(deps.baseUrl()), found.body)
      return bodyResponse(body, found.status, { ...(await ofPages()), ...found.headers, ...own })
    }),
  )
}
