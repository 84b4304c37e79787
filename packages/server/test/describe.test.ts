import {
  ABOUT_APP,
  APP_ROUTES,
  DEFAULT_RATES,
  ErrorBody,
  ERRORS,
  limitRows,
  openApiDocument,
  ROUTES,
  TOOLS,
  type ErrorCode,
} from '@notegraph/contract'
import { PAGE_TYPES } from '@notegraph/page-types'
import * as v from 'valibot'
import { beforeAll, describe, expect, test } from 'vitest'
import { openApi, type Api } from './api.ts'

interface Operation {
  readonly responses: Readonly<
    Record<
      string,
      {
        content?: { 'application/json': { example?: unknown; examples?: Record<string, { value: unknown }> } }
      }
    >
  >
}

let api: Api
let document: Record<string, any> // oxlint-disable-line typescript/no-explicit-any -- a JSON document
let operations: [method: string, path: string, operation: Operation][]

beforeAll(async () => {
  api = await openApi({ rates: DEFAULT_RATES })
  document = (await api.call('/api/v1/openapi.json', { token: null })).body
  const { '/api/mcp': _, ...paths } = document['paths'] // it has messages of its own protocol
  operations = Object.entries<Record<string, Operation>>(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => [method.toUpperCase(), path, operation] as const),
  ) as typeof operations
})

const routeOf = (method: string, path: string) =>
  ROUTES.find((route) => route.method === method && route.path === path)!

describe('[7] the types', () => {
  test('all of the registry, with their fields', async () => {
    const { types } = (await api.get('/types', { token: null })).body
    expect(types).toEqual(PAGE_TYPES)
  })
})

describe('[14] the description', () => {
  test('says where the service is', () => {
    expect(document).toMatchObject({ openapi: '3.1.0', servers: [{ url: 'https://notes.example' }] })
  })

  test('is the document that the contract makes of all routes', () => {
    const { version } = document['info']
    const made = openApiDocument({ baseUrl: 'https://notes.example', version, routes: ROUTES, tools: TOOLS })
    expect(document).toEqual(JSON.parse(JSON.stringify(made)))
  })

  test('of the app is a second document, made of all its routes', async () => {
    const { body } = await api.call('/api/v1/settings/openapi.json', { token: null })
    const { version } = body['info']
    const given = { baseUrl: 'https://notes.example', version, routes: APP_ROUTES, about: ABOUT_APP }
    expect(body).toEqual(JSON.parse(JSON.stringify(openApiDocument(given))))
    for (const { method, path, example } of APP_ROUTES) {
      const { status } = await api.call(example.request, { method, token: null })
      expect([method, path, status]).toEqual([method, path, path.endsWith('openapi.json') ? 200 : 401])
    }
  })

  test('lists the rates of this server', async () => {
    const rates = { requestsPerAddress: 0, writesPerToken: 7, writesPerAddress: 8, revertibleChanges: 9 }
    const { body } = await (await openApi({ rates })).call('/api/v1/openapi.json')
    const { description } = body['info']
    for (const { limit, value } of limitRows(rates)) expect(description).toContain(`| ${limit} | ${value} |`)
  })

  test('every reference in it leads somewhere', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(
      ([, path]) => path!,
    )
    const lost = references.filter(
      (path) => path.split('/').reduce((at, step) => at?.[step], document) === undefined,
    )
    expect(references).not.toEqual([])
    expect(lost).toEqual([])
  })

  test('lists a route when it is served, and no other', async () => {
    const listed = new Set(operations.map(([method, path]) => `${method} ${path}`))
    for (const { method, path, example } of ROUTES) {
      const { status, body } = await api.call(example.request, { method, token: null })
      const served = status !== 405 && !(status === 404 && body['error'] === 'The API has no such path.')
      expect([method, path, served]).toEqual([method, path, listed.has(`${method} ${path}`)])
    }
  })

  test('every example is an answer as the route gives it', () => {
    expect(operations.length).toBeGreaterThan(7)
    for (const [method, path, { responses }] of operations) {
      const route = routeOf(method, path)
      for (const [status, { content }] of Object.entries(responses)) {
        if ((route.bytes === 'answer' || route.bytes === 'events') && Number(status) < 300) continue
        if (!content) continue // 304
        const { example, examples = {} } = content['application/json']
        if (status === '200') v.parse(route.answer, example)
        for (const [code, { value }] of Object.entries(examples)) {
          expect(v.parse(ErrorBody, value).code).toBe(code)
          expect(ERRORS[code as ErrorCode].status).toBe(Number(status))
        }
      }
    }
  })

  test('every example request of a read is one that is taken', async () => {
    const reads = operations
      .map(([method, path]) => routeOf(method, path))
      .filter(({ auth, method }) => method === 'GET' && (auth === 'token' || auth === 'open'))
      .filter(({ bytes }) => bytes !== 'events') // its answer has no end
    for (const { example } of reads) expect([200, 404]).toContain((await api.call(example.request)).status)
  })
})
