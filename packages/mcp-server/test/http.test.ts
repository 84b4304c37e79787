/** The protocol over HTTP: both eras at one address, stateless, as JSON. */
import { Client, StreamableHTTPClientTransport, type ClientOptions } from '@modelcontextprotocol/client'
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { TOOL_NAMES } from '@notegraph/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { INSTRUCTIONS } from '../src/index.ts'
import { block, page, world, type World } from './world.ts'

let it: World
beforeAll(async () => {
  it = await world({ records: [page('p', 'Plans'), block('b1-0000000', 'p', 'words')] })
})

/** The handler as a client reaches it, without a network. */
const reach = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
  const request = new Request(input, init)
  if (request.method !== 'POST') return new Response(null, { status: 405 })
  const body: unknown = await request.json()
  return it.handle({ headers: request.headers, body }, { caller: it.caller, address: 'a' })
}

const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
}
const HEADERS = { 'MCP-Protocol-Version': '2026-07-28' }
/** The code and the hint of every protocol error. */
const FIX = { code: 'bad_request', hint: 'Fix the request.' }

async function post(sent: unknown, headers: Record<string, string> = {}) {
  const response = await it.handle(
    { headers: new Headers(headers), body: sent },
    { caller: it.caller, address: 'a' },
  )
  const text = await response.text()
  // oxlint-disable-next-line typescript/no-explicit-any -- any message
  const body: any = text === '' ? undefined : JSON.parse(text)
  return { status: response.status, headers: response.headers, body }
}
const request = (method: string, params?: object, id = 1) => ({
  jsonrpc: '2.0',
  id,
  method,
  ...(params && { params }),
})

const url = new URL('http://notes.example/api/mcp')
type AnyClient = Pick<Client, 'listTools' | 'callTool' | 'getInstructions' | 'getServerVersion' | 'close'>

async function older(): Promise<AnyClient> {
  const client = new OldClient({ name: 'test', version: '1' })
  await client.connect(new OldTransport(url, { fetch: reach }))
  return client as never // its answers are of an older type, with the same members
}

const newer = (options: ClientOptions) => async (): Promise<AnyClient & Partial<Client>> => {
  const client = new Client({ name: 'test', version: '1' }, options)
  await client.connect(new StreamableHTTPClientTransport(url, { fetch: reach }))
  return client
}

const LEGACY = ['2025-03-26', '2025-06-18', '2025-11-25']
const clients: [who: string, connect: () => Promise<AnyClient & Partial<Client>>, revision?: string][] = [
  ['the first generation of the SDK', older],
  ...LEGACY.map((revision): (typeof clients)[number] => [
    `the second, at ${revision}`,
    newer({ supportedProtocolVersions: [revision] }),
    revision,
  ]),
  ['the second, at 2026-07-28', newer({ versionNegotiation: { mode: { pin: '2026-07-28' } } }), '2026-07-28'],
  ['the second, that finds out for itself', newer({ versionNegotiation: { mode: 'auto' } }), '2026-07-28'],
]

describe.each(clients)('[D10.1] a client of %s', (_, connect, revision) => {
  test('receives the name of the server, the tools, their answers and refusals', async () => {
    const client = await connect()
    expect(client.getNegotiatedProtocolVersion?.()).toBe(revision)
    expect(client.getServerVersion()).toMatchObject({
      name: 'notegraph',
      title: 'Notegraph',
      version: '1.2.3',
    })
    expect(client.getInstructions()).toBe(INSTRUCTIONS)
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual([...TOOL_NAMES])
    const args = { name: 'read_page', arguments: { name: 'plans' } }
    expect(await client.callTool(args)).toMatchObject({
      content: [{ type: 'text', text: expect.stringContaining('- words ^b1-00000') }],
    })
    expect(await client.callTool({ name: 'read_page', arguments: { name: 'none' } })).toMatchObject({
      isError: true,
    })
    const wrong = client.callTool({ name: 'read_page', arguments: { nmae: 'plans' } })
    await expect(wrong).rejects.toMatchObject({
      code: -32_602,
      data: { code: 'bad_request', hint: 'Fix the request.' },
    })
    await client.close()
  })
})

