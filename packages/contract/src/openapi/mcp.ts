/**
 * The tools for assistants in the description of the API: one path, with an example call and answer for each tool.
 * @see service, 14 and 15
 * @see decisions 10
 */
import { groupBy, numbered } from '@notegraph/graph'
import { ERROR_CODES, ErrorBody, errorBody, ERRORS, type ErrorCode } from '../errors.ts'
import { LIMITS } from '../limits.ts'
import { headersOf } from './headers.ts'
import { reference, type Json } from './schemas.ts'
import { argumentsSchema } from '../tools/argument-schema.ts'
import type { Tool } from '../tools/tool.ts'
import { TOOL_ERROR_EXAMPLES, type ToolErrorExample } from '../tools/error-examples.ts'

/** The path of the MCP endpoint. */
export const MCP_PATH = '/api/mcp'

/** The hint of an error about an unknown method. */
export const NO_SUCH_METHOD_HINT = 'Call tools/list, then call one of the listed tools.'

/** Errors that the server finds before it reads a message. */
const REFUSED: ReadonlySet<ErrorCode> = new Set([
  'unauthorized',
  'payment_required',
  'forbidden',
  'method_not_allowed',
  'too_large',
  'rate_limited',
  'internal',
  'unavailable',
])

const ABOUT = `
Tools for assistants over the Model Context Protocol (Streamable HTTP, stateless, revisions 2025-03-26 to 2025-11-25 and
2026-07-28), with the same tokens and notes as the API. Answers are Markdown of at most
${numbered(LIMITS.mcpAnswer)} characters. Each request counts once, and each call of a writing tool counts as one write.

Invalid calls (400), \`read_only_token\` and writes in the grace of a plan (402) are JSON-RPC errors with \`code\` and \`hint\`
in \`error.data\`. Refusals of a tool (\`missing_right\`, 404, 409, a rate of writes, a full list of changes, full storage) are results with
\`isError\` and a message. Requests that are refused before the server reads a message get the error body of the API.

\`subscriptions/listen\` of the revision 2026-07-28 is the only request with a stream of events as its answer. No request of
the earlier revisions has one, so they do not subscribe over HTTP.
`.trim()

const MESSAGE: Json = {
  description: 'A message of JSON-RPC 2.0: a request if it has an `id`, otherwise a notification.',
  type: 'object',
  properties: {
    jsonrpc: { const: '2.0' },
    id: { type: ['string', 'integer'] },
    method: { type: 'string', description: 'Such as `initialize`, `tools/list` or `tools/call`.' },
    params: {
      type: ['object', 'null'],
      description: 'For `tools/call`: `name` and `arguments`. `null` is as left out.',
    },
  },
  required: ['jsonrpc', 'method'],
}

const ANSWER: Json = {
  description: 'The answer of JSON-RPC 2.0: `result` or `error`.',
  type: 'object',
  properties: {
    jsonrpc: { const: '2.0' },
    id: { type: ['string', 'integer', 'null'] },
    result: {
      type: 'object',
      description: 'For `tools/call`: `content` with one text, and `isError` if the tool refused the call.',
    },
    error: {
      type: 'object',
      properties: {
        code: { type: 'integer' },
        message: { type: 'string', description: 'The error message, and the next step.' },
        data: {
          type: 'object',
          description: '`code` and `hint`, as in the error body of the API, and other data of the protocol.',
          properties: { code: { enum: [...ERROR_CODES] }, hint: { type: 'string' } },
          required: ['code', 'hint'],
        },
      },
      required: ['code', 'message', 'data'],
    },
  },
  required: ['jsonrpc'],
}

export const MCP_SCHEMAS: Json = { McpMessage: MESSAGE, McpAnswer: ANSWER }

const schema = (name: keyof typeof MCP_SCHEMAS): Json => ({ $ref: `#/components/schemas/${name}` })
/** A message, or several in one batch, as the revisions before 2025-06-18 send them. */
const messages = (name: keyof typeof MCP_SCHEMAS): Json => ({
  anyOf: [schema(name), { type: 'array', items: schema(name), maxItems: LIMITS.mcpBatch }],
})
const rpc = (rest: Json): Json => ({ jsonrpc: '2.0', id: 1, ...rest })

