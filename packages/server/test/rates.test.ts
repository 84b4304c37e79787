/** @module-tag both-stores */
import { describe, expect, test } from 'vitest'
import { openApi } from './api.ts'

const MINUTE = 60_000

test('[D7] the 120th request of a minute is answered, the 121st is not', async () => {
  const api = await openApi({ rates: { requestsPerAddress: 120 } })
  for (let n = 1; n <= 120; n++) expect((await api.get('/tasks')).status).toBe(200)
  const { status, headers, body } = await api.get('/tasks')
  expect(status).toBe(429)
  expect(headers.get('retry-after')).toBe('60')
  expect(body).toEqual({
    error: 'This address sent more than 120 requests in a minute.',
    code: 'rate_limited',
    hint: 'Wait as long as Retry-After says.',
  })
  expect((await api.get('/tasks', { from: '192.0.2.2' })).status).toBe(200)
  api.clock.now += MINUTE - 1
  expect((await api.get('/tasks')).status).toBe(429)
  api.clock.now += MINUTE
  expect((await api.get('/tasks')).status).toBe(200)
})

describe('[D7] the requests that count', () => {
  test.each([
    ['a list', '/pages', {}, 200],
    ['a HEAD', '/pages', { method: 'HEAD' }, 200],
    ['no token', '/pages', { token: null }, 401],
    ['a wrong parameter', '/pages?limit=0', {}, 400],
    ['a name nobody has', '/pages/Nobody', {}, 404],
    ['a wrong method', '/tasks', { method: 'DELETE' }, 405],
    ['OPTIONS on a data route', '/tasks', { method: 'OPTIONS' }, 405],
  ] as const)('%s', async (_, target, call, expected) => {
    const api = await openApi({ rates: { requestsPerAddress: 1 } })
    expect((await api.get(target, call)).status).toBe(expected)
    expect((await api.get('/pages')).status).toBe(429)
  })

  test.each([
    ['the types', '/api/v1/notes/types', 'GET', 200],
    ['a wrong method on the types', '/api/v1/notes/types', 'POST', 405],
    ['the description', '/api/v1/openapi.json', 'GET', 200],
    ['a path that is not there', '/api/v1/notes/nothing', 'GET', 404],
    ['a path with one part too many', '/api/v1/notes/pages/a/b/c/d', 'POST', 404],
  ])('%s does not, and is never refused', async (_, target, method, expected) => {
    const api = await openApi({ rates: { requestsPerAddress: 1 } })
    for (let n = 0; n < 3; n++) expect((await api.call(target, { method })).status).toBe(expected)
    expect((await api.get('/pages')).status).toBe(200)
    expect((await api.get('/pages')).status).toBe(429)
    expect((await api.call(target, { method })).status).toBe(expected)
  })

  test('a request that was refused for the rate counts too', async () => {
    const api = await openApi({ rates: { requestsPerAddress: 2 } })
    for (const expected of [200, 200, 429]) {
      expect((await api.get('/pages')).status).toBe(expected)
      api.clock.now += 25_000
    }
    // The first is more than a minute old; the second and the refused one are not.
    expect((await api.get('/pages')).status).toBe(429)
  })
})

test('[D6.1] the method goes before the rate, the rate before the token', async () => {
  const api = await openApi({ rates: { requestsPerAddress: 1 } })
  await api.get('/pages')
  for (let n = 0; n < 3; n++) expect((await api.get('/pages', { method: 'DELETE' })).status).toBe(405)
  expect((await api.get('/pages', { token: null })).status).toBe(429)
  expect((await api.get('/pages/%ff?limit=0', { token: 'nonsense' })).status).toBe(429)
  expect((await api.call('/api/v1/notes/nothing', { token: null })).status).toBe(404)
})

test('[limits] every token and every route of an address counts together', async () => {
  const api = await openApi({ rates: { requestsPerAddress: 3 } })
  const { token } = await api.operators.createToken('me', { name: 'Other', scope: 'read' })
  await api.get('/pages')
  await api.get('/search?q=line', { token })
  await api.get('/days/today', { token: null })
  expect((await api.get('/blocks/late', { token })).status).toBe(429)
})

test('[D7] 0 is no limit', async () => {
  const api = await openApi({ rates: { requestsPerAddress: 0 } })
  for (let n = 0; n < 300; n++) expect((await api.get('/blocks/late')).status).toBe(200)
})

const TRUSTED = ['10.0.0.0/8', 'fd00::/8']

describe('[D7] one address or two', () => {
  test.each([
    ['one socket', '192.0.2.1', '', '192.0.2.1', '', true],
    ['two sockets', '192.0.2.1', '', '192.0.2.2', '', false],
    ['one /64', '2001:db8::1', '', '2001:db8:0:0:ffff::9', '', true],
    ['two /64', '2001:db8::1', '', '2001:db8:0:1::1', '', false],
    ['one address in both families', '::ffff:192.0.2.1', '', '192.0.2.1', '', true],
    ['a header that nobody vouches for', '192.0.2.1', '198.51.100.1', '192.0.2.1', '198.51.100.2', true],
    ['one behind a proxy', '10.0.0.1', '198.51.100.1', '10.9.9.9', '198.51.100.1', true],
    ['two behind a proxy', '10.0.0.1', '198.51.100.1', '10.0.0.1', '198.51.100.2', false],
    [
      'what the client made up',
      '10.0.0.1',
      '1.1.1.1, 198.51.100.1',
      '10.0.0.1',
      '2.2.2.2, 198.51.100.1',
      true,
    ],
    [
      'a proxy behind a proxy',
      '10.0.0.1',
      '198.51.100.1, 10.2.2.2',
      '10.0.0.1',
      '198.51.100.1, 10.3.3.3',
      true,
    ],
    ['one /64 behind a proxy', 'fd00::1', '2001:db8::1', 'fd00::1', '2001:db8::2', true],
  ])('%s', async (_, from, forwarded, otherFrom, otherForwarded, same) => {
    const api = await openApi({ rates: { requestsPerAddress: 1 }, trusted: TRUSTED })
    const call = (from: string, forwarded: string) =>
      api.get('/pages', { from, headers: forwarded === '' ? {} : { 'X-Forwarded-For': forwarded } })
    expect((await call(from, forwarded)).status).toBe(200)
    expect((await call(otherFrom, otherForwarded)).status).toBe(same ? 429 : 200)
  })
})
