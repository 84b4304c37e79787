/** Prompts, for clients of both generations and both transports. */
import { PassThrough } from 'node:stream'
import { TOOL_NAMES } from '@notegraph/contract'
import { ok, refuse } from '@notegraph/service'
import { beforeAll, describe, expect, test } from 'vitest'
import { httpHandler, mcpServer, serveInput } from '../src/index.ts'
import { PROMPTS } from '../src/prompts/index.ts'
import { CLIENTS } from './clients.ts'
import { ABOUT, block, page, world, type World } from './world.ts'

const HARBOUR = 'Harbour "north" [1]'

let it: World
beforeAll(async () => {
  it = await world({
    records: [
      page('h', HARBOUR, [['alias', 'Docks']]),
      block('b1-0000000', 'h', 'The crane is out of order.'),
      page('journal-20261120', '2026-11-20'),
      block('b2-0000000', 'journal-20261120', 'TODO Oil the mill'),
    ],
  })
})

const REQUESTS: readonly (readonly [name: string, args: Record<string, string>])[] = [
  ['plan_my_day', {}],
  ['weekly_review', {}],
  ['tidy_page', { page: HARBOUR }],
]

describe.each(CLIENTS)('[A14] prompts for a client of %s', (_, connect) => {
  test('the list has a title and a description of each, for people', async () => {
    const client = await connect(it)
    const { prompts } = await client.listPrompts()
    expect(prompts.map(({ name, title }) => [name, title])).toEqual([
      ['plan_my_day', 'Plan my day'],
      ['weekly_review', 'Weekly review'],
      ['tidy_page', 'Tidy a page'],
    ])
    expect(prompts.map((prompt) => prompt.arguments)).toEqual([
      undefined,
      undefined,
      [{ name: 'page', description: 'The name of the page, or an alias.', required: true }],
    ])
    for (const { description } of prompts) expect(description).toMatch(/^[A-Z].*\.$/)
    await client.close()
  })

  test.each([
    ['plan_my_day', undefined, 'notegraph://days/today', 'read_day', { date: 'today' }],
    ['tidy_page', { page: 'docks' }, 'notegraph://pages/docks', 'read_page', { name: HARBOUR }],
  ])('%s begins with the resource that it is about', async (name, args, uri, tool, read) => {
    const client = await connect(it)
    const { content } = await client.callTool({ name: tool, arguments: read })
    const { text } = content[0] as { text: string }
    const { messages } = await client.getPrompt({ name, ...(args && { arguments: args }) })
    expect(messages).toEqual([
      { role: 'user', content: { type: 'resource', resource: { uri, mimeType: 'text/markdown', text } } },
      { role: 'user', content: { type: 'text', text: expect.stringMatching(/^Help me /) } },
    ])
    await client.close()
  })

  test('weekly_review is one message', async () => {
    const client = await connect(it)
    const { description, messages } = await client.getPrompt({ name: 'weekly_review' })
    expect(description).toBe('Looks back on seven days of notes and tasks, and ahead to the next seven.')
    expect(messages).toMatchObject([{ role: 'user', content: { type: 'text' } }])
    await client.close()
  })

  test.each([
    ['plan_my_week', undefined, 'There is no prompt "plan_my_week". Call prompts/list'],
    ['tidy_page', undefined, 'tidy_page needs the argument page. Call prompts/list'],
    ['tidy_page', { page: ' ' }, 'tidy_page needs the argument page.'],
    ['tidy_page', { page: 'Docks', depth: '2' }, 'tidy_page takes no argument "depth".'],
    ['plan_my_day', { day: 'friday' }, 'plan_my_day takes no argument "day".'],
  ])('%s with %j is refused', async (name, args, message) => {
    const client = await connect(it)
    await expect(client.getPrompt({ name, ...(args && { arguments: args }) })).rejects.toMatchObject({
      code: -32_602,
      message: expect.stringContaining(message),
      data: { code: 'bad_request', hint: 'Fix the request.' },
    })
    await client.close()
  })

  test('a page that does not exist is named, with the nearest', async () => {
    const client = await connect(it)
    await expect(
      client.getPrompt({ name: 'tidy_page', arguments: { page: 'Harbour north' } }),
    ).rejects.toMatchObject({
      code: -32_602,
      message: expect.stringContaining('No page is called "Harbour north"'),
      data: { code: 'not_found', hint: expect.any(String) },
    })
    await client.close()
  })

  test('the page of tidy_page is completed, and nothing else', async () => {
    const client = await connect(it)
    const complete = async (name: string, argument: string, value: string) =>
      (await client.complete({ ref: { type: 'ref/prompt', name }, argument: { name: argument, value } }))
        .completion.values
    expect(await complete('tidy_page', 'page', 'harb')).toEqual([HARBOUR])
    expect(await complete('tidy_page', 'page', '')).toContain(HARBOUR)
    for (const [name, argument] of [
      ['tidy_page', 'depth'],
      ['plan_my_day', 'page'],
      ['none', 'page'],
    ] as const)
      await expect(complete(name, argument, '')).rejects.toMatchObject({
        code: -32_602,
        message: expect.stringContaining('The reference is not an argument of one of the prompts.'),
      })
    await client.close()
  })
})

