/**
 * The tools over HTTP. Nearly every request is a plain call. The handler runs it immediately, without a server of the
 * SDK, and answers in the form of the SDK. All other requests go to the SDK.
 */
import { ok } from '@notegraph/service'
import { callTool, type Deps, type Outcome, type Session } from './call.ts'
import { ANSWER_HEADERS, httpHandler, type McpHandler } from './http.ts'
import { batchQueue } from './batch-queue.ts'
import { withoutNullParams } from './messages.ts'
import { readPlainCall, type PlainCall } from './plain-call.ts'
import { subscriptions } from './resources/subscription.ts'
import { identity, mcpServer, type About } from './server.ts'

type Respond = (text: string, headers: Readonly<Record<string, string>>) => Response

/**
 * The handler of MCP requests with an authenticated session.
 * @param respond makes the response to a plain call, where a server has a faster way to send a text
 * @example
 * const handle = toolsHandler(deps, { version: '1.0.0' })
 * const response = await handle({ headers, body }, { caller, address: '192.0.2.1' })
 */
export function toolsHandler(
  deps: Deps,
  about: About,
  respond: Respond = (text, headers) => new Response(text, { headers }),
): McpHandler<Session> {
  const bySdk = sdkHandler(deps, about)
  const stamp = { resultType: 'complete', _meta: { 'io.modelcontextprotocol/serverInfo': identity(about) } }

  return async (sent, session) => {
    const request = { ...sent, body: withoutNullParams(sent.body) }
    const call = readPlainCall(request)
    if (!call || request.signal?.aborted) return bySdk(request, session)
    const outcome = await callTool(deps, async () => ok(session), call.params)
    return respond(JSON.stringify(messageOf(call, outcome, stamp)), HEADERS)
  }
}

const HEADERS = { 'Content-Type': 'application/json', ...ANSWER_HEADERS }

/** A handler that passes every request to the SDK. */
export function sdkHandler(deps: Deps, about: About): McpHandler<Session> {
  return httpHandler(
    (session, { signal, ...request }) =>
      mcpServer(deps, about, async () => ok(session), { ...request, turn: batchQueue(signal) }),
    (session) => subscriptions(deps, async () => ok(session)),
  )
}

/** @param stamp members that the stateless revision requires in a result */
function messageOf({ id, stateless }: PlainCall, outcome: Outcome, stamp: object): object {
  if ('error' in outcome) return { jsonrpc: '2.0', id, error: outcome.error }
  return { result: stateless ? { ...outcome.result, ...stamp } : outcome.result, jsonrpc: '2.0', id }
}