describe('[D10.3] the list of the tools', () => {
  test('gives each a title, all four hints, a flat schema and the length of its answers', async () => {
    const { body } = await post(request('tools/list'))
    for (const tool of body.result.tools) {
      expect(tool.title).toMatch(/^[A-Z][a-z ]+$/)
      expect(tool.annotations).toEqual({
        readOnlyHint: expect.any(Boolean),
        destructiveHint: expect.any(Boolean),
        idempotentHint: expect.any(Boolean),
        openWorldHint: false,
      })
      expect(tool.inputSchema).toMatchObject({ type: 'object', additionalProperties: false })
      const isRead = tool.annotations.readOnlyHint
      expect(tool._meta).toEqual(isRead ? { 'anthropic/maxResultSizeChars': 100_000 } : undefined)
      expect(Object.keys(tool)).not.toContain('outputSchema')
    }
  })

  test.each([
    ['read_page', true, false, true],
    ['search', true, false, true],
    ['add_block', false, false, false],
    ['add_outline', false, false, false],
    ['create_page', false, false, true],
    ['set_task', false, true, false],
    ['update_block', false, true, true],
    ['set_property', false, true, true],
    ['set_properties', false, true, true],
    ['set_block_properties', false, true, true],
    ['move_blocks', false, false, true],
    ['delete_blocks', false, true, true],
    ['rename_page', false, true, true],
    ['delete_page', false, true, true],
  ])('%s: only reads %s, replaces %s, again changes nothing %s', async (name, reads, replaces, again) => {
    const { body } = await post(request('tools/list'))
    const { annotations } = body.result.tools.find((tool: { name: string }) => tool.name === name)
    expect(annotations).toMatchObject({
      readOnlyHint: reads,
      destructiveHint: replaces,
      idempotentHint: again,
    })
  })

  test('is the same for a token that only reads', async () => {
    const who = { caller: { ...it.caller, scope: 'read' as const }, address: 'a' }
    const response = await it.handle({ headers: new Headers(), body: request('tools/list') }, who)
    expect(await response.json()).toEqual((await post(request('tools/list'))).body)
  })

  test('may be kept for a minute, by its caller, in the era that asks', async () => {
    const { body } = await post(request('tools/list', { _meta: META }), {
      ...HEADERS,
      'Mcp-Method': 'tools/list',
    })
    expect(body.result).toMatchObject({ ttlMs: 60_000, cacheScope: 'private', resultType: 'complete' })
    expect((await post(request('tools/list'))).body.result).not.toHaveProperty('ttlMs')
  })
})