describe('[A14] the calls and tools that a prompt names', () => {
  const textOf = (name: string, args: Record<string, string>): string =>
    PROMPTS.find((prompt) => prompt.name === name)!.request(args).text
  const CALL = new RegExp(`\\b(${TOOL_NAMES.join('|')}) (\\{.*?\\})(?= |,|\\.|;)`, 'g')

  test.each(REQUESTS)('%s: every call succeeds as it is written', async (name, args) => {
    const calls = [...textOf(name, args).matchAll(CALL)]
    expect(calls.length).toBeGreaterThan(1)
    for (const [, tool, json] of calls) {
      const { text, isError, error } = await it.call(tool!, JSON.parse(json!))
      expect([tool, json, isError, error, text?.includes('For the rest')]).toEqual([
        tool,
        json,
        undefined,
        undefined,
        false,
      ])
    }
  })

  test.each(REQUESTS)(
    '%s: every tool exists, and nothing is written before the person agrees',
    (name, args) => {
      const text = textOf(name, args)
      const named = [...text.matchAll(/\b[a-z]+_[a-z]+\b(?!")/g)].map(([word]) => word)
      expect(named.filter((word) => !TOOL_NAMES.some((tool) => tool === word))).toEqual([])
      expect(text).toContain('Write nothing before I agree.')
    },
  )

  test('a name of a page cannot end the call', () => {
    expect(textOf('tidy_page', { page: HARBOUR })).toContain(
      'read_page {"name":"Harbour \\"north\\" [1]"} reads it again',
    )
  })
})

test('[A14] prompts over standard input', async () => {
  const [input, output] = [new PassThrough(), new PassThrough()]
  let text = ''
  output.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
  const enter = async () => ok({ caller: it.caller, address: 'a' })
  const served = serveInput((era) => mcpServer(it.deps, ABOUT, enter, { era }), input, output)
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  const send = (id: number, method: string, params: object) =>
    input.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params: { ...params, _meta } })}\n`)
  send(1, 'prompts/list', {})
  send(2, 'prompts/get', { name: 'tidy_page', arguments: { page: 'Docks' } })
  input.end()
  await served
  const answers = text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as { id: number })
    .toSorted((one, other) => one.id - other.id)
  expect(answers).toMatchObject([
    {
      id: 1,
      result: { prompts: PROMPTS.map(({ name }) => ({ name })), ttlMs: 3_600_000, cacheScope: 'public' },
    },
    { id: 2, result: { messages: [{ content: { type: 'resource' } }, { content: { type: 'text' } }] } },
  ])
})

test('[A14] a prompt with a page is refused to a caller whose plan ended', async () => {
  const handle = httpHandler(() =>
    mcpServer(it.deps, ABOUT, async () => refuse({ code: 'payment_required' })),
  )
  const body = { jsonrpc: '2.0', id: 1, method: 'prompts/get', params: { name: 'plan_my_day' } }
  const response = await handle({ headers: new Headers(), body }, undefined)
  expect(await response.json()).toMatchObject({
    error: { code: -31_403, data: { code: 'payment_required' } },
  })
})
