/** Files that readers of shared pages and sites open. Each is named by its number on the page, since its id opens it for everyone. */
import { NO_PAGE_FILE, type OpenFile, type Result } from '@notegraph/service'
import type { Hono } from 'hono'
import { refusalResponse } from './answers.ts'
import type { Ctx, Deps, Env } from './context.ts'
import { fileResponse } from './file-response.ts'
import { logged, type OwnHeaders } from './log.ts'
import { pathOf, refuseOthers } from './token-route.ts'

/**
 * Mounts the files below one path. Their requests have the rate of readers.
 * @param template the path, whose part `{n}` is the number of a file
 * @param ofReaders headers beside those of every answer
 * @param find the file with a number, from 1 on
 */
export function mountReaderFiles(
  app: Hono<Env>,
  deps: Deps,
  template: string,
  ofReaders: OwnHeaders,
  find: (c: Ctx, number: number) => Promise<Result<OpenFile>>,
): void {
  app.get(
    pathOf(template),
    logged(deps, template, async (c, own, address) => {
      const headers = { ...own, ...ofReaders }
      if (await deps.readerRequests.count(address, deps.clock()))
        return refusalResponse({ code: 'rate_limited', limit: deps.readerRequests.limit }, headers)
      const number = /^[1-9]\d{0,5}$/.exec(c.req.param('n') ?? '')?.[0]
      const found = number === undefined ? NO_PAGE_FILE : await find(c, Number(number))
      return found.ok ? fileResponse(c, found.value, headers) : refusalResponse(found.refusal, headers)
    }),
  )
  refuseOthers(app, { ...deps, requests: deps.readerRequests }, template, ['GET'])
}
