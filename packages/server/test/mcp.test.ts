/** The tools for assistants over HTTP: the access checks of the API, then the answers of the protocol. */
import { TOOL_NAMES, WAIT_HINT } from '@notegraph/contract'
import { makeLog } from '@notegraph/host'
import { describe, expect, test } from 'vitest'
import { openApi } from './api.ts'
import { call, message, post } from './mcp.ts'

const PING = message('ping')

describe('[15] /api/mcp', () => {
  test('answers with the token of the API, on the same notes', async () => {
    const api = await openApi()
    const { body } = await call(api, 'read_page', { name: 'Ada Lovelace' })
    expect(body.result.content[0].text).toMatch(/^# \[\[Ada Lovelace\]\]\nperson, /)
    const added = await call(api, 'add_block', { page: 'Plans', text: 'from an assistant' })
    const [, shortId] = /\^(\S+)\n/.exec(added.body.result.content[0].text)!
    const found = await api.get('/search?q=assistant')
    expect(found.body['blocks'][0].id.startsWith(shortId)).toBe(true)
  })

  test('[1] today is that of the API', async () => {
    const api = await openApi()
    const { token } = await api.operators.createToken('me', {
      name: 'T',
      scope: 'read',
      zone: 'Pacific/Kiritimati',
    })
    const { body } = await call(api, 'read_day', { date: 'today' }, { token })
    const { body: same } = await api.get('/days/today', { token })
    expect(body.result.content[0].text).toContain(`# ${same['date']} `)
  })
})

test('[14] every example call in the description is one that is taken', async () => {
  const api = await openApi()
  const { body } = await api.call('/api/v1/openapi.json')
  const { examples } = body['paths']['/api/mcp'].post.requestBody.content['application/json']
  expect(Object.keys(examples)).toEqual([...TOOL_NAMES])
  for (const { value } of Object.values<{ value: object }>(examples)) {
    const { status, body } = await post(api, value)
    expect([status, body.error]).toEqual([200, undefined])
  }
})

describe('[D10.1] POST only', () => {
  test.each(['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])('%s', async (method) => {
    const api = await openApi()
    const { status, headers } = await post(api, undefined, { method, token: null })
    expect([status, headers.get('allow')]).toEqual([405, 'POST'])
  })

  test.each(['*/*', 'application/json', 'text/event-stream', 'text/html'])(
    'with any Accept header: %s',
    async (Accept) => {
      const { status, headers } = await post(await openApi(), PING, { headers: { Accept } })
      expect([status, headers.get('content-type')]).toEqual([200, 'application/json'])
    },
  )
})

describe('[D10.2] a refusal of the access check has the error body, before any message is read', () => {
  const nonsense = 'no message at all'

  test.each([
    ['no token', { token: null }, 401, 'unauthorized'],
    ['a token that is none', { token: 'ngp_x' }, 401, 'unauthorized'],
    ['a session', { token: `ngs_${'0'.repeat(49)}` }, 401, 'unauthorized'],
  ])('%s', async (_, options, status, code) => {
    const reply = await post(await openApi(), nonsense, options)
    expect([reply.status, reply.body.code]).toEqual([status, code])
  })

  test.each([
    ['an account that is not on the list', { allowed: false }, 403, 'forbidden'],
    ['an account without a plan', { plan: 'none' as const }, 402, 'payment_required'],
  ])('%s', async (_, options, status, code) => {
    const api = await openApi()
    await api.operators.setAccount('me', options)
    const reply = await post(api, nonsense)
    expect([reply.status, reply.body.code]).toEqual([status, code])
  })

  test('[D6.3] more than 64 KB', async () => {
    const api = await openApi()
    const ping = JSON.stringify(PING)
    expect((await post(api, ping.padEnd(65_536))).status).toBe(200)
    const { status, body } = await post(api, ping.padEnd(65_537))
    expect([status, body.code]).toEqual([413, 'too_large'])
  })

  test('[D7] the rate of requests, one for each', async () => {
    const api = await openApi({ rates: { requestsPerAddress: 3 } })
    await post(api, PING)
    await post(api, PING, { method: 'GET' })
    await api.get('/pages')
    const { status, body, headers } = await post(api, PING)
    expect([status, body.code, headers.get('retry-after')]).toEqual([429, 'rate_limited', '60'])
    expect(body.hint).toBe(WAIT_HINT) // [A8.3] a model sees no header
  })

  test.each([
    ['https://notes.example', 200],
    ['https://notes.example:444', 403],
    ['http://notes.example', 403],
    ['https://evil.example', 403],
    ['http://localhost:6274', 403],
    ['null', 403],
    ['', 403],
  ])('a page of %s', async (Origin, expected) => {
    const { status, body } = await post(await openApi(), PING, { headers: { Origin } })
    expect(status).toBe(expected)
    expect(body.code).toBe(expected === 403 ? 'forbidden' : undefined)
  })
})

describe('[D10.4] a body that is no JSON is -32700, with HTTP 400', () => {
  test.each<[string, string | Uint8Array<ArrayBuffer>, Record<string, string>, (number | null)?]>([
    ['words', 'words', {}],
    ['nothing', '', {}],
    ['no UTF-8', Uint8Array.of(0x22, 0xff, 0x22), {}],
    ['a key twice', '{"jsonrpc":"2.0","id":1,"method":"x","method":"ping"}', {}, 1],
    [
      'a key twice, deep in it',
      '{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":[{"b":1,"b":2}]}}',
      {},
      1, // [A13.1] the id of the request, where it can be read
    ],
    ['another media type', JSON.stringify(PING), { 'Content-Type': 'text/plain' }, PING.id],
    [
      'another encoding',
      JSON.stringify(PING),
      { 'Content-Type': 'application/json; charset=latin1' },
      PING.id,
    ],
  ])('%s', async (_, sent, headers, id = null) => {
    const { status, body } = await post(await openApi(), sent, { headers })
    expect(status).toBe(400)
    expect(body).toEqual({
      jsonrpc: '2.0',
      id,
      error: {
        code: -32_700,
        message: expect.any(String),
        data: { code: 'bad_request', hint: expect.any(String) },
      },
    })
  })
})

describe('[D10.2] writes that a caller may not make', () => {
  test('with a token that only reads', async () => {
    const api = await openApi()
    const { token } = await api.operators.createToken('me', { name: 'R', scope: 'read' })
    const { status, body } = await call(api, 'create_page', { name: 'New' }, { token })
    expect([status, body.error.data.code]).toEqual([200, 'read_only_token'])
    expect((await call(api, 'list_pages', {}, { token })).body.result.content).toHaveLength(1)
  })

  test('in grace', async () => {
    const api = await openApi()
    await api.operators.setAccount('me', { plan: 'grace' })
    const { status, body } = await call(api, 'create_page', { name: 'New' })
    expect([status, body.error.data.code]).toEqual([200, 'payment_required'])
    expect((await call(api, 'list_pages')).body.result.content).toHaveLength(1)
  })
})

describe('[D7] one rate of writes, over the API and here', () => {
  test('of a token', async () => {
    const api = await openApi({ rates: { writesPerToken: 2 } })
    await call(api, 'create_page', { name: 'One' })
    expect((await api.post('/pages', { name: 'Two' })).status).toBe(200)
    const { body } = await call(api, 'create_page', { name: 'Three' })
    expect(body.result.isError).toBe(true)
    expect(body.result.content[0].text).toMatch(/^This token made more than 2 writes in a minute\./)
    expect((await api.post('/pages', { name: 'Four' })).status).toBe(429)
    expect((await call(api, 'read_page', { name: 'Three' })).body.result.isError).toBe(true)
  })

  test('of an address, over all its tokens; each call in a batch is one', async () => {
    const api = await openApi({ rates: { writesPerAddress: 2 } })
    const { token } = await api.operators.createToken('me', { name: 'Other', scope: 'write' })
    const made = ['One', 'Two', 'Three'].map((name) =>
      message('tools/call', { name: 'create_page', arguments: { name } }),
    )
    const { body } = await post(api, made)
    expect(body.map(({ result }: { result: { isError?: true } }) => result.isError)).toEqual([
      undefined,
      undefined,
      true,
    ])
    expect((await call(api, 'create_page', { name: 'Four' }, { token })).body.result.isError).toBe(true)
    expect(
      (await call(api, 'create_page', { name: 'Four' }, { token, from: '192.0.2.9' })).body.result.isError,
    ).toBeUndefined()
  })

  test('the headers tell what is left of them', async () => {
    const api = await openApi({
      rates: { requestsPerAddress: 120, writesPerToken: 30, writesPerAddress: 45 },
    })
    const { headers } = await call(api, 'create_page', { name: 'One' })
    expect(headers.get('ratelimit')).toBe(
      '"requests";r=119;t=60, "token-reads";r=600;t=60, "account-reads";r=600;t=60, "token-writes";r=29;t=60, "address-writes";r=44;t=60',
    )
  })
})

test('[operations] the log names the tool and its outcome, and no word of the caller', async () => {
  let text = ''
  const log = makeLog('info', { write: (line) => (text += line) })
  const api = await openApi({ log })
  await call(api, 'read_page', { name: 'Sesame4711' })
  await call(api, 'Sesame4711', { name: 'Sesame4711' })
  await call(api, 'search', { query: '(Sesame4711)' })
  await call(api, 'add_block', { page: 'Plans', text: 'Sesame4711' })
  const lines = text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>)
  const entry = (tool?: string, refused?: string) => ({
    level: 30,
    time: expect.any(Number),
    msg: 'tool',
    ...(tool !== undefined && { tool }),
    ...(refused !== undefined && { refused }),
  })
  expect(lines.filter(({ msg }) => msg === 'tool')).toEqual([
    entry('read_page', 'not_found'),
    entry(undefined, 'bad_request'),
    entry('search', 'bad_request'),
    entry('add_block'),
  ])
  expect(lines.filter(({ msg }) => msg === 'request').map(({ route }) => route)).toEqual(
    Array(4).fill('/api/mcp'),
  )
  expect(text).not.toContain('Sesame')
  expect(text).not.toContain('ngp_')
})

test('[operations] the log names the place of a failure, without its message', async () => {
  let text = ''
  const log = makeLog('info', { write: (line) => (text += line) })
  const api = await openApi({
    log,
    wrap: (store) => ({
      ...store,
      graph: () => {
        throw new Error('Sesame4711')
      },
    }),
  })
  const { status, body } = await call(api, 'list_pages')
  expect([status, body.error.code, body.error.data.code]).toEqual([200, -32_603, 'internal'])
  expect(text).toContain('a tool failed')
  expect(text + JSON.stringify(body)).not.toContain('Sesame')
})
