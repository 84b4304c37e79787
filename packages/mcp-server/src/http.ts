/**
 * The protocol over HTTP: stateless, each request answered by a server of its own, as one JSON document. Both eras come
 * to one address: what opens with `initialize`, and what says all of it in each request.
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
import { LIMITS, MCP_PATH } from '@notegraph/contract'
import { explained, LISTEN, methodOf, NO_SUCH_METHOD } from './messages.ts'

export interface McpRequest {
  readonly headers: Headers
  /** The JSON that was sent. */
  readonly body: unknown
  /** Aborted once nobody waits for the answer. */
  readonly signal?: AbortSignal
}

/** Answers one request of somebody who may enter. */
export type McpHandler<Who> = (request: McpRequest, who: Who) => Promise<Response>

/**
 * Makes the server that answers one request.
 * @param takesCalls whether it may be a call of a tool
 * @param signal aborted once nobody waits for the answer
 */
export type ServerFor<Who> = (
  who: Who,
  takesCalls: boolean,
  signal: AbortSignal | undefined,
) => McpServer | Server

export function httpHandler<Who>(serverFor: ServerFor<Who>): McpHandler<Who> {
  const serving = new WeakMap<Request, McpServer | Server>()
  const modern = createMcpHandler(({ requestInfo }) => serving.get(requestInfo!)!, { legacy: 'reject' })

  return async (sent, who) => {
    const request = asRequest(sent)
    const method = methodOf(sent.body)
    if (await isLegacyRequest(request, sent.body))
      return answered(await serveLegacy(serverFor(who, true, sent.signal), request, sent.body))
    if (method === LISTEN) return answered(noSuchMethod(sent.body))
    serving.set(request, serverFor(who, method === 'tools/call', sent.signal))
    return answered(await modern.fetch(request, { parsedBody: sent.body }))
  }
}

/** What the protocol reads of a request. Any `Accept` is taken for the one that it asks for. */
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
  if (Array.isArray(sent) && sent.length > LIMITS.mcpBatch) return Response.json(TOO_MANY, { status: 400 })
  const body = withoutNotices(sent)
  if (body === undefined) return new Response(null, { status: 202 })
  if (sharesId(body)) return Response.json(SHARED_ID, { status: 400 })
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  await server.connect(transport)
  return transport.handleRequest(request, { parsedBody: body })
}

/**
 * A batch without its notifications, which nothing here waits for. One that cancels a request of the same batch would
 * leave the batch without an answer.
 */
function withoutNotices(body: unknown): unknown {
  if (!Array.isArray(body) || body.length === 0) return body
  const rest = body.filter((message) => isJSONRPCRequest(message) || methodOf(message) === undefined)
  return rest.length === 0 ? undefined : rest
}

/** Whether two requests of a batch have one id: all would be done, and the answer of one would stand for both. */
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
const TOO_MANY = invalid(`A batch holds at most ${LIMITS.mcpBatch} messages.`)

const noSuchMethod = (body: unknown): Response =>
  Response.json(
    { jsonrpc: '2.0', id: isJSONRPCRequest(body) ? body.id : null, error: NO_SUCH_METHOD },
    { status: 404 },
  )

/** Of every answer. @see decisions 6.2 */
export const ANSWER_HEADERS: Readonly<Record<string, string>> = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
}

async function answered(response: Response): Promise<Response> {
  const { status } = response
  const headers = { ...Object.fromEntries(response.headers), ...ANSWER_HEADERS }
  if (!response.body) return new Response(null, { status, headers })
  const text = await response.text()
  const isError = status >= 400 || text.includes('"error":')
  return new Response(isError ? JSON.stringify(explained(JSON.parse(text))) : text, { status, headers })
}
