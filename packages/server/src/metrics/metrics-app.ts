/** The page for the scraper, on a port of its own, because the measurements are not for callers of the API. */
import { Hono } from 'hono'
import { refusalResponse } from '../http/answers.ts'
import type { Env } from '../http/context.ts'
import type { MetricsSource } from './metrics.ts'

/** The path of the measurements. */
export const METRICS_PATH = '/metrics'

/**
 * Creates the app of the port for measurements.
 *
 * @example
 * ```ts
 * const response = await metricsApp(prometheusMetrics()).request('/metrics')
 * ```
 */
export function metricsApp(source: MetricsSource): Hono<Env> {
  const app = new Hono<Env>()
  app.get(METRICS_PATH, async () => {
    const headers = { 'Content-Type': source.contentType, 'Cache-Control': 'no-store' }
    return new Response(await source.text(), { headers })
  })
  app.all(METRICS_PATH, (c) =>
    refusalResponse({ code: 'method_not_allowed', method: c.req.method, allow: 'GET, HEAD' }, {}),
  )
  app.notFound(() => refusalResponse({ code: 'not_found', what: 'path' }, {}))
  return app
}
