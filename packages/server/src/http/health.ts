/**
 * Health checks for a supervisor: whether the process runs, and whether it can serve, and the version. They are frequent and not
 * logged.
 */
import type { Hono } from 'hono'
import { VERSION } from '../version.ts'
import { refusalResponse } from './answers.ts'
import type { Ctx, Deps, Env } from './context.ts'
import { REQUEST_ID, requestId } from './request-context.ts'

const HEADERS = {
  'Content-Type': 'application/json; charset=utf-8',
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
}

export function healthRoutes(app: Hono<Env>, { store, log, build }: Deps): void {
  const route = (path: string, statusOf: () => Promise<200 | 503>, facts?: object) => {
    const own = (c: Ctx) => ({ [REQUEST_ID]: requestId(c.req.header(REQUEST_ID)) })
    app.get(path, async (c) => {
      const status = await statusOf()
      return new Response(JSON.stringify({ ok: status === 200, ...facts }), {
        status,
        headers: { ...HEADERS, ...own(c) },
      })
    })
    app.all(path, (c) => {
      const { method } = c.req
      return refusalResponse({ code: 'method_not_allowed', method, allow: 'GET, HEAD' }, own(c))
    })
  }
  route('/healthz', async () => 200)
  route('/api/version', async () => 200, { version: VERSION, ...(build !== undefined && { build }) })
  route('/readyz', async () => {
    try {
      await store.ready()
      return 200
    } catch {
      log.error('the store cannot be read')
      return 503
    }
  })
}
