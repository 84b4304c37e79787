/**
 * Answers requests of assistants. A request passes the same access checks as a request of the API; the rest follows the
 * protocol. Each tool call counts as one read or one write of the caller, also in a batch.
 * @see decisions 6.1, 10.1, 10.2
 */
import { idOfBytes, loadOf, refusalBody, toolsHandler, type Load } from '@notegraph/mcp-server'
import {
  authenticate,
  authenticateApp,
  type Caller,
  hasAppToken,
  readBytes,
  type Refusal,
  refuse,
  type Result,
  toErrorBody,
} from '@notegraph/service'
import { challengeOf, resourceOf } from '../oauth/discovery.ts'
import { checkAccess, type Authenticator } from './access-checks.ts'
import { bodyResponse, refusalResponse } from './answers.ts'
import { jsonOf } from './body.ts'
import type { Ctx, Deps } from './context.ts'
import type { Handler, OwnHeaders } from './log.ts'
import { isForeign } from './origin.ts'
import { rateHeaders } from './rate-headers.ts'
import { readerOf } from './token-route.ts'
import { assistantDeps } from '../assistant-deps.ts'
import { VERSION } from '../version.ts'

export function mcpHandler(deps: Deps): Handler {
  const handle = toolsHandler(assistantDeps(deps), { version: VERSION }, (text, headers) =>
    bodyResponse(text, 200, headers),
  )

  return async (c, own, address) => {
    const { caller } = await checkAccess(deps, c, address, authenticatorOf(deps))
    const counted = caller.ok ? { reader: readerOf(caller.value), writer: caller.value.tokenId } : {}
    const headers = async () => ({ ...own, ...(await rateHeaders(deps, address, counted)) })
    if (!caller.ok) return refused(deps, c, caller.refusal, await headers())
    if (isForeign(c.req.header('origin'), deps.baseUrl()))
      return refusalResponse({ code: 'forbidden', why: 'origin' }, await headers())
    const bytes = await readBytes(c.req.raw)
    if (!bytes.ok)
      return bytes.refusal.code === 'too_large'
        ? refusalResponse(bytes.refusal, await headers())
        : unreadable(bytes.refusal, await headers())
    const body = jsonOf(c.req.raw, bytes.value)
    if (!body.ok) return unreadable(body.refusal, await headers(), idOfBytes(bytes.value))
    const within = await countLoad(deps, address, caller.value, loadOf(body.value))
    if (!within.ok) return beforeProtocol(within.refusal, await headers())
    const request = { headers: c.req.raw.headers, body: body.value, signal: c.req.raw.signal }
    const response = await handle(request, { caller: caller.value, address })
    const after = await headers()
    for (const [name, value] of Object.entries(after)) response.headers.set(name, value)
    return response
  }
}

/** Apps that connected by signing in have tokens of their own, for MCP only. @see assistants 9.3 */
function authenticatorOf({ authorization, baseUrl }: Deps): Authenticator<Caller> {
  if (!authorization) return authenticate
  return async (store, header, now, agent) =>
    hasAppToken(header)
      ? authenticateApp(store, header, now, resourceOf(baseUrl()))
      : authenticate(store, header, now, agent)
}

/** A refusal that no message of the protocol carries. Its words say how long to wait. @see assistants 8.3 */
function beforeProtocol(refusal: Refusal, own: OwnHeaders): Response {
  const { status, headers } = refusalResponse(refusal, own)
  return bodyResponse(JSON.stringify(refusalBody(refusal)), status, headers)
}

/** A 401 names the document by which an app finds the authorization server. */
function refused({ authorization, baseUrl }: Deps, c: Ctx, refusal: Refusal, own: OwnHeaders): Response {
  const response = beforeProtocol(refusal, own)
  if (authorization && refusal.code === 'unauthorized')
    response.headers.set(
      'WWW-Authenticate',
      challengeOf(baseUrl(), c.req.header('authorization') !== undefined),
    )
  return response
}

/** Counts the further requests and reads in a batch; the first was counted on arrival. */
async function countLoad(
  deps: Deps,
  address: string,
  caller: Caller,
  { requests, reads }: Load,
): Promise<Result<void>> {
  const now = deps.clock()
  if (requests > 1 && (await deps.requests.count(address, now, requests - 1)))
    return refuse({ code: 'rate_limited', limit: deps.requests.limit })
  return deps.readRates.count(readerOf(caller), now, reads)
}

const PARSE_ERROR = -32_700

/** A body that is not JSON has no id to answer. @see decisions 10.4; assistants 13.1 */
function unreadable(
  refusal: Refusal,
  extra: Readonly<Record<string, string>>,
  id: string | number | null = null,
): Response {
  const { error, code, hint } = toErrorBody(refusal)
  const body = {
    jsonrpc: '2.0',
    id,
    error: { code: PARSE_ERROR, message: `${error} ${hint}`, data: { code, hint } },
  }
  const response = refusalResponse(refusal, extra)
  return bodyResponse(JSON.stringify(body), 400, response.headers)
}