describe('[D10.1] of the era that opens with initialize', () => {
  test.each(['2025-03-26', '2025-06-18', '2025-11-25'])('%s is served', async (protocolVersion) => {
    const params = { protocolVersion, capabilities: {}, clientInfo: { name: 'x', version: '1' } }
    const { status, body } = await post(request('initialize', params))
    expect([status, body.result.protocolVersion]).toEqual([200, protocolVersion])
    expect(body.result).toMatchObject({ capabilities: { tools: {} }, instructions: INSTRUCTIONS })
  })

  test.each(['2024-11-05', '2030-01-01'])('%s is answered with the newest of it', async (protocolVersion) => {
    const params = { protocolVersion, capabilities: {}, clientInfo: { name: 'x', version: '1' } }
    expect((await post(request('initialize', params))).body.result.protocolVersion).toBe('2025-11-25')
  })

  test('a call needs no initialize before it, and any Accept will do', async () => {
    for (const Accept of ['*/*', 'application/json', 'text/html', ''])
      expect(
        (await post(request('tools/call', { name: 'list_pages' }), { Accept })).body.result.content,
      ).toHaveLength(1)
  })

  test('a ping, a notification, and a method that is none', async () => {
    expect((await post(request('ping'))).body).toEqual({ jsonrpc: '2.0', id: 1, result: {} })
    expect((await post({ jsonrpc: '2.0', method: 'notifications/initialized' })).status).toBe(202)
    const { status, body } = await post(request('tasks/list'))
    expect([status, body.error.code, body.error.data]).toEqual([
      200,
      -32_601,
      { code: 'not_found', hint: 'Call tools/list, then call one of the listed tools.' },
    ])
  })

  test('a batch is answered as one, each request of it, and none is left to wait', async () => {
    const { status, body } = await post([
      request('tools/call', { name: 'list_pages' }, 1),
      { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } },
      request('tools/call', { name: 'read_page', arguments: { name: 'none' } }, 2),
      request('nothing', {}, 3),
    ])
    expect(status).toBe(200)
    const byId = body.toSorted((a: { id: number }, b: { id: number }) => a.id - b.id)
    expect(byId).toMatchObject([
      { id: 1, result: {} },
      { id: 2, result: { isError: true } },
      { id: 3, error: { code: -32_601, data: { code: 'not_found' } } },
    ])
    expect((await post([{ jsonrpc: '2.0', method: 'notifications/initialized' }])).status).toBe(202)
  })

  test.each([
    ['one request', [request('ping')]],
    ['one request and a notification', [{ jsonrpc: '2.0', method: 'notifications/initialized' }, request('ping')]],
  ])('[D10.1] a batch of %s is answered with a list', async (_, batch) => {
    const { status, body } = await post(batch, { 'MCP-Protocol-Version': '2025-03-26' })
    expect([status, body]).toEqual([200, [{ jsonrpc: '2.0', id: 1, result: {} }]])
  }) // prettier-ignore

  test('a batch of answers alone has no answer', async () => {
    expect((await post([{ jsonrpc: '2.0', id: 1, result: {} }])).status).toBe(202)
  })

  test('[D10.1] the stateless revision has no batches, so nothing of one is done', async () => {
    const add = request('tools/call', { name: 'add_block', arguments: { page: 'Plans', text: 'batch' } })
    const head = await it.graph.commits.head()
    const { status, body } = await post([add, request('ping', {}, 2)], HEADERS)
    expect([status, body.error]).toEqual([
      400,
      {
        code: -32_600,
        message: 'The revision 2026-07-28 has no batches. Send each message on its own.',
        data: FIX,
      },
    ])
    expect(await it.graph.commits.head()).toBe(head)
  })

  test('a batch in which two requests have one id is refused as a whole, and nothing of it is done', async () => {
    const add = request('tools/call', { name: 'add_block', arguments: { page: 'Plans', text: 'twice' } })
    const head = await it.graph.commits.head()
    const { status, body } = await post([add, request('ping'), add])
    expect([status, body]).toEqual([
      400,
      {
        jsonrpc: '2.0',
        id: null,
        error: {
          code: -32_600,
          message: 'Two requests in the batch have the same id. Give each request its own id.',
          data: FIX,
        },
      },
    ])
    expect(await it.graph.commits.head()).toBe(head)
    expect((await post([request('ping', {}, 1), { ...request('ping'), id: '1' }])).body).toHaveLength(2)
  })

  test.each([
    [],
    [5],
    {},
    5,
    'x',
    null,
    { jsonrpc: '1.0', id: 1, method: 'ping' },
    Array.from({ length: 101 }, (_, id) => request('ping', {}, id)),
  ])('%.40j is no message', async (body) => {
    const reply = await post(body)
    expect(reply.status).toBe(400)
    expect(reply.body.error.code).toBeLessThanOrEqual(-32_600)
    expect(reply.body.error.data).toEqual(FIX)
  })
})

describe('a request that the protocol does not allow is the fault of the caller', () => {
  test.each([
    ['initialize', { protocolVersion: '2025-11-25', capabilities: {} }, 'params.clientInfo'],
    ['prompts/get', { name: 7 }, 'params.name'],
    ['resources/read', {}, 'params.uri'],
    ['completion/complete', { ref: { type: 'ref/prompt', name: 'tidy_page' } }, 'params.argument'],
  ])('%s %j', async (method, params, place) => {
    const { status, body } = await post(request(method, params))
    expect([status, body.error.code]).toEqual([200, -32_602])
    expect(body.error.message).toMatch(new RegExp(`^${place}: .+[^.]\\.$`))
    expect(body.error.data).toEqual(FIX)
  })

  test('an id that is no id is not repeated', async () => {
    const call = request('tools/call', { name: 'search', arguments: {}, _meta: META }, 1.5)
    const { body } = await post(call, { ...HEADERS, 'Mcp-Method': 'ping', 'Mcp-Name': 'search' })
    expect([body.id, body.error.code]).toEqual([null, -32_600])
  })
})

