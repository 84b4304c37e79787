/** Pages and days as resources, for clients of both generations. */
import { LIMITS } from '@notegraph/contract'
import { refuse } from '@notegraph/service'
import { beforeAll, describe, expect, test } from 'vitest'
import { mcpServer } from '../src/index.ts'
import { httpHandler } from '../src/http.ts'
import { CLIENTS } from './clients.ts'
import { ABOUT, block, page, world, type World } from './world.ts'

const PLANS = 'notegraph://pages/Plans%20%26%20more'

let it: World
beforeAll(async () => {
  it = await world({
    records: [
      page('p', 'Plans & more'),
      block('b1-0000000', 'p', 'words'),
      page('journal-20261120', '2026-11-20'),
      block('b2-0000000', 'journal-20261120', 'a day'),
      ...Array.from({ length: LIMITS.mcpPages + 3 }, (_, n) => page(`n${n}`, `Note ${n}`)),
    ],
  })
})

describe.each(CLIENTS)('[V1] resources for a client of %s', (_, connect) => {
  test('the list has pages and days, some at a time, most recently edited first', async () => {
    const client = await connect(it)
    const all: string[] = []
    for (let cursor: string | undefined; ;) {
      const { resources, nextCursor } = await client.listResources(cursor === undefined ? {} : { cursor })
      all.push(...resources.map(({ uri }) => uri))
      expect(resources[0]).toMatchObject({
        mimeType: 'text/markdown',
        annotations: { lastModified: expect.stringMatching(/^2026-11-20T.*Z$/) },
      })
      if (nextCursor === undefined) break
      cursor = nextCursor
    }
    expect(new Set(all).size).toBe(LIMITS.mcpPages + 5)
    expect(all).toEqual(expect.arrayContaining([PLANS, 'notegraph://days/2026-11-20']))
    await client.close()
  })

  test.each([
    [PLANS, 'read_page', { name: 'Plans & more' }],
    ['notegraph://pages/plans%20%26%20more', 'read_page', { name: 'Plans & more' }],
    ['notegraph://days/2026-11-20', 'read_day', { date: '2026-11-20' }],
    ['notegraph://days/today', 'read_day', { date: 'today' }],
  ])('%s has the answer of %s', async (uri, name, args) => {
    const client = await connect(it)
    const { content } = await client.callTool({ name, arguments: args })
    const { text } = content[0] as { text: string }
    expect((await client.readResource({ uri })).contents).toEqual([{ uri, mimeType: 'text/markdown', text }])
    await client.close()
  })

  test.each([
    ['notegraph://pages/Nothing', 'No page is called "Nothing"'],
    ['notegraph://tags/x', 'No resource has the address "notegraph://tags/x".'],
    ['notegraph://pages/%E0%A4', 'No resource has the address'],
    ['notegraph://pages/', 'No resource has the address'],
  ])('%s is not found', async (uri, message) => {
    const client = await connect(it)
    await expect(client.readResource({ uri })).rejects.toMatchObject({
      code: -32_602,
      message: expect.stringContaining(message),
      data: { uri, code: 'not_found', hint: expect.any(String) },
    })
    await client.close()
  })

  test('templates complete names and days', async () => {
    const client = await connect(it)
    const { resourceTemplates } = await client.listResourceTemplates()
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([
      'notegraph://pages/{name}',
      'notegraph://days/{date}',
    ])
    const complete = async (uri: string, name: string, value: string) =>
      (await client.complete({ ref: { type: 'ref/resource', uri }, argument: { name, value } })).completion
        .values
    expect(await complete('notegraph://pages/{name}', 'name', 'plan')).toContain('Plans & more')
    expect(await complete('notegraph://pages/{name}', 'name', '')).toHaveLength(20)
    expect(await complete('notegraph://days/{date}', 'date', 'to')).toEqual(['today', 'tomorrow'])
    expect(await complete('notegraph://days/{date}', 'date', '20')).toEqual(['2026-11-20'])
    await expect(complete('notegraph://tags/{tag}', 'tag', '')).rejects.toMatchObject({ code: -32_602 })
    await client.close()
  })

  test('a cursor of another list is refused', async () => {
    const client = await connect(it)
    await expect(client.listResources({ cursor: 'x' })).rejects.toMatchObject({ code: -32_602 })
    await client.close()
  })
})

test('[V1] an answer lists as many resources as `list_pages` does', async () => {
  const list = async (params: object) => {
    const body = { jsonrpc: '2.0', id: 1, method: 'resources/list', params }
    const response = await it.handle({ headers: new Headers(), body }, { caller: it.caller, address: 'a' })
    return ((await response.json()) as { result: { resources: unknown[]; nextCursor?: string } }).result
  }
  const { resources, nextCursor } = await list({})
  expect(resources).toHaveLength(LIMITS.mcpPages)
  const rest = await list({ cursor: nextCursor })
  expect([rest.resources.length, rest.nextCursor]).toEqual([5, undefined])
})

test('[V1] resources are refused to a caller whose plan ended', async () => {
  const enter = async () => refuse({ code: 'payment_required' })
  const handle = httpHandler(() => mcpServer(it.deps, ABOUT, enter))
  for (const [method, params] of [
    ['resources/list', {}],
    ['resources/read', { uri: PLANS }],
    [
      'completion/complete',
      {
        ref: { type: 'ref/resource', uri: 'notegraph://pages/{name}' },
        argument: { name: 'name', value: '' },
      },
    ],
  ] as const) {
    const body = { jsonrpc: '2.0', id: 1, method, params }
    const response = await handle({ headers: new Headers(), body }, undefined)
    expect(await response.json()).toMatchObject({
      error: { code: -31_403, data: { code: 'payment_required' } },
    })
  }
})