const examples = (tools: readonly Tool[], value: (tool: Tool) => Json): Json =>
  Object.fromEntries(tools.map((tool) => [tool.name, { summary: tool.title, value: value(tool) }]))

const refusedExample = ({ title, tool, arguments: args, answer }: ToolErrorExample): Json => ({
  summary: title,
  description: `Answer of \`${tool}\` with \`${JSON.stringify(args)}\`.`,
  value: rpc(answer),
})

const notice = (method: string, params: Json): string =>
  `event: message\ndata: ${JSON.stringify({ jsonrpc: '2.0', method, params })}\n\n`

/** The answer of a subscription. */
function events(): Json {
  const resource = 'notegraph://pages/Boat'
  const params = { _meta: { 'io.modelcontextprotocol/subscriptionId': 1 } }
  return {
    schema: { type: 'string', description: 'Server-sent events. The data of each is a message in JSON.' },
    example:
      notice('notifications/subscriptions/acknowledged', {
        ...params,
        notifications: { resourceSubscriptions: [resource] },
      }) + notice('notifications/resources/updated', { ...params, uri: resource }),
    'x-event-data': schema('McpMessage'),
  }
}

const HEADERS = (codes: readonly ErrorCode[]): Json => headersOf({ auth: 'token' }, codes)

const answer = (description: string, example: Json): Json => ({
  description,
  headers: HEADERS(['bad_request']),
  content: { 'application/json': { schema: schema('McpAnswer'), example } },
})

function refusals(): Json {
  const byStatus = groupBy(
    ERROR_CODES.filter((code) => REFUSED.has(code)),
    (code) => ERRORS[code].status,
  )
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      {
        description: codes.map((code) => `\`${code}\`: ${ERRORS[code].meaning}`).join('\n\n'),
        headers: HEADERS(codes),
        content: {
          'application/json': {
            schema: reference(ErrorBody),
            examples: Object.fromEntries(
              codes.map((code) => [code, { value: errorBody(code, ERRORS[code].example) }]),
            ),
          },
        },
      },
    ]),
  )
}

const error = (number: number, message: string, code: ErrorCode, hint: string): Json =>
  rpc({ id: null, error: { code: number, message, data: { code, hint } } })

/** The path and what is posted to it. */
export function mcpPath(tools: readonly Tool[]): Json {
  return {
    [MCP_PATH]: {
      post: {
        operationId: 'callTool',
        tags: ['MCP'],
        summary: 'Call a tool',
        description: ABOUT,
        'x-mcp-tools': tools.map(({ name, title, description, arguments: args }) => ({
          name,
          title,
          description,
          inputSchema: argumentsSchema(args),
        })),
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: messages('McpMessage'),
              examples: examples(tools, ({ name, example }) =>
                rpc({ method: 'tools/call', params: { name, arguments: example.arguments } }),
              ),
            },
          },
        },
        responses: {
          200: {
            description: 'The answer of a request, or the stream of a subscription.',
            headers: HEADERS([]),
            content: {
              'application/json': {
                schema: messages('McpAnswer'),
                examples: {
                  ...examples(tools, ({ example }) =>
                    rpc({ result: { content: [{ type: 'text', text: example.answer }] } }),
                  ),
                  ...Object.fromEntries(
                    Object.entries(TOOL_ERROR_EXAMPLES).map(([name, call]) => [name, refusedExample(call)]),
                  ),
                },
              },
              'text/event-stream': events(),
            },
          },
          202: { description: 'The server accepted a notification.', headers: HEADERS([]) },
          400: answer(
            'The body is not a message, or names another protocol revision than the headers.',
            error(-32_700, 'The body is not JSON. Fix the request.', 'bad_request', ERRORS.bad_request.hint),
          ),
          404: answer(
            'The revision 2026-07-28 has no such method on this server.',
            error(-32_601, 'Method not found', 'not_found', NO_SUCH_METHOD_HINT),
          ),
          ...refusals(),
        },
        security: [{ token: [] }],
      },
    },
  }
}
