/** Whether the process runs, and whether it can serve: what a supervisor asks. Not logged, since it asks often. */
import type { Hono } from 'hono'
import { refusalResponse } from './answers.ts'
import type { Deps, Env } from './context.ts'

const HEADERS = { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store' }
const OK = JSON.stringify({ ok: true })

export function healthRoutes(app: Hono<Env>, { store, log }: Deps): void {
  app.get('/healthz', () => new Response(OK, { headers: HEADERS }))
  app.get('/readyz', async () => {
    try {
      await store.ready()
      return new Response(OK, { headers: HEADERS })
    } catch {
      log.error('the store cannot be read')
      return new Response(JSON.stringify({ ok: false }), { status: 503, headers: HEADERS })
    }
  })
  for (const path of ['/healthz', '/readyz'])
    app.all(path, (c) =>
      refusalResponse({ code: 'method_not_allowed', method: c.req.method, allow: 'GET, HEAD' }),
    )
}
