/** Responses: every one of a data route says that it may not be kept. @see decisions 6.2 */
import { LIMITS } from '@notegraph/contract'
import { statusOf, toErrorBody, type Refusal } from '@notegraph/service'

const JSON_TYPE = 'application/json; charset=utf-8'

const DATA_HEADERS: Readonly<Record<string, string>> = {
  'Content-Type': JSON_TYPE,
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
}

/** An answer of a data route, as JSON text. */
export const dataResponse = (json: string): Response => new Response(json, { headers: DATA_HEADERS })

/** An answer that any page of any site may read. */
export const openResponse = (json: string): Response =>
  new Response(json, {
    headers: {
      'Content-Type': JSON_TYPE,
      'Access-Control-Allow-Origin': '*',
      'X-Content-Type-Options': 'nosniff',
    },
  })

/** @param extra headers of the route's own, such as CORS */
export function refusalResponse(refusal: Refusal, extra: Readonly<Record<string, string>> = {}): Response {
  const headers: Record<string, string> = { ...DATA_HEADERS, ...extra }
  if (refusal.code === 'unauthorized') headers['WWW-Authenticate'] = 'Bearer'
  if (refusal.code === 'method_not_allowed') headers['Allow'] = refusal.allow
  if (refusal.code === 'rate_limited') headers['Retry-After'] = String(LIMITS.retryAfter)
  return new Response(JSON.stringify(toErrorBody(refusal)), { status: statusOf(refusal), headers })
}
