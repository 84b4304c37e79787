/**
 * The protocol over HTTP. Each request has its own server and gets one JSON document, except for a subscription. One address serves both eras:
 * sessions that open with `initialize`, and stateless requests.
 * @see decisions 10.1
 */
import {
  createMcpHandler,
  isJSONRPCRequest,
  isLegacyRequest,
  ProtocolErrorCode,
  WebStandardStreamableHTTPServerTransport,
  type McpServer,
  type Server,
} from '@modelcontextprotocol/server'
import { isObject, LIMITS, MCP_PATH } from '@notegraph/contract'
import { isEventStream, serveListen } from './listen.ts'
import { explained, idOf, LISTEN, methodOf, NO_SUCH_METHOD, STATELESS } from './messages.ts'
import type { Subscribe } from './resources/subscription.ts'
import type { Era } from './server.ts'

/** A request over HTTP after the body is parsed. */
export interface McpRequest {
  readonly headers: Headers
  /** The parsed JSON of the request. */
  readonly body: unknown
  /** Aborted when the client disconnects. */
  readonly signal?: AbortSignal
}

/** Answers one request of an authenticated caller. */
export type McpHandler<Who> = (request: McpRequest, who: Who) => Promise<Response>

/** The request that a server answers. */
export interface ServedRequest {
  readonly era: Era
  /** Whether the request may be a call of a tool. */
  readonly takesCalls: boolean
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal | undefined
}

/** Creates the server that answers one request. */
export type ServerFor<Who> = (who: Who, request: ServedRequest) => McpServer | Server

/**
 * A handler that passes requests to servers of the SDK.
 * @param serverFor creates the server of one request
 * @param subscribeFor lets a caller subscribe to resources; without it, the method is not found
 * @example
 * const handle = httpHandler((session) => mcpServer(deps, { version: '1.0.0' }, async () => session))
 */
export function httpHandler<Who>(
  serverFor: ServerFor<Who>,
  subscribeFor?: (who: Who) => Subscribe | undefined,
): McpHandler<Who> {
  const serving = new WeakMap<Request, McpServer | Server>()
  const modern = createMcpHandler(({ requestInfo }) => serving.get(requestInfo!)!, { legacy: 'reject' })

  return async (sent, who) => {
    const request = asRequest(sent)
    const method = methodOf(sent.body)
    const { signal } = sent
    if (await isLegacyRequest(request, sent.body)) {
      const server = serverFor(who, { era: 'legacy', takesCalls: true, signal })
      return answered(await serveLegacy(server, request, sent.body), sent.body)
    }
    const server = serverFor(who, { era: 'modern', takesCalls: method === 'tools/call', signal })
    if (method === LISTEN) {
      const subscribe = subscribeFor?.(who)
      if (!subscribe || !isJSONRPCRequest(sent.body)) return answered(noSuchMethod(sent.body), sent.body)
      return answered(await serveListen(request, sent.body, server, subscribe), sent.body)
    }
    serving.set(request, server)
    return answered(await modern.fetch(request, { parsedBody: sent.body }), sent.body)
  }
}

/** The parts of a request that the SDK reads. Any `Accept` is replaced by the required one. */
function asRequest({ headers, signal }: McpRequest): Request {
  const request = new Request(`http://localhost${MCP_PATH}`, { method: 'POST', ...(signal && { signal }) })
  request.headers.set('Content-Type', 'application/json')
  request.headers.set('Accept', 'application/json, text/event-stream')
  for (const name of ['MCP-Protocol-Version', 'Mcp-Method', 'Mcp-Name']) {
    const value = headers.get(name)
    if (value !== null) request.headers.set(name, value)
  }
  return request
}

async function serveLegacy(server: McpServer | Server, request: Request, sent: unknown): Promise<Response> {
  // Only a batch can name the newer revision here.
  if (request.headers.get('MCP-Protocol-Version') === STATELESS)
    return Response.json(NO_BATCHES, { status: 400 })
  if (Array.isArray(sent) && sent.length > LIMITS.mcpBatch) return Response.json(TOO_MANY, { status: 400 })
  const body = withoutNotices(sent)
  if (body === undefined) return new Response(null, { status: 202 })
  if (sharesId(body)) return Response.json(SHARED_ID, { status: 400 })
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  await server.connect(transport)
  const response = await transport.handleRequest(request, { parsedBody: body })
  return Array.isArray(sent) ? asList(response) : response
}

/** The answer to a batch is a list. The SDK sends a list of one answer as the answer alone. */
async function asList(response: Response): Promise<Response> {
  if (response.status !== 200) return response
  const answers: unknown = await response.json()
  return Response.json(Array.isArray(answers) ? answers : [answers], response)
}

/**
 * A batch without its notifications, which have no effect here. A notification that cancels a request of the same
 * batch would leave the batch without an answer.
 */
function withoutNotices(body: unknown): unknown {
  if (!Array.isArray(body) || body.length === 0) return body
  const rest = body.filter((message) => isJSONRPCRequest(message) || methodOf(message) === undefined)
  return rest.length === 0 ? undefined : rest
}

/** Whether two requests of a batch have the same id. Both calls would run, and only one would get an answer. */
function sharesId(body: unknown): boolean {
  if (!Array.isArray(body)) return false
  const ids = body.filter((message) => isJSONRPCRequest(message)).map(({ id }) => id)
  return new Set(ids).size < ids.length
}

const invalid = (message: string): object => ({
  jsonrpc: '2.0',
  id: null,
  error: { code: ProtocolErrorCode.InvalidRequest, message },
})

const SHARED_ID = invalid('Two requests in the batch have the same id. Give each request its own id.')
const NO_BATCHES = invalid(`The revision ${STATELESS} has no batches. Send each message on its own.`)
const TOO_MANY = invalid(`A batch holds at most ${LIMITS.mcpBatch} messages.`)

const noSuchMethod = (body: unknown): Response =>
  Response.json(
    { jsonrpc: '2.0', id: isJSONRPCRequest(body) ? body.id : null, error: NO_SUCH_METHOD },
    { status: 404 },
  )

/** Headers of every answer. @see decisions 6.2 */
export const ANSWER_HEADERS: Readonly<Record<string, string>> = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
}

/** @param sent the message, whose id each error has */
async function answered(response: Response, sent: unknown): Promise<Response> {
  const { status } = response
  const headers = { ...Object.fromEntries(response.headers), ...ANSWER_HEADERS }
  if (isEventStream(response)) return new Response(response.body, { status, headers })
  if (!response.body) return new Response(null, { status, headers })
  const text = await response.text()
  const isError = status >= 400 || text.includes('"error":')
  return new Response(isError ? JSON.stringify(withId(explained(JSON.parse(text)), sent)) : text, {
    status,
    headers,
  })
}

/** The SDK answers a message that is none, such as one with wrong `params`, without its id. @see assistants 13.1 */
const withId = (answer: unknown, sent: unknown): unknown =>
  isObject(answer) && answer['id'] === null ? { ...answer, id: idOf(sent) } : answer
