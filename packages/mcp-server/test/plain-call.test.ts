/** A plain call is run without a server of the protocol; nobody can tell by the answer. */
import fc from 'fast-check'
import { TOOLS, type ToolName } from '@notegraph/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { readPlainCall } from '../src/plain-call.ts'
import { sdkHandler } from '../src/tools-handler.ts'
import { ABOUT, block, page, world, type World } from './world.ts'

const CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities'
const CLIENT = 'io.modelcontextprotocol/clientInfo'
const REVISION = 'io.modelcontextprotocol/protocolVersion'

interface Sent {
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
}

/** The two ways to send a call, by era. */
const ERAS: { readonly [era: string]: (name: unknown, args?: unknown, id?: unknown) => Sent } = {
  initialized: (name, args, id = 1) => ({
    headers: { 'MCP-Protocol-Version': '2025-11-25' },
    body: { jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: args } },
  }),
  stateless: (name, args, id = 1) => ({
    headers: {
      'MCP-Protocol-Version': '2026-07-28',
      'Mcp-Method': 'tools/call',
      ...(typeof name === 'string' && { 'Mcp-Name': name }),
    },
    body: {
      jsonrpc: '2.0',
      id,
      method: 'tools/call',
      params: {
        name,
        arguments: args,
        _meta: {
          [REVISION]: '2026-07-28',
          [CLIENT]: { name: 'test', version: '1' },
          [CAPABILITIES]: { roots: {}, elicitation: { form: {}, url: {} } },
          progressToken: 1,
        },
      },
    },
  }),
}

const isPlain = ({ headers, body }: Sent): boolean =>
  readPlainCall({ headers: new Headers(headers), body }) !== undefined

const notes = (): Promise<World> => {
  let n = 0
  return world({
    records: [page('p', 'Plans', [['mood', 'calm']]), block('block-0000', 'p', 'TODO words')],
    newId: () => `00000000-0000-4000-8000-${String(n++).padStart(12, '0')}`,
  })
}

interface Answer {
  readonly status: number
  readonly headers: [string, string][]
  readonly text: string
  readonly called: unknown
}

async function answer(
  it: World,
  way: 'plain' | 'sdk',
  { headers, body }: Sent,
  scope: 'read' | 'write' = 'write',
): Promise<Answer> {
  const handle = way === 'plain' ? it.handle : sdkHandler(it.deps, ABOUT)
  const from = it.called.length
  const request = { headers: new Headers(headers), body: JSON.parse(JSON.stringify(body)) as unknown }
  const response = await handle(request, { caller: { ...it.caller, scope }, address: 'a' })
  const { status } = response
  return {
    status,
    headers: [...response.headers],
    text: await response.text(),
    called: it.called.slice(from),
  }
}

const BLOCK = 'block-0000'
const CALLS: { readonly [N in ToolName]: readonly unknown[] } = {
  list_pages: [{}, undefined, null, '{}', { limit: 0 }, { type: 'cat' }, []],
  search: [{ query: 'words' }, { query: '(tood now)' }, {}, { query: 5 }],
  read_page: [{ name: 'plans' }, { name: 'Planz' }, { name: '2026-02-30' }, { nmae: 'x' }],
  read_day: [{ date: 'today' }, { date: 'soon' }],
  read_block: [{ block_id: BLOCK }, { block_id: 'nothing-here' }],
  read_links: [{ name: 'plans' }, { name: 'Planz' }, { name: 'plans', unlinked: 'yes' }],
  list_tasks: [{}, { status: 'none' }],
  list_changes: [{}, { limit: 0 }],
  revert_change: [{ change_id: 'none' }, {}],
  add_block: [
    { page: 'Plans', text: 'new' },
    { page: 'Plans', text: ' ' },
    { page: 'None', text: 'x' },
  ],
  add_outline: [
    { page: 'Plans', text: '- new\n  - newer' },
    { page: 'Plans', text: ' ' },
    { page: 'None', text: 'x' },
  ],
  batch_write: [
    {
      operations: [
        { op: 'create_page', name: 'New' },
        { op: 'add_block', page: '$1', text: 'new' },
      ],
    },
    { operations: [] },
    { operations: [{ op: 'add_block', page: 'None', text: 'x' }] },
  ],
  create_page: [{ name: 'New', properties: '{"mood":"calm"}' }, { name: 'today' }],
  set_task: [
    { block_id: BLOCK, state: 'done' },
    { block_id: BLOCK, state: 'DONE' },
  ],
  update_block: [
    { block_id: BLOCK, text: 'new' },
    { block_id: BLOCK, text: '' },
  ],
  set_property: [
    { page: 'Plans', key: 'mood', value: null },
    { page: 'Plans', key: 'id', value: 'x' },
  ],
  move_blocks: [
    { block_ids: [BLOCK], page: 'today' },
    { block_ids: [BLOCK], page: 'today', before: BLOCK },
  ],
  rename_page: [
    { name: 'Plans', to: 'Other' },
    { name: 'Plans', to: '' },
  ],
  delete_page: [{ name: 'Plans' }, { name: 'Nobody' }],
  delete_blocks: [{ block_ids: [BLOCK] }, { block_ids: [] }],
  set_block_properties: [
    { block_id: BLOCK, properties: { mood: 'grey' } },
    { block_id: BLOCK, properties: { id: 'x' } },
  ],
  set_properties: [
    { page: 'Plans', properties: { mood: 'grey' } },
    { page: 'Plans', properties: {} },
  ],
}