describe('[D10.1] of the era that says all of it in each request', () => {
  const call = (args: object) => request('tools/call', { name: 'read_page', arguments: args, _meta: META })
  const headers = { ...HEADERS, 'Mcp-Method': 'tools/call', 'Mcp-Name': 'read_page' }

  test('a call', async () => {
    const { status, body } = await post(call({ name: 'Plans' }), headers)
    expect(status).toBe(200)
    expect(body.result.content[0].text).toContain('- words')
  })

  test('the headers must agree with the body', async () => {
    for (const wrong of [
      { 'Mcp-Method': 'tools/list' },
      { 'Mcp-Name': 'search' },
      { 'MCP-Protocol-Version': '2025-11-25' },
    ]) {
      const { status, body } = await post(call({ name: 'Plans' }), { ...headers, ...wrong })
      expect([status, body.error.code]).toEqual([400, -32_020])
      expect(body.error.data).toEqual({ mismatch: expect.any(Object), ...FIX })
    }
  })

  test('an unsupported revision is refused with the supported ones', async () => {
    const _meta = { ...META, 'io.modelcontextprotocol/protocolVersion': '2027-01-01' }
    const { status, body } = await post(request('tools/list', { _meta }), {
      'MCP-Protocol-Version': '2027-01-01',
      'Mcp-Method': 'tools/list',
    })
    expect([status, body.error.code]).toEqual([400, -32_022])
    expect(body.error.data).toEqual({ requested: '2027-01-01', supported: ['2026-07-28'], ...FIX })
  })

  test.each(['tasks/list', 'initialize', 'ping', 'nothing'])('%s is no method of it here', async (method) => {
    const { status, body } = await post(request(method, { _meta: META }), {
      ...HEADERS,
      'Mcp-Method': method,
    })
    expect([status, body.id, body.error.code, body.error.data.code]).toEqual([404, 1, -32_601, 'not_found'])
  })

  test('a wrong argument is an error of a request that was served', async () => {
    const { status, body } = await post(call({ nmae: 'Plans' }), headers)
    expect([status, body.error.code, body.error.data.code]).toEqual([200, -32_602, 'bad_request'])
  })
})

test('[D6.2] no answer may be kept or taken for something else', async () => {
  const calls = [
    post(request('ping')),
    post({}),
    post({ jsonrpc: '2.0', method: 'x' }),
    post(request('nothing', { _meta: META }), HEADERS),
  ]
  for (const { headers } of await Promise.all(calls)) {
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  }
})

test('an answer that nobody waits for is left', async () => {
  const controller = new AbortController()
  controller.abort()
  const body = request('tools/call', { name: 'list_pages', _meta: META })
  const headers = new Headers({ ...HEADERS, 'Mcp-Method': 'tools/call', 'Mcp-Name': 'list_pages' })
  const sent = { headers, body, signal: controller.signal }
  expect((await it.handle(sent, { caller: it.caller, address: 'a' })).status).toBe(499)
})

describe('[A13.1] params', () => {
  test('that are null are as left out', async () => {
    const { status, body } = await post({ jsonrpc: '2.0', id: 2, method: 'tools/list', params: null })
    expect([status, body.id, body.result.tools.length]).toEqual([200, 2, TOOL_NAMES.length])
  })

  test.each([5, 'x', [1]])('%j are answered under the id of the request', async (params) => {
    const { body } = await post({ jsonrpc: '2.0', id: 2, method: 'tools/list', params })
    expect(body).toMatchObject({ id: 2, error: { data: { code: 'bad_request' } } })
  })
})
