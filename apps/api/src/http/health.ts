/** Whether the process runs, and whether it can serve: what a supervisor asks. Not logged, since it asks often. */
import type { Hono } from 'hono'
import { refusalResponse } from './answers.ts'
import type { Ctx, Deps, Env } from './context.ts'
import { REQUEST_ID, requestId, withId } from './request-id.ts'

const HEADERS = { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store' }
const OK = JSON.stringify({ ok: true })

export function healthRoutes(app: Hono<Env>, { store, log }: Deps): void {
  const route = (path: string, handle: (c: Ctx) => Promise<Response>) => {
    app.get(path, async (c) => withId(await handle(c), requestId(c.req.header(REQUEST_ID))))
    app.all(path, (c) => {
      const { method } = c.req
      const refused = refusalResponse({ code: 'method_not_allowed', method, allow: 'GET, HEAD' })
      return withId(refused, requestId(c.req.header(REQUEST_ID)))
    })
  }
  route('/healthz', async () => new Response(OK, { headers: HEADERS }))
  route('/readyz', async () => {
    try {
      await store.ready()
      return new Response(OK, { headers: HEADERS })
    } catch {
      log.error('the store cannot be read')
      return new Response(JSON.stringify({ ok: false }), { status: 503, headers: HEADERS })
    }
  })
}
