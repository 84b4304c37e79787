/**
 * Access to the routes of sync, and their rate.
 *
 * @module-tag both-stores
 */
import { beforeEach, describe, expect, test } from 'vitest'
import { codeOf } from './api.ts'
import { NOON } from './notes.ts'
import { aBlock, openSync, reworded, whole, type SyncApi } from './syncing.ts'

let api: SyncApi
beforeEach(async () => {
  api = await openSync()
})

const ROUTES = [
  ['GET', '/api/sync', 'GET, HEAD, POST'],
  ['POST', '/api/sync', 'GET, HEAD, POST'],
  ['GET', '/api/sync/conflicts', 'GET, HEAD'],
  ['POST', '/api/sync/conflicts/b', 'POST'],
] as const

describe.each(ROUTES)('[D6.1] %s %s', (method, target, allow) => {
  const ask = (call: object = {}) =>
    api.call(target, {
      method,
      token: api.session,
      ...(method === 'POST' && { headers: { 'Content-Type': 'application/json' }, body: 'no JSON' }),
      ...call,
    })

  test.each([
    ['nobody', null, 401, 'Missing or expired device session.'],
    ['a session of nobody', 'ngs_x', 401, 'Missing or expired device session.'],
    [
      'an API token',
      'token',
      403,
      'An API token does not give access to this route. The route requires a device session.',
    ],
  ])('[D9.2] by %s', async (_, who, status, error) => {
    const reply = await ask({ token: who === 'token' ? api.token : who })
    expect([reply.status, reply.body['error']]).toEqual([status, error])
  })

  test('by an account not on the list: 403', async () => {
    await api.operators.setAccount('me', { allowed: false })
    expect(codeOf(await ask())).toEqual([403, 'forbidden'])
  })

  test('by one without a plan: 402', async () => {
    await api.operators.setAccount('me', { plan: 'none' })
    expect(codeOf(await ask())).toEqual([402, 'payment_required'])
  })

  test('in grace a device pulls, and pushes nothing: 402 before the body is looked at', async () => {
    await api.operators.setAccount('me', { plan: 'grace' })
    expect((await ask()).status).toBe(method === 'GET' ? 200 : 402)
  })

  test('another method: 405', async () => {
    const { status, headers } = await ask({ method: 'DELETE' })
    expect([status, headers.get('allow')]).toEqual([405, allow])
  })
})

test('HEAD is answered as GET is', async () => {
  expect((await api.pull('', { method: 'HEAD' })).status).toBe(200)
})

describe('[sync, Routes] 600 requests a minute from one address, and not the rates of the notes API', () => {
  test('the 600th is answered, the 601st is not; a minute later it is', async () => {
    api = await openSync({ rates: { requestsPerAddress: 1, writesPerToken: 1, writesPerAddress: 1 } })
    const b = aBlock('b', 'x')
    await api.push([whole(b)])
    for (let n = 1; n < 599; n++) await api.pull('?limit=1')
    const last = await api.pull('?limit=1')
    expect(last.status).toBe(200)
    expect(last.headers.get('ratelimit')).toMatch(/^"requests";r=0;t=\d+$/)
    expect(last.headers.get('ratelimit-policy')).toBe('"requests";q=600;w=60')
    const over = await api.push([reworded(b, 'y', 'r2', NOON)])
    expect([over.status, over.body['error']]).toEqual([
      429,
      'This address sent more than 600 requests in a minute.',
    ])
    expect((await api.get('/tasks')).status).toBe(200)
    expect((await api.pull('', { from: '192.0.2.9' })).status).toBe(200)
    api.clock.now += 60_000
    expect((await api.pull()).status).toBe(200)
  })

  test('a push counts as no write', async () => {
    api = await openSync({ rates: { writesPerToken: 1, writesPerAddress: 1, revertibleChanges: 1 } })
    for (let n = 0; n < 5; n++) expect((await api.push([whole(aBlock(`n-${n}`, 'x'))])).status).toBe(200)
    expect((await api.post('/tasks/late', { state: 'done' })).status).toBe(200)
  })
})
