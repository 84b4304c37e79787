/**
 * Receives plan changes from a billing service. The route exists only if the operator set a secret, and is not part of
 * the described API. Its requests count for their address, since anyone can send one and checking a signature reads the
 * whole body.
 */
import { BillingMessage, checkBody } from '@notegraph/contract'
import { type Billing, readBytes, refuse, type Result } from '@notegraph/service'
import type { Hono } from 'hono'
import { dataResponse, refusalResponse, type JsonAnswer } from './answers.ts'
import { jsonOf } from './body.ts'
import type { Ctx, Deps, Env } from './context.ts'
import { logged } from './log.ts'
import { rateHeaders } from './rate-headers.ts'
import { refuseOthers } from './token-route.ts'

const PATH = '/api/billing/webhook'

export function billingRoute(app: Hono<Env>, deps: Deps): void {
  const { billing } = deps
  if (!billing) return
  app.post(
    PATH,
    logged(deps, PATH, async (c, own, address) => {
      const taken = (await deps.requests.count(address, deps.clock()))
        ? refuse({ code: 'rate_limited', limit: deps.requests.limit })
        : await take(c, billing)
      const headers = { ...own, ...(await rateHeaders(deps, address)) }
      return taken.ok ? dataResponse(taken.value, headers) : refusalResponse(taken.refusal, headers)
    }),
  )
  refuseOthers(app, deps, PATH, ['POST'])
}

/** The signature covers the body as sent, so it is checked before the body is parsed. */
async function take(c: Ctx, billing: Billing): Promise<Result<JsonAnswer>> {
  const body = await readBytes(c.req.raw)
  if (!body.ok) return body
  const signed = billing.verify({
    id: c.req.header('webhook-id'),
    timestamp: c.req.header('webhook-timestamp'),
    signature: c.req.header('webhook-signature'),
    body: body.value,
  })
  if (!signed.ok) return signed
  const json = jsonOf(c.req.raw, body.value)
  if (!json.ok) return json
  const message = checkBody(BillingMessage, json.value)
  if (!message.ok) return refuse({ code: 'bad_request', error: message.error })
  return billing.take(signed.value, message.value)
}
