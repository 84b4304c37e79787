/**
 * [D7] The rates of writes, and the headers with every rate.
 *
 * @module-tag both-stores
 */
import { describe, expect, test } from 'vitest'
import { openApi, type Api, type Call, type Reply } from './api.ts'
import { LONG } from './notes.ts'

const MINUTE = 60_000

let written = 0
/** A write that changes something each time. */
const write = (api: Api, call: Call = {}): Promise<Reply> =>
  api.post('/tasks/late', { state: written++ % 2 === 0 ? 'doing' : 'done' }, call)

const OTHER = { from: '192.0.2.2' }

test('[limits] the 30th write of a minute with one token is taken, the 31st is not, from any address', async () => {
  const api = await openApi({ rates: { writesPerToken: 30 } })
  for (let n = 1; n <= 30; n++) {
    expect((await write(api, n % 2 === 0 ? OTHER : {})).status).toBe(200)
  }
  for (const call of [{}, OTHER, { from: '2001:db8::1' }]) {
    const { status, headers, body } = await write(api, call)
    expect([status, headers.get('retry-after')]).toEqual([429, '60'])
    expect(body).toEqual({
      error: 'This token made more than 30 writes in a minute.',
      code: 'rate_limited',
      hint: 'Wait as long as Retry-After says.',
    })
  }
  const { token } = await api.operators.createToken('me', { name: 'Other', scope: 'write' })
  expect((await write(api, { token })).status).toBe(200)
})

test('[limits] the 45th write of a minute from one address is taken, the 46th is not, with any token', async () => {
  const api = await openApi({ rates: { writesPerAddress: 45 } })
  const { token } = await api.operators.createToken('me', { name: 'Other', scope: 'write' })
  for (let n = 1; n <= 45; n++) expect((await write(api, n % 2 === 0 ? { token } : {})).status).toBe(200)
  for (const call of [{}, { token }]) {
    const { status, body } = await write(api, call)
    expect([status, body['error']]).toEqual([429, 'This address sent more than 45 writes in a minute.'])
  }
  expect((await write(api, OTHER)).status).toBe(200)
})

test('[D7] one address is one /64, and what a trusted proxy says', async () => {
  const api = await openApi({ rates: { writesPerAddress: 1 }, trusted: ['10.0.0.0/8'] })
  const behind = (address: string) => ({ from: '10.0.0.1', headers: { 'X-Forwarded-For': address } })
  expect((await write(api, { from: '2001:db8::1' })).status).toBe(200)
  expect((await write(api, behind('2001:db8::ffff:1'))).status).toBe(429)
  expect((await write(api, behind('198.51.100.1'))).status).toBe(200)
  expect((await write(api, { from: '198.51.100.1' })).status).toBe(429)
})

describe('[D7] the minute slides, to the millisecond', () => {
  test.each([
    [MINUTE - 1, 429],
    [MINUTE, 200],
  ])('%i ms after: %i', async (later, status) => {
    const api = await openApi({ rates: { writesPerToken: 2 } })
    await write(api)
    api.clock.now += 10_000
    await write(api)
    api.clock.now += later - 10_000
    expect((await write(api)).status).toBe(status)
  })

  test('one that was refused for a rate does not count again', async () => {
    const api = await openApi({ rates: { writesPerToken: 1 } })
    await write(api)
    for (let n = 0; n < 5; n++) {
      api.clock.now += 10_000
      expect((await write(api)).status).toBe(429)
    }
    api.clock.now += 10_000
    expect((await write(api)).status).toBe(200)
  })

  test('one that was refused for its token does not count for its address, nor the other way', async () => {
    const api = await openApi({ rates: { writesPerToken: 1, writesPerAddress: 2 } })
    const { token } = await api.operators.createToken('me', { name: 'Other', scope: 'write' })
    await write(api)
    expect((await write(api)).body['error']).toMatch(/^This token made/)
    expect((await write(api, { token })).status).toBe(200)
    const third = (await api.operators.createToken('me', { name: 'Third', scope: 'write' })).token
    expect((await write(api, { token: third })).body['error']).toMatch(/^This address sent/)
    expect((await write(api, { token: third, ...OTHER })).status).toBe(200)
  })
})

const JSON_TYPE = { 'Content-Type': 'application/json' }
const patch =
  (target: string, body: string, call: Call = {}) =>
  (api: Api) =>
    api.call(`/api/v1/notes${target}`, { method: 'PATCH', headers: JSON_TYPE, body, ...call })

