/** Routes without a token, which pages of any site may read. Their answers grant no access. */
import { openResponse, refusalResponse } from './answers.ts'
import { takesGzip } from './gzip.ts'
import { logged } from './log.ts'
import { isCached, type StaticDocument } from './static-document.ts'
import type { Mount } from './token-route.ts'

const CORS = { 'Access-Control-Allow-Origin': '*' }
const ALLOW = 'GET, HEAD, OPTIONS'

export const openRoute =
  (document: () => Promise<StaticDocument>): Mount =>
  (app, deps, { path }) => {
    app.get(
      path,
      logged(deps, path, async (c, own) => {
        const prepared = await document()
        const held = isCached(c.req.header('if-none-match'), prepared)
        return openResponse(
          prepared,
          held ? 'held' : takesGzip(c.req.header('accept-encoding')) ? 'gzip' : 'plain',
          own,
        )
      }),
    )
    app.options(
      path,
      logged(
        deps,
        path,
        async (_, own) =>
          new Response(null, {
            status: 204,
            headers: {
              ...CORS,
              Allow: ALLOW,
              'Access-Control-Allow-Methods': 'GET, HEAD',
              'Access-Control-Allow-Headers': '*',
              'Access-Control-Max-Age': '86400',
              ...own,
            },
          }),
      ),
    )
    app.all(
      path,
      logged(deps, path, async (c, own) =>
        refusalResponse(
          { code: 'method_not_allowed', method: c.req.method, allow: ALLOW },
          { ...CORS, ...own },
        ),
      ),
    )
  }
