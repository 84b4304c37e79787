import { createConfig, lintFromString } from '@redocly/openapi-core'
import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, test } from 'vitest'
import {
  ABOUT_APP,
  APP_ROUTES,
  ERRORS,
  limitRows,
  openApiDocument,
  ROUTES,
  TOOLS,
  type Rates,
} from '../index.ts'

const given = { baseUrl: 'https://notes.example', version: '1.2.3' }
const asServed = (document: object) => JSON.parse(JSON.stringify(document))
/** As a client gets it. */
const served = asServed(openApiDocument({ ...given, routes: ROUTES, tools: TOOLS }))
const app = asServed(openApiDocument({ ...given, routes: APP_ROUTES, about: ABOUT_APP }))

const DOCUMENTS = [
  ['of the notes API', served],
  ['of the app', app],
] as const

/** Headers by status, of routes that are not open. */
const OF_A_TOKEN = {
  401: expect.arrayContaining(['WWW-Authenticate']),
  429: expect.arrayContaining(['Retry-After']),
}

const OF_A_FILE = [
  'ETag',
  'Content-Disposition',
  'Content-Security-Policy',
  'Referrer-Policy',
  'Accept-Ranges',
]

interface ErrorResponse {
  readonly content: { readonly 'application/json': { readonly examples: Record<string, { value: unknown }> } }
}

test.each(DOCUMENTS)('[14] the document %s is a valid one of OpenAPI 3.1', async (_, served) => {
  const validator = new Validator()
  const { valid, errors } = await validator.validate(structuredClone(served))
  expect(errors).toBeUndefined()
  expect(valid).toBe(true)
  expect(validator.version).toBe('3.1')
  expect(served).toMatchObject({ info: { version: '1.2.3' }, servers: [{ url: 'https://notes.example' }] })
})

test.each(DOCUMENTS)('the document %s describes each tag of its routes', (_, { paths, tags }) => {
  const operations = Object.values<Record<string, { tags: string[] }>>(paths).flatMap((path) =>
    Object.values(path),
  )
  const used = new Set(operations.flatMap((operation) => operation.tags))
  expect(tags.map(({ name }: { name: string }) => name).toSorted()).toEqual([...used].toSorted())
})