describe('[D7] a write counts when it gets past the checks of its body', () => {
  test.each([
    ['a write', patch('/blocks/late', '{"text":"new"}'), 200, true],
    ['one that changes nothing', patch('/blocks/late', '{"text":"oil the mill"}'), 200, true],
    ['no such block', patch('/blocks/nobody', '{"text":"new"}'), 404, true],
    ['a text that is none', patch('/blocks/late', '{"text":""}'), 400, true],
    [
      'an ETag that is past',
      patch('/blocks/late', '{"text":"x"}', { headers: { ...JSON_TYPE, 'If-Match': '"x"' } }),
      409,
      true,
    ],
    ['a body that is no JSON', patch('/blocks/late', '{'), 400, false],
    ['a key that is not taken', patch('/blocks/late', '{"a":1}'), 400, false],
    ['a body too large', patch('/blocks/late', ' '.repeat(65_537)), 413, false],
    ['a name that is no encoding', patch('/blocks/%ff', '{"text":"x"}'), 400, false],
    [
      'a key of no form',
      patch('/blocks/late', '{"text":"x"}', { headers: { ...JSON_TYPE, 'Idempotency-Key': 'a b' } }),
      400,
      false,
    ],
    ['a read', (api: Api) => api.get('/blocks/late'), 200, false],
    ['no token', patch('/blocks/late', '{"text":"x"}', { token: null }), 401, false],
  ] as const)('%s: %j counts', async (_, call, status, counts) => {
    const api = await openApi({ rates: { writesPerToken: 1, writesPerAddress: 1 } })
    expect((await call(api)).status).toBe(status)
    expect((await write(api)).status).toBe(counts ? 429 : 200)
  })
})

test('[D7] fifty writes at once are taken up to the limit', async () => {
  const api = await openApi({ rates: { writesPerToken: 30 } })
  const replies = await Promise.all(
    Array.from({ length: 50 }, (_, n) => api.post('/pages/Long/blocks', { text: `${n}` })),
  )
  const taken = replies.filter(({ status }) => status === 200)
  expect(taken).toHaveLength(30)
  expect(replies.filter(({ status }) => status === 429)).toHaveLength(20)
  expect((await api.get('/pages/Long')).body['total']).toBe(LONG + 30)
})

test('[limits] a write counts as one request', async () => {
  const api = await openApi({ rates: { requestsPerAddress: 2 } })
  await write(api)
  await api.get('/tasks')
  expect((await write(api)).body['error']).toMatch(/^This address sent more than 2 requests/)
})

test('[D7] 0 is no limit', async () => {
  const api = await openApi()
  for (let n = 0; n < 100; n++) expect((await write(api)).status).toBe(200)
})

describe('answers report how much of each rate is left', () => {
  const rates = { requestsPerAddress: 4, writesPerToken: 2, writesPerAddress: 3, revertibleChanges: 0 }
  const rateHeaders = ({ headers }: Reply) => [headers.get('ratelimit-policy'), headers.get('ratelimit')]
  const REQUESTS = '"requests";q=4;w=60'
  const READS = `${REQUESTS}, "token-reads";q=600;w=60, "account-reads";q=600;w=60`
  const ALL = `${REQUESTS}, "token-writes";q=2;w=60, "address-writes";q=3;w=60`
  const read = (left: number, seconds: number) =>
    `"token-reads";r=${left};t=${seconds}, "account-reads";r=${left};t=${seconds}`

  test('of the requests, on reads of these, on writes of those', async () => {
    const api = await openApi({ rates })
    expect(rateHeaders(await api.get('/tasks'))).toEqual([READS, `"requests";r=3;t=60, ${read(599, 60)}`])
    api.clock.now += 20_500
    expect(rateHeaders(await write(api))).toEqual([
      ALL,
      '"requests";r=2;t=40, "token-writes";r=1;t=60, "address-writes";r=2;t=60',
    ])
    api.clock.now += 20_000
    expect(rateHeaders(await write(api))).toEqual([
      ALL,
      '"requests";r=1;t=20, "token-writes";r=0;t=40, "address-writes";r=1;t=40',
    ])
    expect(rateHeaders(await write(api, { from: '192.0.2.9' }))).toEqual([
      ALL,
      '"requests";r=3;t=60, "token-writes";r=0;t=40, "address-writes";r=3;t=60',
    ])
    expect(rateHeaders(await api.get('/tasks'))).toEqual([READS, `"requests";r=0;t=20, ${read(598, 20)}`])
    expect(rateHeaders(await api.get('/tasks'))).toEqual([REQUESTS, '"requests";r=0;t=40'])
  })

  test.each([
    ['no token', (api: Api) => write(api, { token: null }), 401],
    ['a wrong method', (api: Api) => api.get('/tasks', { method: 'PUT' }), 405],
  ])('on a refusal too: %s', async (_, call, status) => {
    const api = await openApi({ rates })
    const reply = await call(api)
    expect(reply.status).toBe(status)
    expect(rateHeaders(reply)).toEqual([REQUESTS, '"requests";r=3;t=60'])
  })

  test('on a read of what is not there too', async () => {
    const reply = await (await openApi({ rates })).get('/pages/Nobody')
    expect([reply.status, ...rateHeaders(reply)]).toEqual([
      404,
      READS,
      `"requests";r=3;t=60, ${read(599, 60)}`,
    ])
  })

  test('a rate without a limit is left out, and without any limit the headers are absent', async () => {
    const api = await openApi({ rates: { ...rates, requestsPerAddress: 0, writesPerAddress: 0 } })
    expect(rateHeaders(await api.get('/tasks'))).toEqual([null, null])
    expect(rateHeaders(await write(api))).toEqual(['"token-writes";q=2;w=60', '"token-writes";r=1;t=60'])
  })

  test.each(['/api/v1/notes/types', '/api/v1/openapi.json', '/nothing'])('not on %s', async (target) => {
    expect(rateHeaders(await (await openApi({ rates })).call(target))).toEqual([null, null])
  })
})