/** Answered alike where nothing is written. */
async function expectAlike(sent: Sent, scope?: 'read'): Promise<void> {
  expect(await answer(shared, 'plain', sent, scope)).toEqual(await answer(shared, 'sdk', sent, scope))
}

let shared: World
beforeAll(async () => {
  shared = await notes()
})

describe.each(Object.entries(ERAS))('a plain call of the era that is %s', (_, sentAs) => {
  test.each(Object.entries(CALLS).flatMap(([name, all]) => all.map((args) => [name, args])))(
    '%s %j',
    async (name, args) => {
      const sent = sentAs(name, args)
      expect(isPlain(sent)).toBe(true)
      // Each way in a world of its own that is like the other.
      const plain = await answer(await notes(), 'plain', sent)
      expect(plain).toEqual(await answer(await notes(), 'sdk', sent))
      expect(plain.called).toHaveLength(1)
    },
  )

  test.each(TOOLS.map(({ name }) => name))('%s with a token that only reads', (name) =>
    expectAlike(sentAs(name, CALLS[name][0]), 'read'),
  )

  test.each([0, -1, 2 ** 53 - 1, 'x', '', '☃', 1.5, 2 ** 53, null, true, [], {}])('the id %j', (id) =>
    expectAlike(sentAs('list_pages', {}, id)),
  )
})