/** The faults that the second linter finds in a document, by its recommended rules, with warnings as errors. */
async function faultsOf(document: unknown): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended-strict'] })
  const source = JSON.stringify(document)
  const problems = await lintFromString({ source, absoluteRef: '/openapi.json', config })
  return problems.map(({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer}: ${message}`)
}

test.each(DOCUMENTS)(
  '[14] a second linter finds nothing in that %s, with every rule it recommends',
  async (_, served) => {
    expect(await faultsOf(served)).toEqual([])
  },
)

test('[14] the second linter finds what is wrong', async () => {
  const { operationId } = served.paths['/api/v1/notes/pages'].get
  const wrong = structuredClone(served)
  wrong.paths['/api/v1/notes/tasks'].get.operationId = operationId
  wrong.paths['/api/v1/notes/blocks/{id}'].get.responses[200].content['application/json'].example = {}
  const faults = (await faultsOf(wrong)).map((fault) => fault.split(' ')[0])
  expect(new Set(faults)).toEqual(new Set(['operation-operationId-unique', 'no-invalid-media-type-examples']))
})

test.each(DOCUMENTS)(
  '[14] every reference in that %s leads somewhere, and every component is used',
  (_, served) => {
    const references = [...JSON.stringify(served).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path]) =>
      path!.split('/'),
    )
    expect(references.length).toBeGreaterThan(20)
    const lost = references.filter((path) => path.reduce((at, step) => at?.[step], served) === undefined)
    expect(lost).toEqual([])
    const { securitySchemes: _schemes, ...groups } = served.components
    const components = Object.entries<object>(groups).flatMap(([group, members]) =>
      Object.keys(members).map((name) => `components/${group}/${name}`),
    )
    const used = new Set(references.map((path) => path.join('/')))
    expect(components.filter((component) => !used.has(component))).toEqual([])
  },
)

test.each([
  ['of the notes API', served, ROUTES, ['POST /api/mcp']],
  ['of the app', app, APP_ROUTES, []],
])('[14] every route of the table is in that %s, and nothing else', (_, served, table, beside) => {
  const described = Object.entries<object>(served.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  const routes = table.map(({ method, path }) => `${method} ${path}`)
  expect(described.toSorted()).toEqual([...routes, ...beside].toSorted())
})

test('[14] a credential of one document opens nothing in the other', () => {
  const opening = (routes: typeof ROUTES) => new Set(routes.map(({ auth }) => auth))
  expect(opening(ROUTES)).toEqual(new Set(['token', 'open', 'write', 'holder']))
  expect(opening(APP_ROUTES)).toEqual(new Set(['session', 'open']))
  expect(Object.keys(app.components.securitySchemes)).toEqual(['session'])
})

test.each(TOOLS.map((tool) => [tool.name, tool] as const))(
  '[14] %s has an example call and answer',
  (name, tool) => {
    const { requestBody, responses } = served.paths['/api/mcp'].post
    const { params } = requestBody.content['application/json'].examples[name].value
    expect(params).toEqual({ name, arguments: tool.example.arguments })
    const { result } = responses['200'].content['application/json'].examples[name].value
    expect(result).toEqual({ content: [{ type: 'text', text: tool.example.answer }] })
  },
)

test('[14] calls of tools that are not done have their example, one of either kind', () => {
  const { examples } = served.paths['/api/mcp'].post.responses['200'].content['application/json']
  expect(examples.refused.value.result).toMatchObject({ isError: true })
  expect(examples.wrong.value.error).toMatchObject({ code: -32_602, data: { code: 'bad_request' } })
})

test('[14] the answer to a subscription over MCP is a stream of messages', () => {
  const { content } = served.paths['/api/mcp'].post.responses['200']
  const { example, 'x-event-data': data } = content['text/event-stream']
  expect(data).toEqual({ $ref: '#/components/schemas/McpMessage' })
  const methods = [...example.matchAll(/^data: (.*)$/gm)].map(([, message]) => JSON.parse(message).method)
  expect(methods).toEqual(['notifications/subscriptions/acknowledged', 'notifications/resources/updated'])
})

test('[14] it describes only the given routes', () => {
  const routes = ROUTES.filter(({ auth }) => auth === 'open')
  const { paths, components, tags } = openApiDocument({
    baseUrl: 'https://notes.example',
    version: '1',
    routes,
  })
  expect(Object.keys(paths)).toEqual(['/api/v1/notes/types', '/api/v1/openapi.json'])
  expect(Object.keys(components['schemas'] as object)).toEqual([
    'Type',
    'Field',
    'Error',
    'TypeList',
    'ApiDocument',
  ])
  expect(tags).toMatchObject([{ name: 'Describe' }])
})

describe.each(
  [...ROUTES, ...APP_ROUTES].map((route) => [route.number ?? route.tag, route.operationId, route] as const),
)('[%s] %s', (_n, _id, route) => {
  const { paths } = APP_ROUTES.includes(route) ? app : served
  const operation = paths[route.path][route.method.toLowerCase()]

  test('has an example of its request and of its answer', () => {
    const taken = route.bytes === 'body' ? (route.mediaTypes ?? ['*/*']) : ['application/json']
    const given = {
      answer: '*/*',
      archive: 'application/zip',
      events: 'text/event-stream',
      lines: 'application/x-ndjson',
      body: undefined,
    }[route.bytes ?? 'body']
    const answer: unknown = JSON.parse(JSON.stringify(route.example.answer))
    const json = JSON.stringify(answer)
    const id = route.resumable ? 'id: 1795078800000.42.8\n' : ''
    const streamed = { events: `${id}data: ${json}\n\n`, lines: `${json}\n` }
    const { bytes } = route
    expect(operation.responses['200'].content[given ?? 'application/json'].example).toEqual(
      bytes === 'events' || bytes === 'lines' ? streamed[bytes] : answer,
    )
    for (const type of taken) expect(operation.requestBody?.content[type].example).toEqual(route.example.body)
  })

  test('describes partial answers if it returns a file', () => {
    const parts = Object.keys(operation.responses).filter((status) => ['206', '416'].includes(status))
    expect(parts).toEqual(route.bytes === 'answer' ? ['206', '416'] : [])
  })

  test('has an example body for every error', () => {
    const examples = Object.entries<ErrorResponse>(operation.responses)
      .filter(([status]) => !['200', '206', '304', '416'].includes(status))
      .flatMap(([status, { content }]) =>
        Object.entries(content['application/json'].examples).map(([code, { value }]) => [
          Number(status),
          code,
          value,
        ]),
      )
    expect(examples).toHaveLength(Object.keys(route.errors).length)
    for (const [code, error] of Object.entries(route.errors)) {
      const { status, hint } = ERRORS[code as keyof typeof ERRORS]
      expect(examples).toContainEqual([status, code, { error, code, hint }])
    }
  })

  test('takes the headers of a write where it is one', () => {
    const parameters: { $ref?: string }[] = operation.parameters ?? []
    const shared = parameters.flatMap(({ $ref }) => $ref ?? []).map(($ref) => $ref.split('/').at(-1))
    expect(shared).toEqual(route.auth === 'write' ? ['Idempotency-Key', 'If-Match'] : [])
  })

  test('says what opens it', () => {
    const scheme = {
      open: [],
      token: ['token'],
      write: ['token'],
      session: ['session'],
      holder: ['token', 'session'],
    }[route.auth]
    const optional = route.auth === 'holder' ? [{}] : []
    expect(operation.security).toEqual([...optional, ...scheme.map((name) => ({ [name]: [] }))])
  })

  test('names the headers of its answers', () => {
    const names = Object.entries<{ headers: object }>(operation.responses).map(
      ([status, { headers }]) => [status, Object.keys(headers)] as const,
    )
    const every =
      route.auth === 'open'
        ? ['X-Request-Id', 'Access-Control-Allow-Origin']
        : ['X-Request-Id', 'Cache-Control', 'RateLimit', 'RateLimit-Policy']
    for (const [, listed] of names) expect(listed).toEqual(expect.arrayContaining(every))
    const answer = [
      ...(route.tagged || route.prepared ? ['ETag'] : []),
      ...(route.bytes === 'answer' ? OF_A_FILE : []),
      ...(route.bytes === 'archive' ? ['Content-Disposition'] : []),
      ...(route.bytes === 'events' ? ['X-Accel-Buffering'] : []),
      ...(route.auth === 'write' ? ['Idempotency-Replayed'] : []),
      ...(route.gzip ? ['Content-Encoding', 'Vary'] : []),
    ]
    expect(Object.fromEntries(names)).toMatchObject({
      200: [...every, ...answer],
      405: expect.arrayContaining(['Allow']),
      ...(route.auth === 'open' ? {} : OF_A_TOKEN),
    })
  })
})

describe('[limits] the description lists the limits in words', () => {
  const about = (rates?: Rates): string =>
    String(
      openApiDocument({
        baseUrl: 'https://notes.example',
        version: '1',
        routes: ROUTES,
        ...(rates && { rates }),
      }).info['description'],
    )

  test.each(limitRows())('$limit', ({ limit, value }) => expect(about()).toContain(`| ${limit} | ${value} |`))

  test('as the operator set them', () => {
    const description = about({
      requestsPerAddress: 7,
      writesPerToken: 5,
      writesPerAddress: 0,
      revertibleChanges: 3,
    })
    expect(description).toContain('| Requests | 7 a minute from one address')
    expect(description).toContain('| Writes | 5 a minute from one token, no limit for one address')
    expect(description).toContain('| Changes that can be reverted | 3; then')
  })
})

describe('[14] schemas', () => {
  const { schemas } = served.components

  test('answers refer to the records', () => {
    expect(schemas.PageAnswer.properties.page).toEqual({ $ref: '#/components/schemas/Page' })
    expect(schemas.PageAnswer.properties.blocks.items).toEqual({ $ref: '#/components/schemas/Block' })
    expect(schemas.TypeList.properties.types.items).toEqual({ $ref: '#/components/schemas/Type' })
    const { ChangeList, TokenList } = app.components.schemas
    expect(ChangeList.properties.changes.items).toEqual({ $ref: '#/components/schemas/Change' })
    expect(TokenList.properties.tokens.items).toEqual({ $ref: '#/components/schemas/Token' })
  })

  test('a page says which members it always has', () => {
    expect(schemas.Page.required.join(' ')).toBe(
      'id name kind type fields props hasPicture aliases tags counts createdAt updatedAt',
    )
    expect(schemas.Error.required).toEqual(['error', 'code', 'hint'])
    expect(schemas.Block.properties.heading).toMatchObject({ type: 'integer', minimum: 1, maximum: 6 })
  })

  test('answers are open, bodies are closed', () => {
    expect(schemas.Page).not.toHaveProperty('additionalProperties')
    expect(schemas.Page.properties.counts).not.toHaveProperty('additionalProperties')
    expect(schemas.AddBlock.additionalProperties).toBe(false)
    expect(app.components.schemas.MakeToken).toMatchObject({
      additionalProperties: false,
      required: ['name'],
    })
    expect(schemas.SetProperties.properties.properties).toMatchObject({
      type: 'object',
      additionalProperties: { anyOf: [{ type: ['string', 'null'] }, { type: 'object' }] },
      minProperties: 1,
      maxProperties: 30,
    })
  })

  test.each([
    ['listPages', 'limit', false, { type: 'integer', minimum: 1, maximum: 1000, default: 1000 }],
    ['listPages', 'offset', false, { type: 'integer', minimum: 0, default: 0 }],
    ['search', 'q', true, { type: 'string', minLength: 1, maxLength: 1000 }],
    ['search', 'limit', false, { type: 'integer', default: 200 }],
    ['listTasks', 'status', false, { enum: ['open', 'done', 'all'], default: 'open' }],
    ['listTasks', 'due_by', false, { type: 'string', examples: ['2026-11-20', 'today', '+3d', 'friday'] }],
  ])('%s takes %s', (id, name, required, schema) => {
    const route = ROUTES.find(({ operationId }) => operationId === id)!
    const { parameters } = served.paths[route.path].get
    expect(parameters.find((parameter: { name: string }) => parameter.name === name)).toMatchObject({
      in: 'query',
      required,
      schema,
      description: expect.any(String),
    })
  })
})
