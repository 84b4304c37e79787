import { beforeAll, describe, expect, test } from 'vitest'
import { headersOf, NOTES, openApi, type Api } from './api.ts'

let api: Api
beforeAll(async () => {
  api = await openApi()
})

const DATA = [
  [1, '/pages'],
  [2, '/pages/Plans'],
  [2, '/pages/Nobody'],
  [3, '/days/today'],
  [3, '/days/nonsense'],
  [4, '/blocks/late'],
  [5, '/search?q=line'],
  [5, '/search'],
  [6, '/tasks'],
] as const
const OPEN = [
  [7, `${NOTES}/types`],
  [14, '/api/v1/openapi.json'],
] as const

/** Methods that no data route accepts. */
const NEVER = ['DELETE', 'PUT', 'OPTIONS', 'PROPFIND', 'QUERY'] as const

describe.each(DATA)('[%i] %s', (_n, target) => {
  test('[D6.2] HEAD is answered as GET is, without the body', async () => {
    const [get, head] = [await api.get(target), await api.get(target, { method: 'HEAD' })]
    expect(head.status).toBe(get.status)
    expect(headersOf(head)).toEqual(headersOf(get))
  })

  test.each(NEVER)('[D6.2] %s is 405, token or none, with what the path takes', async (method) => {
    for (const token of [undefined, null, 'nonsense']) {
      const { status, headers, body } = await api.get(target, {
        method,
        ...(token !== undefined && { token }),
      })
      expect(status).toBe(405)
      expect(headers.get('allow')).toMatch(/^GET, HEAD/)
      expect(body).toEqual({
        error: `This path does not accept ${method}. It accepts ${headers.get('allow')}.`,
        code: 'method_not_allowed',
        hint: 'Use a method Allow lists.',
      })
    }
  })

  test('[limits] a page on another site reads nothing of it', async () => {
    const headers = { Origin: 'https://elsewhere.example' }
    const preflight = { ...headers, 'Access-Control-Request-Method': 'GET' }
    for (const call of [{ headers }, { headers: preflight, method: 'OPTIONS' }]) {
      const reply = await api.get(target, call)
      const names = [...reply.headers.keys()]
      expect(names.filter((name) => name.startsWith('access-control'))).toEqual([])
    }
  })
})

describe.each(OPEN)('[%i] %s', (_n, target) => {
  test.each([undefined, null, 'nonsense'])('is open to any caller, with the token %j', async (token) => {
    const { status, headers } = await api.call(target, token === undefined ? {} : { token })
    expect(status).toBe(200)
    expect(headers.get('access-control-allow-origin')).toBe('*')
  })

  test('[D6.2] HEAD is answered as GET is, without the body', async () => {
    const [get, head] = [await api.call(target), await api.call(target, { method: 'HEAD' })]
    expect(head.status).toBe(200)
    expect(headersOf(head)).toEqual(headersOf(get))
  })

  test('[D6.2] OPTIONS is 204, with CORS headers for GET', async () => {
    const { status, headers, text } = await api.call(target, {
      method: 'OPTIONS',
      token: null,
      headers: { Origin: 'https://elsewhere.example', 'Access-Control-Request-Method': 'GET' },
    })
    expect([status, text]).toEqual([204, ''])
    expect(Object.fromEntries(headers)).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, HEAD',
      allow: 'GET, HEAD, OPTIONS',
    })
  })

  test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND'])('%s is 405', async (method) => {
    const { status, headers } = await api.call(target, { method })
    expect(status).toBe(405)
    expect(headers.get('allow')).toBe('GET, HEAD, OPTIONS')
  })

  test.each(['?', '?limit=0', '?%ff', '?x=%'])('the query %s says nothing to it', async (query) => {
    expect((await api.call(target + query)).status).toBe(200)
  })
})

describe('[errors] a path that the API does not have is 404, for every caller', () => {
  test.each([
    '/api',
    '/api/v1',
    '/api/v1/notes',
    '/api/v1/notes/',
    '/api/v1/notes/pages/',
    '/api/v1/notes/pages//',
    '/api/v1/notes/pages/a/b',
    '/api/v1/notes/pages/a/',
    '/api/v1/notes//pages',
    '//api/v1/notes/pages',
    '/api/v1/notes/Pages',
    '/API/v1/notes/pages',
    '/api/v2/notes/pages',
    '/api/v1/notes/pages%2FPlans',
    '/api/v1/notes/search/',
    '/api/v1/notes/blocks',
    '/api/v1/notes/days',
    '/api/v1/notes/days/../pages', // the raw path, which no server resolves
    '/api/v1/notes/%2e%2e/notes/pages',
    '/api/v1/notes\\pages',
    '/api/v1/notes/%ff',
    '/%',
    '/api/v1/openapi.yaml',
    '/__proto__',
    '/:name',
    '/*',
  ])('%s', async (target) => {
    for (const method of ['GET', 'POST', 'OPTIONS']) {
      const { status, body } = await api.call(target, { method, token: null })
      expect(status).toBe(404)
      expect(body).toEqual({
        error: 'The API has no such path.',
        code: 'not_found',
        hint: 'The paths of the API are in /api/v1/openapi.json.',
      })
    }
    expect((await api.call(target, { method: 'HEAD', token: null })).status).toBe(404)
  })

  test('a path is the same in another spelling of its letters', async () => {
    expect((await api.call('/api/v1/n%6Ftes/%70ages/%50lans')).status).toBe(200)
  })
})