/** Changes of what is sent, which make most calls another request. */
const CHANGES: Readonly<Record<string, (sent: Sent) => Sent>> = {
  'another method': member('method', 'tools/list'),
  'no method': member('method', undefined),
  'a method that is none': member('method', 'tools/calls'),
  'no version': member('jsonrpc', undefined),
  'another version': member('jsonrpc', '1.0'),
  'no id': member('id', undefined),
  'a member more': member('extra', 1),
  'a member that every object has': member('constructor', 1),
  'no params': member('params', undefined),
  'params that are none': member('params', 'x'),
  'a tool that is none': params('name', 'read_pages'),
  'a name that is none': params('name', 5),
  'no name': params('name', undefined),
  'a param more': params('task', {}),
  'a param that every object has': params('toString', 1),
  'a state': params('requestState', 'x'),
  'answers to questions': params('inputResponses', {}),
  'no _meta': params('_meta', undefined),
  'a _meta that is none': params('_meta', 'x'),
  'a _meta that is null': params('_meta', null),
  'an array for _meta': params('_meta', []),
  'a token of progress': meta('progressToken', 'x'),
  'a token of progress that is none': meta('progressToken', { a: 1 }),
  "a client's own member of _meta": meta('example.com/trace', { a: [1] }),
  'another reserved member of _meta': meta('io.modelcontextprotocol/other', 1),
  'a related task': meta('io.modelcontextprotocol/related-task', { taskId: 'x' }),
  'a level of logging': meta('io.modelcontextprotocol/logLevel', 'info'),
  'a level of logging that is none': meta('io.modelcontextprotocol/logLevel', 'loud'),
  'the revision in _meta': meta(REVISION, '2026-07-28'),
  'another revision in _meta': meta(REVISION, '2025-11-25'),
  'a revision in _meta that is none': meta(REVISION, 5),
  'no revision in _meta': meta(REVISION, undefined),
  'no capabilities': meta(CAPABILITIES, undefined),
  'capabilities that are none': meta(CAPABILITIES, 'x'),
  'unknown capabilities': meta(CAPABILITIES, { flying: {} }),
  'wrong capabilities': meta(CAPABILITIES, { roots: { listChanged: 'yes' } }),
  'all capabilities': meta(CAPABILITIES, {
    roots: { listChanged: true },
    sampling: { context: {}, tools: {} },
    elicitation: { form: {}, url: {} },
    experimental: { a: {} },
    extensions: { 'example.com/ui': { mimeTypes: ['text/html'], on: true, of: 'x', more: {} } },
  }),
  'elicitation of old': meta(CAPABILITIES, { elicitation: {} }),
  'an extension that is none': meta(CAPABILITIES, { extensions: { x: 5 } }),
  'extensions in an array': meta(CAPABILITIES, { extensions: [] }),
  'no client': meta(CLIENT, undefined),
  'a client without a version': meta(CLIENT, { name: 'x' }),
  'a client with pictures': meta(CLIENT, {
    name: 'x',
    version: '1',
    icons: [{ src: 'https://x.example/i' }],
  }),
  'a client that tells of itself': meta(CLIENT, { name: 'x', version: '1', title: 'X', description: 'y' }),
  'no revision in the headers': header('MCP-Protocol-Version', undefined),
  'an old revision in the headers': header('MCP-Protocol-Version', '2024-11-05'),
  'the first revision': header('MCP-Protocol-Version', '2025-03-26'),
  'the newest revision in the headers': header('MCP-Protocol-Version', '2026-07-28'),
  'a revision to come in the headers': header('MCP-Protocol-Version', '2027-01-01'),
  'no method in the headers': header('Mcp-Method', undefined),
  'another method in the headers': header('Mcp-Method', 'tools/list'),
  'no name in the headers': header('Mcp-Name', undefined),
  'another name in the headers': header('Mcp-Name', 'search'),
  'a name in base 64': header('Mcp-Name', '=?base64?bGlzdF9wYWdlcw==?='),
  'a name in base 64 that is none': header('Mcp-Name', '=?base64?*?='),
  'a batch of it': (sent) => ({ ...sent, body: [sent.body] }),
}

type Members = Readonly<Record<string, unknown>>

function member(name: string, value: unknown) {
  return (sent: Sent): Sent => ({ ...sent, body: { ...(sent.body as Members), [name]: value } })
}
function params(name: string, value: unknown) {
  return (sent: Sent): Sent => {
    const { params: of } = sent.body as { params?: unknown }
    return member('params', typeof of === 'object' ? { ...of, [name]: value } : of)(sent)
  }
}
function meta(name: string, value: unknown) {
  return (sent: Sent): Sent => {
    const { _meta: of } = ((sent.body as { params?: unknown }).params ?? {}) as { _meta?: unknown }
    return params('_meta', { ...(typeof of === 'object' && of), [name]: value })(sent)
  }
}
function header(name: string, value: string | undefined) {
  return ({ headers, body }: Sent): Sent => {
    const others = Object.entries(headers).filter(([other]) => other !== name)
    return { headers: { ...Object.fromEntries(others), ...(value !== undefined && { [name]: value }) }, body }
  }
}

describe.each(Object.entries(ERAS))('of the era that is %s', (_, sentAs) => {
  test.each(Object.entries(CHANGES))('with %s', (_, change) => expectAlike(change(sentAs('list_pages', {}))))

  test('with any change', () =>
    fc.assert(
      fc.asyncProperty(
        fc.subarray(Object.values(CHANGES).slice(0, -1), { minLength: 2, maxLength: 4 }),
        (changes) =>
          expectAlike(changes.reduce((before, change) => change(before), sentAs('list_pages', {}))),
      ),
    ))
})

test.each([
  ['initialized', 'no revision in the headers'],
  ['initialized', 'the first revision'],
  ['initialized', "a client's own member of _meta"],
  ['initialized', 'a token of progress'],
  ['stateless', 'all capabilities'],
  ['stateless', 'no client'],
  ['stateless', 'a client that tells of itself'],
  ['stateless', "a client's own member of _meta"],
])('a call as clients send it is plain: %s, %s', (era, change) => {
  expect(isPlain(CHANGES[change]!(ERAS[era]!('list_pages', {})))).toBe(true)
})
