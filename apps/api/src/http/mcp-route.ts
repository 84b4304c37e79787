/**
 * The tools for assistants. A request passes the same door as any of the API; what follows is the protocol's own, and
 * each call of a tool is then one read or one write of the caller's.
 * @see decisions 6.1, 10.1, 10.2
 */
import { toolsHandler } from '@notegraph/mcp-server'
import { authenticate, toErrorBody, type Refusal } from '@notegraph/service'
import type { Hono } from 'hono'
import { admit, countRequest, ratesLeft } from './admit.ts'
import { refusalResponse } from './answers.ts'
import { jsonOf, readBytes } from './body.ts'
import type { Deps, Env } from './context.ts'
import { logged } from './log.ts'
import { isForeign } from './origin.ts'
import { assistantDeps } from '../assistant-deps.ts'
import { VERSION } from '../version.ts'

const PATH = '/api/mcp'

export function mcpRoute(app: Hono<Env>, deps: Deps): void {
  const handle = toolsHandler(assistantDeps(deps), { version: VERSION })

  app.post(
    PATH,
    logged(deps, PATH, async (c, own) => {
      const { address, entered } = await admit(deps, c, authenticate)
      const tokenId = entered.ok ? entered.value.tokenId : undefined
      const headers = { ...own, ...ratesLeft(deps, address, tokenId) }
      if (!entered.ok) return refusalResponse(entered.refusal, headers)
      if (isForeign(c.req.header('origin'), deps.baseUrl()))
        return refusalResponse({ code: 'forbidden', why: 'origin' }, headers)
      const bytes = await readBytes(c.req.raw)
      if (!bytes.ok)
        return bytes.refusal.code === 'too_large'
          ? refusalResponse(bytes.refusal, headers)
          : unreadable(bytes.refusal, headers)
      const body = jsonOf(c.req.raw, bytes.value)
      if (!body.ok) return unreadable(body.refusal, headers)
      const request = { headers: c.req.raw.headers, body: body.value, signal: c.req.raw.signal }
      const response = await handle(request, { caller: entered.value, address })
      const after = { ...own, ...ratesLeft(deps, address, tokenId) }
      for (const [name, value] of Object.entries(after)) response.headers.set(name, value)
      return response
    }),
  )
  app.all(
    PATH,
    logged(deps, PATH, async (c, own) => {
      const { address } = countRequest(deps, c) // counted, yet never refused for it
      const refusal = { code: 'method_not_allowed', method: c.req.method, allow: 'POST' } as const
      return refusalResponse(refusal, { ...own, ...ratesLeft(deps, address) })
    }),
  )
}

const PARSE_ERROR = -32_700

/** What is no JSON cannot be answered as a call. @see decisions 10.4 */
function unreadable(refusal: Refusal, extra: Readonly<Record<string, string>>): Response {
  const { error, code, hint } = toErrorBody(refusal)
  const body = {
    jsonrpc: '2.0',
    id: null,
    error: { code: PARSE_ERROR, message: `${error} ${hint}`, data: { code, hint } },
  }
  const response = refusalResponse(refusal, extra)
  return new Response(JSON.stringify(body), { status: 400, headers: response.headers })
}
