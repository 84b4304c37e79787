/** The protocol over lines: standard input and output. */
import { PassThrough } from 'node:stream'
import { TOOL_NAMES } from '@notegraph/contract'
import { ok, refuse, type Result } from '@notegraph/service'
import { beforeAll, describe, expect, test } from 'vitest'
import { mcpServer, serveInput, type Session } from '../src/index.ts'
import { page, world, type World } from './world.ts'

let it: World
beforeAll(async () => {
  it = await world({ records: [page('p', 'Plans')] })
})

const request = (id: number | string, method: string, params: object = {}) =>
  JSON.stringify({ jsonrpc: '2.0', id, method, params })
const INITIALIZE = request('init', 'initialize', {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'x', version: '1' },
})
const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
}

/** The tested parts of a message. */
interface Answer {
  readonly id: unknown
  readonly result: {
    readonly tools: unknown[]
    readonly content: { readonly text: string }[]
    readonly supportedVersions: string[]
  }
  readonly error?: { readonly code: number; readonly data?: unknown }
}

/** The answers after everything was sent and answered. */
async function exchange(
  sent: string | Uint8Array,
  enter?: () => Promise<Result<Session>>,
  isOnStdio = false,
): Promise<Answer[]> {
  const [input, output] = [new PassThrough(), new PassThrough()]
  let text = ''
  output.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
  const who = enter ?? (async () => ok({ caller: it.caller, address: 'a' }))
  const served = serveInput(() => mcpServer(it.deps, { version: '1.2.3' }, who, { isOnStdio }), input, output)
  input.end(sent)
  await served
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Answer)
}

test('requests before the end of the input are answered, with a line end or without', async () => {
  const answers = await exchange(
    [INITIALIZE, request(1, 'tools/list'), request(2, 'tools/call', { name: 'list_pages' })].join('\n'),
  )
  expect(answers.map(({ id }) => id)).toEqual(['init', 1, 2])
  expect(answers[1]!.result.tools).toHaveLength(TOOL_NAMES.length)
  expect(answers[2]!.result.content[0]!.text).toMatch(/^1 page\./)
})

test('of the era that says all of it in each request', async () => {
  const [first, second] = await exchange(
    [
      request(1, 'server/discover', { _meta: META }),
      request(2, 'tools/call', { name: 'list_pages', _meta: META }),
    ].join('\n'),
  )
  expect(first!.result.supportedVersions).toEqual(['2026-07-28'])
  expect(second!.result.content[0]!.text).toMatch(/^1 page\./)
})

describe('[D10.4] a line that is no message is answered as such, and the next is served', () => {
  test.each<[string, string | Uint8Array, number, string, (number | null)?]>([
    ['no JSON', 'nope', -32_700, 'bad_request'],
    ['no UTF-8', Uint8Array.of(0x22, 0xff, 0x22), -32_700, 'bad_request'],
    [
      'a key twice',
      '{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":{"b":1,"b":2}}}',
      -32_700,
      'bad_request',
      1,
    ],
    ['an array', `[${request(1, 'ping')}]`, -32_600, 'bad_request'],
    ['a word', '"ping"', -32_600, 'bad_request'],
    ['another version', '{"jsonrpc":"1.0","id":1,"method":"ping"}', -32_600, 'bad_request', 1],
    ['[A13.1] params', '{"jsonrpc":"2.0","id":7,"method":"ping","params":5}', -32_600, 'bad_request', 7],
    ['too much', `{"a":"${'x'.repeat(65_536)}"}`, -32_600, 'too_large'],
  ])('%s', async (_, line, number, code, id = null) => {
    const sent = Buffer.concat([Buffer.from(line as string), Buffer.from(`\n${INITIALIZE}\n\n`)])
    const [fault, answer] = await exchange(sent)
    expect(fault).toEqual({
      jsonrpc: '2.0',
      id,
      error: { code: number, message: expect.any(String), data: { code, hint: expect.any(String) } },
    })
    expect(answer).toMatchObject({ id: 'init', result: {} })
  })

  test('[A8.3] a request that is too long is answered with its id, up to 1 MB', async () => {
    const long = request(1, 'ping').padEnd(65_537, ' ')
    const longest = request(2, 'ping').padEnd(1_048_577, ' ')
    const faults = await exchange(`${long}\n${longest}\n`)
    expect(faults).toMatchObject([
      { id: 1, error: { code: -32_600, data: { code: 'too_large' } } },
      { id: null, error: { code: -32_600, data: { code: 'too_large' } } },
    ])
  })

  test('64 KB are not too much', async () => {
    const padded = request(1, 'ping').padEnd(65_536, ' ')
    expect(await exchange(`${INITIALIZE}\n${padded}\n`)).toMatchObject([
      { id: 'init' },
      { id: 1, result: {} },
    ])
  })
})

test('methods that are none', async () => {
  const answers = await exchange(
    [INITIALIZE, request(1, 'tasks/list'), request(2, 'subscriptions/listen', { _meta: META })].join('\n'),
  )
  const refused = answers.filter(({ error }) => error?.code === -32_601)
  expect(refused).toHaveLength(2)
  for (const { error } of refused)
    expect(error?.data).toEqual({ code: 'not_found', hint: expect.any(String) })
})

test('the caller is looked up at each call', async () => {
  let calls = 0
  const enter = async (): Promise<Result<Session>> =>
    calls++ === 0 ? ok({ caller: it.caller, address: 'a' }) : refuse({ code: 'payment_required' })
  const call = (id: number) => request(id, 'tools/call', { name: 'list_pages' })
  const answers = await exchange([INITIALIZE, call(1), call(2)].join('\n'), enter)
  // They may come in any order.
  expect(answers.find(({ id }) => id === 1)).toMatchObject({ result: {} })
  expect(answers.find(({ id }) => id === 2)).toMatchObject({
    error: { code: -31_403, data: { code: 'payment_required' } },
  })
})

test('a call that is cancelled holds nothing up', async () => {
  const cancel = JSON.stringify({
    jsonrpc: '2.0',
    method: 'notifications/cancelled',
    params: { requestId: 1 },
  })
  const answers = await exchange(
    [INITIALIZE, request(1, 'tools/call', { name: 'list_pages' }), cancel].join('\n'),
  )
  expect(answers[0]!.id).toBe('init')
})

test('an output that nobody reads ends it', async () => {
  const [input, output] = [new PassThrough(), new PassThrough()]
  const served = serveInput(
    () => mcpServer(it.deps, { version: '1' }, async () => ok({ caller: it.caller, address: 'a' })),
    input,
    output,
  )
  output.destroy(new Error('EPIPE'))
  await served
})

test('[A13.1] params: null is as left out', async () => {
  const answers = await exchange(
    [INITIALIZE, '{"jsonrpc":"2.0","id":2,"method":"tools/list","params":null}'].join('\n'),
  )
  expect(answers[1]).toMatchObject({ id: 2, result: { tools: expect.any(Array) } })
})

test('[A13.1] a client of 2024-11-05 is served', async () => {
  const old = request('init', 'initialize', {
    protocolVersion: '2024-11-05',
    capabilities: {},
    clientInfo: { name: 'x', version: '1' },
  })
  const call = request(1, 'tools/call', { name: 'list_pages' })
  const [begun, answer] = await exchange([old, call].join('\n'), undefined, true)
  expect(begun).toMatchObject({ id: 'init', result: { protocolVersion: '2024-11-05' } })
  expect(answer).toMatchObject({ id: 1, result: { content: [{ type: 'text' }] } })
})
