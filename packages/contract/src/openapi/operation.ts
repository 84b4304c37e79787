/**
 * One route as an operation of the OpenAPI document: its parameters, body, answer, and every error it can answer, each
 * with an example.
 */
import { groupBy } from '@notegraph/graph'
import { ERROR_CODES, ErrorBody, errorBody, ERRORS, type ErrorCode } from '../errors.ts'
import {
  FILE_PARAMETERS,
  header,
  headersOf,
  PREPARED_PARAMETERS,
  RESUME_PARAMETERS,
  WRITE_PARAMETERS,
} from './headers.ts'
import { inlineSchema, queryParameters, reference, type Json } from './schemas.ts'
import { mayBeLeftOut } from '../requests/check.ts'
import type { Route } from '../routes/route.ts'

const json = (schema: Json, example: unknown): Json => ({ 'application/json': { schema, example } })

function errorResponse(route: Route, codes: readonly ErrorCode[]): Json {
  return {
    description: codes.map((code) => `\`${code}\`: ${ERRORS[code].meaning}`).join('\n\n'),
    headers: headersOf(route, codes),
    content: {
      'application/json': {
        schema: reference(ErrorBody),
        examples: Object.fromEntries(
          codes.map((code) => [code, { value: errorBody(code, route.errors[code] ?? ERRORS[code].example) }]),
        ),
      },
    },
  }
}

function errorResponses(route: Route): Json {
  const codes = ERROR_CODES.filter((code) => route.errors[code] !== undefined)
  const byStatus = groupBy(codes, (code) => ERRORS[code].status)
  return Object.fromEntries([...byStatus].map(([status, group]) => [status, errorResponse(route, group)]))
}

const pathParameters = (route: Route): Json[] =>
  route.parameters.map(({ name, description, example }) => ({
    name,
    in: 'path',
    required: true,
    description,
    schema: { type: 'string' },
    example,
  }))

/** The values of the query that the example sends. */
function withExamples(parameters: readonly Json[], request: string): Json[] {
  const sent = new URLSearchParams(request.split('?')[1] ?? '')
  return parameters.map((parameter) => {
    const value = sent.get(String(parameter['name']))
    if (value === null) return parameter
    const { type } = parameter['schema'] as Json
    return { ...parameter, example: type === 'integer' ? Number(value) : value }
  })
}

const SECURITY: { readonly [A in Route['auth']]: readonly Json[] } = {
  open: [],
  token: [{ token: [] }],
  write: [{ token: [] }],
  session: [{ session: [] }],
  holder: [{}, { token: [] }, { session: [] }],
}

/** Bytes of any media type. */
const ANY_BYTES = '*/*'

/** Bytes have no type in JSON Schema. Tools that send files recognize them by `contentMediaType`. */
function file(example: unknown, mediaType = ANY_BYTES): Json {
  const contentMediaType = mediaType === ANY_BYTES ? 'application/octet-stream' : mediaType
  return { [mediaType]: { schema: { contentMediaType }, example } }
}

function requestBody({ auth, body, bytes, mediaTypes = [ANY_BYTES], example }: Route): Json {
  if (bytes === 'body') {
    const content = Object.assign({}, ...mediaTypes.map((type) => file(example.body, type))) as Json
    return { requestBody: { required: true, content } }
  }
  if (!body) return {}
  const required = !(auth === 'write' && mayBeLeftOut(body))
  return { requestBody: { required, content: json(reference(body), example.body) } }
}

function notModified(route: Route): Json {
  if (!route.prepared) return {}
  const { 'Content-Encoding': _, ...headers } = headersOf(route)
  return { 304: { description: 'The answer still matches `If-None-Match`.', headers } }
}

function answers(route: Route): Json {
  const headers = headersOf(route)
  if (route.bytes === 'archive') {
    const content = file(route.example.answer, 'application/zip')
    return { 200: { description: 'The archive.', headers, content } }
  }
  if (route.bytes === 'events') {
    const schema = { type: 'string', description: 'Server-sent events, each with JSON as its data.' }
    const id = route.resumable ? `id: ${RESUME_PARAMETERS[0]!['example'] as string}\n` : ''
    const example = `${id}data: ${JSON.stringify(route.example.answer)}\n\n`
    return {
      200: {
        description: 'The stream of events.',
        headers,
        content: {
          'text/event-stream': { schema, example, 'x-event-data': inlineSchema(route.answer) },
        },
      },
    }
  }
  if (route.bytes === 'lines') {
    const schema = { type: 'string', description: 'Lines, each a JSON object.' }
    const example = `${JSON.stringify(route.example.answer)}\n`
    return {
      200: {
        description: 'The stream of lines.',
        headers,
        content: { 'application/x-ndjson': { schema, example, 'x-line-data': inlineSchema(route.answer) } },
      },
    }
  }
  if (route.bytes !== 'answer') {
    const content = json(reference(route.answer), route.example.answer)
    return { 200: { description: 'The answer.', headers, content }, ...notModified(route) }
  }
  return {
    200: { description: 'The file.', headers, content: file(route.example.answer) },
    206: {
      description: 'The part of the file that `Range` asks for.',
      headers: { ...headers, ...header('Content-Range') },
      content: file(route.example.answer),
    },
    416: {
      description: 'The file ends before the `Range` begins. The code is `bad_request`.',
      headers: { ...headersOf(route, ['bad_request']), ...header('Content-Range') },
      content: json(reference(ErrorBody), errorBody('bad_request', 'The file ends before the range begins.')),
    },
  }
}

const CONFIRM =
  'Without one it answers 403, and the `hint` has the address of the page where the person confirms the device.'
const RECENT = {
  never: '',
  always: `\n\nThe session must be of a recent sign-in. ${CONFIRM}`,
  to_widen: `\n\nWhat makes more visible outside of the account needs a session of a recent sign-in. ${CONFIRM}`,
} as const

export function operation(route: Route): Json {
  const query = route.query ? withExamples(queryParameters(route.query), route.example.request) : []
  const headers = route.auth === 'write' ? Object.keys(WRITE_PARAMETERS) : []
  const parameters = [
    ...pathParameters(route),
    ...query,
    ...headers.map((name) => ({ $ref: `#/components/parameters/${name}` })),
    ...(route.bytes === 'answer' ? FILE_PARAMETERS : []),
    ...(route.prepared ? PREPARED_PARAMETERS : []),
    ...(route.resumable ? RESUME_PARAMETERS : []),
  ]
  return {
    operationId: route.operationId,
    tags: [route.tag],
    summary: route.summary,
    description: `${route.description}${RECENT[route.recent ?? 'never']}\n\nExample: \`${route.method} ${route.example.request}\``,
    ...(parameters.length > 0 ? { parameters } : {}),
    ...requestBody(route),
    responses: { ...answers(route), ...errorResponses(route) },
    security: SECURITY[route.auth],
  }
}
