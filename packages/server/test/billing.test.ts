/**
 * Messages of a billing service over HTTP, signed by another implementation of Standard Webhooks.
 *
 * @module-tag both-stores
 */
import { randomBytes } from 'node:crypto'
import { makeLog } from '@notegraph/host'
import { Webhook } from 'standardwebhooks'
import { beforeEach, describe, expect, test } from 'vitest'
import { openApi, type Api } from './api.ts'
import { NOON } from './notes.ts'

const SECRET = `whsec_${randomBytes(32).toString('base64')}`
const PATH = '/api/billing/webhook'
const GRACE = { accountId: 'me', plan: 'grace', endedAt: NOON - 1_000 }

let api: Api
let logged: string
beforeEach(async () => {
  logged = ''
  const log = makeLog('info', { write: (line) => (logged += line) })
  api = await openApi({ billingSecrets: [SECRET], log })
})

let sent = 0
function signed(body: string, id = `msg_${sent++}`, at = NOON): Record<string, string> {
  return {
    'Content-Type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at / 1_000)),
    'webhook-signature': new Webhook(SECRET).sign(id, new Date(at), body),
  }
}

async function post(body: string, headers: Record<string, string> = signed(body), on = api) {
  const response = await on.app.request(
    'http://notes.example/',
    { method: 'POST', headers, body },
    { incoming: { url: PATH } },
  )
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(response.headers.get('access-control-allow-origin')).toBeNull()
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

test('[D9.3] a plan that ends: reads go on, writes are refused; and it is logged', async () => {
  const { status, body } = await post(JSON.stringify(GRACE))
  expect([status, body]).toEqual([200, { ok: true, changed: true, allowed: true, ...GRACE }])
  expect((await api.get('/tasks')).status).toBe(200)
  expect((await api.post('/tasks/late', { state: 'done' })).status).toBe(402)
  const lines = logged.split('\n').filter(Boolean)
  expect(lines.map((line) => JSON.parse(line) as object)).toContainEqual(
    expect.objectContaining({
      account: expect.stringMatching(/^[\w-]{16}$/),
      event: 'plan_changed',
      detail: 'active to grace',
      by: 'billing',
      msg: 'audit',
    }),
  )
  expect(lines.find((line) => line.includes(PATH))).toContain('"status":200')
  await post(JSON.stringify({ accountId: 'me', plan: 'none' }))
  expect((await api.get('/tasks')).status).toBe(402)
  await post(JSON.stringify({ accountId: 'me', plan: 'active' }))
  expect((await api.post('/tasks/late', { state: 'done' })).status).toBe(200)
})

test('[D9.3] the same message again is refused', async () => {
  const body = JSON.stringify(GRACE)
  const headers = signed(body)
  expect((await post(body, headers)).status).toBe(200)
  const again = await post(body, headers)
  expect([again.status, again.body]).toEqual([
    409,
    {
      error: 'A message with this id was already received.',
      code: 'conflict',
      hint: 'Send each new message with its own id.',
    },
  ])
})

describe('[D9.3] refused messages', () => {
  const body = JSON.stringify(GRACE)
  test.each<[string, string, () => Record<string, string>, number, string]>([
    ['nothing signed', body, () => ({ 'Content-Type': 'application/json' }), 401, 'unauthorized'],
    ['another body', `${body} `, () => signed(body), 401, 'unauthorized'],
    ['an old one', body, () => signed(body, 'old', NOON - 301_000), 401, 'unauthorized'],
    ['no JSON', '{', () => signed('{'), 400, 'bad_request'],
    [
      'another media type',
      body,
      () => ({ ...signed(body), 'Content-Type': 'text/plain' }),
      400,
      'bad_request',
    ],
    ['no plan', '{"accountId":"me"}', () => signed('{"accountId":"me"}'), 400, 'bad_request'],
    [
      'a key twice',
      '{"plan":"none","plan":"active"}',
      () => signed('{"plan":"none","plan":"active"}'),
      400,
      'bad_request',
    ],
    [
      'nobody',
      '{"accountId":"x","plan":"none"}',
      () => signed('{"accountId":"x","plan":"none"}'),
      404,
      'not_found',
    ],
    ['too much', 'x'.repeat(65_537), () => signed('x'.repeat(65_537)), 413, 'too_large'],
  ])('%s', async (_, sent, headers, status, code) => {
    const answer = await post(sent, headers())
    expect([answer.status, answer.body['code']]).toEqual([status, code])
    expect((await api.operators.listAccounts())[0]).toMatchObject({ plan: 'active' })
  })

  test.each([
    [{ accountId: 'me', plan: 'gold' }, 'plan takes active, grace or none, not "gold".'],
    [{ accountId: 'me', plan: 'grace', endedAt: '1' }, 'endedAt takes a number, not "1".'],
    [{ accountId: 'me', plan: 'grace', endedAt: 1.5 }, 'endedAt takes whole milliseconds since 1970.'],
    [{ accountId: 'me', plan: 'grace', allowed: 1 }, 'allowed takes true or false, not 1.'],
    [
      { accountId: 'me', plan: 'grace', quota: 1 },
      'This route has no key "quota". Use accountId, plan, endedAt or allowed.',
    ],
  ])('%j', async (message, words) => {
    const { status, body } = await post(JSON.stringify(message))
    expect([status, body['error']]).toEqual([400, words])
  })
})

test.each(['GET', 'HEAD', 'PUT', 'OPTIONS'])('%s: 405', async (method) => {
  const { status, headers } = await api.app.request(PATH, { method })
  expect([status, headers.get('allow')]).toEqual([405, 'POST'])
})

test('[operations] without a secret there is no such path', async () => {
  const none = await openApi()
  const body = JSON.stringify(GRACE)
  expect((await post(body, signed(body), none)).body['error']).toBe('The API has no such path.')
})

test('[D7] messages count for their address, before their signature is looked at', async () => {
  const rated = await openApi({ billingSecrets: [SECRET], rates: { requestsPerAddress: 3 } })
  const body = JSON.stringify(GRACE)
  for (let n = 0; n < 3; n++)
    expect((await post(body, { 'Content-Type': 'application/json' }, rated)).status).toBe(401)
  expect(await post(body, signed(body), rated)).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
  rated.clock.now += 60_000
  expect((await post(body, signed(body, 'msg_late', NOON + 60_000), rated)).status).toBe(200)
})
