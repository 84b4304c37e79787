/** [D6.1] Reads also count for their token and their account, so that many addresses read no faster than a few. */
import { LIMITS, WAIT_HINT } from '@notegraph/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { openApi, type Api, type Call, type Reply } from './api.ts'
import { call, message, post } from './mcp.ts'

let api: Api
beforeEach(async () => {
  api = await openApi({ rates: { requestsPerAddress: 1_000 } })
})

let host = 0
/** A new address for each call. */
const anywhere = (): Call => ({ from: `2001:db8:0:${(++host).toString(16)}::1` })
const read = (call: Call = {}): Promise<Reply> => api.get('/blocks/late', { ...anywhere(), ...call })
const other = async (): Promise<Call> => ({
  token: (await api.operators.createToken('me', { name: 'Other', scope: 'write' })).token,
})
const refusal = ({ status, headers, body }: Reply) => [status, headers.get('retry-after'), body['error']]

async function readOften(times: number, call: Call = {}): Promise<void> {
  for (let n = 0; n < times; n++) expect((await read(call)).status).toBe(200)
}

test('[D6.1] the 600th read of a minute with one token is answered, the 601st is not, from any address', async () => {
  await readOften(600)
  expect(refusal(await read())).toEqual([429, '60', 'This token made more than 600 reads in a minute.'])
  api.clock.now += 60_000
  expect((await read()).status).toBe(200)
})

test('[D6.1] the tokens and devices of one account count together, another account counts apart', async () => {
  const token = await other()
  const { session } = await api.operators.createSession('me', { device: 'Phone' })
  await readOften(300)
  await readOften(299, token)
  const settings = () => api.call('/api/v1/settings/storage', { ...anywhere(), token: session })
  expect((await settings()).headers.get('ratelimit')).toBe(
    '"requests";r=999;t=60, "token-reads";r=599;t=60, "account-reads";r=0;t=60',
  )
  for (const reply of [await read(), await read(token), await settings()])
    expect(refusal(reply)).toEqual([
      429,
      '60',
      'Clients made more than 600 reads of this account in a minute.',
    ])
  await api.operators.createAccount('you', {})
  const yours = await api.operators.createToken('you', { name: 'Yours', scope: 'read' })
  expect((await api.get('/pages', { ...anywhere(), token: yours.token })).status).toBe(200)
})

test('[D9.12] files of a device count under its own rate, files of others under that of their address', async () => {
  const { session } = await api.operators.createSession('me', { device: 'Phone' })
  const rates = async (rest: Call) =>
    (await api.call('/api/files/none', { from: '192.0.2.9', ...rest })).headers.get('ratelimit')
  expect(await rates({ token: session })).toBe('"requests";r=599;t=60')
  expect((await api.call('/api/sync', { from: '192.0.2.9', token: session })).headers.get('ratelimit')).toBe(
    '"requests";r=598;t=60',
  )
  expect(await rates({})).toMatch(/^"requests";r=999;t=60, "token-reads"/)
})

describe('[D6.1] the requests that count as a read', () => {
  const left = async (): Promise<string | undefined> =>
    /"token-reads";r=(\d+)/.exec((await read()).headers.get('ratelimit') ?? '')?.[1]

  test.each([
    ['a list', () => api.get('/pages'), 1],
    ['a HEAD', () => api.get('/pages', { method: 'HEAD' }), 1],
    ['a parameter out of range', () => api.get('/pages?limit=0'), 1],
    ['a page that is not there', () => api.get('/pages/Nobody'), 1],
    ['a file', () => api.call('/api/files/none'), 1],
    ['a file with no token', () => api.call('/api/files/none', { token: null }), 0],
    ['a write', () => api.post('/tasks/late', { state: 'done' }), 0],
    ['a wrong method', () => api.get('/tasks', { method: 'PUT' }), 0],
    ['the types', () => api.get('/types'), 0],
    ['a tool that reads', () => call(api, 'list_pages'), 1],
    ['a tool that writes', () => call(api, 'create_page', { name: 'New' }), 0],
    ['a message that is no call', () => post(api, message('tools/list')), 1],
    [
      'a batch of four with one write',
      () =>
        post(api, [
          message('tools/call', { name: 'list_pages' }),
          message('tools/call', { name: 'create_page', arguments: { name: 'New' } }),
          { jsonrpc: '2.0', method: 'notifications/initialized' },
          message('ping'),
          message('tools/call', { name: 'nothing' }),
        ]),
      3,
    ],
  ])('%s: %i', async (_, ask, reads) => {
    await ask()
    expect(await left()).toBe(String(600 - reads - 1))
  })

  test('sync does not: it has a rate of its own', async () => {
    const { session } = await api.operators.createSession('me', { device: 'Phone' })
    for (let n = 0; n < 601; n++)
      expect((await api.call('/api/sync?limit=1', { ...anywhere(), token: session })).status).toBe(200)
    expect((await read()).status).toBe(200)
  })
})

describe('[D6.1] each call of a batch over MCP counts as a request', () => {
  const batch = (calls: number, name = 'list_pages') =>
    Array.from({ length: calls }, () => message('tools/call', { name, arguments: { limit: 1 } }))

  test('for its address; one that would go beyond the rate is refused whole, and nothing of it is done', async () => {
    api = await openApi({ rates: { requestsPerAddress: 120 } })
    expect((await post(api, batch(100))).headers.get('ratelimit')).toMatch(/^"requests";r=20;t=60, /)
    const writes = [...batch(20), message('tools/call', { name: 'create_page', arguments: { name: 'New' } })]
    const { status, headers, body } = await post(api, writes)
    expect([status, headers.get('retry-after'), body]).toEqual([
      429,
      '60',
      {
        error: 'This address sent more than 120 requests in a minute.',
        code: 'rate_limited',
        hint: WAIT_HINT,
      },
    ])
    expect((await api.get('/pages/New', anywhere())).status).toBe(404)
    api.clock.now += 60_000
    expect((await post(api, batch(100))).status).toBe(200)
  })

  test('for its token and account', async () => {
    for (let n = 0; n < 6; n++) expect((await post(api, batch(100), anywhere())).status).toBe(200)
    expect((await post(api, batch(1), anywhere())).status).toBe(429)
    expect((await read()).status).toBe(429)
    expect((await call(api, 'create_page', { name: 'New' }, anywhere())).status).toBe(200)
  })

  test('a batch that is too large is refused, and counts as one', async () => {
    const { status, headers } = await post(api, batch(LIMITS.mcpBatch + 1))
    expect([status, headers.get('ratelimit')]).toEqual([400, expect.stringMatching(/^"requests";r=999;/)])
  })
})

test('[operations] without a limit of requests, reads have none', async () => {
  api = await openApi({ rates: { requestsPerAddress: 0 } })
  await readOften(700, { from: '192.0.2.1' })
})

test('a hundred reads of an account at once get their answers', async () => {
  const own = await openApi()
  const replies = await Promise.all(Array.from({ length: 100 }, async () => own.get('/search?q=a')))
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
})
