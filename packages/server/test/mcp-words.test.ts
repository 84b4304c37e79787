/**
 * [D10.2] A tool refuses the same requests as the API, with the same message. A wrong or forbidden call gets an error
 * of the protocol. A refusal because of the notes or a limit is a result.
 */
import { ERRORS, type ToolName, WAIT_HINT } from '@notegraph/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { NOTES, openApi, type Api, type ApiOptions, type Reply } from './api.ts'
import { call } from './mcp.ts'
import { holdPicture } from './notes.ts'

const FILE = '/api/files/0123456789abcdef0123456789abcdef'
const many = <T>(count: number, one: (n: number) => T): T[] => Array.from({ length: count }, (_, n) => one(n))
const properties = (count: number) => Object.fromEntries(many(count, (n) => [`key-${n}`, 'value']))
const long = (count: number): string => 'x'.repeat(count)

type Args = Readonly<Record<string, unknown>>
type Ask = (api: Api, args: Args, token?: string) => Promise<Reply>

const part = (value: unknown): string => encodeURIComponent(String(value))
const query = (args: Args): string =>
  new URLSearchParams(
    Object.entries(args).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString()
const sent = (method: string, target: string, body: Args, token?: string) => ({
  target: NOTES + target,
  call: {
    method,
    body: JSON.stringify(body),
    headers: { 'Content-Type': 'application/json' },
    ...(token !== undefined && { token }),
  },
})

/** The API request that corresponds to each tool. @see service, 15. MCP */
const COUNTERPARTS: { readonly [N in ToolName]: Ask } = {
  list_pages: (api, args, token) => api.get(`/pages?${query(args)}`, token === undefined ? {} : { token }),
  search: (api, { query: q, ...rest }) => api.get(`/search?${query({ q, ...rest })}`),
  read_page: (api, { name, ...rest }) => api.get(`/pages/${part(name)}?${query(rest)}`),
  read_day: (api, { date, ...rest }) => api.get(`/days/${part(date)}?${query(rest)}`),
  read_block: (api, { block_id: id }) => api.get(`/blocks/${part(id)}`),
  read_links: (api, { name, ...rest }) => api.get(`/pages/${part(name)}/links?${query(rest)}`),
  list_tasks: (api, args) => api.get(`/tasks?${query(args)}`),
  list_changes: (api, args, token) =>
    api.get(`/changes?${query(args)}`, token === undefined ? {} : { token }),
  revert_change: (api, { change_id: id }, token) => {
    const { target, call } = sent('POST', `/changes/${part(id)}/revert`, {}, token)
    return api.call(target, call)
  },
  add_block: (api, { page, parent_id: parentId, ...rest }, token) => {
    const body = { ...rest, ...(parentId !== undefined && { parentId }) }
    const { target, call } = sent('POST', `/pages/${part(page)}/blocks`, body, token)
    return api.call(target, call)
  },
  add_outline: (api, { page, parent_id: parentId, ...rest }, token) => {
    const body = parentId === undefined ? rest : { ...rest, parentId }
    const { target, call } = sent('POST', `/pages/${part(page)}/outline`, body, token)
    return api.call(target, call)
  },
  create_page: (api, args, token) => {
    const { target, call } = sent('POST', '/pages', args, token)
    return api.call(target, call)
  },
  batch_write: (api, args, token) => {
    const { target, call } = sent('POST', '/batch', args, token)
    return api.call(target, call)
  },
  set_task: (api, { block_id: id, ...rest }, token) => {
    const { target, call } = sent('POST', `/tasks/${part(id)}`, rest, token)
    return api.call(target, call)
  },
  update_block: (api, { block_id: id, ...rest }, token) => {
    const { target, call } = sent('PATCH', `/blocks/${part(id)}`, rest, token)
    return api.call(target, call)
  },
  set_property: (api, { page, key, ...rest }, token) => {
    const { target, call } = sent('PATCH', `/pages/${part(page)}/properties/${part(key)}`, rest, token)
    return api.call(target, call)
  },
  set_block_properties: (api, { block_id: id, ...rest }, token) => {
    const { target, call } = sent('PATCH', `/blocks/${part(id)}/properties`, rest, token)
    return api.call(target, call)
  },
  move_blocks: (api, { block_ids: ids, parent_id: parentId, ...rest }, token) => {
    const body = { ...rest, ...(parentId !== undefined && { parentId }) }
    const { target, call } = sent('POST', `/blocks/${part((ids as string[])[0])}/move`, body, token)
    return api.call(target, call)
  },
  rename_page: (api, { name, ...rest }, token) => {
    const { target, call } = sent('POST', `/pages/${part(name)}/rename`, rest, token)
    return api.call(target, call)
  },
  delete_page: (api, { name, ...rest }, token) => {
    const { target, call } = sent('POST', `/pages/${part(name)}/delete`, rest, token)
    return api.call(target, call)
  },
  delete_blocks: (api, { block_ids: ids, ...rest }, token) => {
    const { target, call } = sent('POST', `/blocks/${part((ids as string[])[0])}/delete`, rest, token)
    return api.call(target, call)
  },
  set_properties: (api, { page, ...rest }, token) => {
    const { target, call } = sent('PATCH', `/pages/${part(page)}/properties`, rest, token)
    return api.call(target, call)
  },
}

/** Calls the API and then the tool. */
async function expectAlike(api: Api, tool: ToolName, args: Args, status: number, token?: string) {
  const answer = await COUNTERPARTS[tool](api, args, token)
  expect(answer.status).toBe(status)
  const { error, code, hint } = answer.body as { error: string; code: string; hint: string }
  const reply = await call(api, tool, args, token === undefined ? {} : { token })
  expect(reply.status).toBe(200)
  // No header comes with a result, so its message says how long to wait.
  const message = `${error} ${code === 'rate_limited' ? WAIT_HINT : hint}`
  const asResult = [404, 409, 429, 507].includes(status)
  expect(reply.body).toEqual({
    jsonrpc: '2.0',
    id: expect.any(Number),
    ...(asResult
      ? { result: { content: [{ type: 'text', text: message }], isError: true } }
      : { error: { code: status === 400 ? -32_602 : -31_403, message, data: { code, hint } } }),
  })
  expect(ERRORS[code as keyof typeof ERRORS].status).toBe(status)
}

let api: Api
beforeEach(async () => {
  api = await openApi()
})

describe('the notes are in the way', () => {
  test.each<[ToolName, Args]>([
    ['read_page', { name: 'Nobody' }],
    ['list_tasks', { page: 'Nobody' }],
    ['revert_change', { change_id: 'none' }],
    ['read_page', { name: 'Plan' }],
    ['read_page', { name: 'today' }],
    ['read_links', { name: 'Nobody' }],
    ['read_links', { name: '2020-01-01' }],
    ['read_page', { name: '2020-01-01' }],
    ['read_block', { block_id: 'nothing-here' }],
    ['add_block', { page: 'Nobody', text: 'x' }],
    ['add_block', { page: 'Jan 1st, 2020', text: 'x' }],
    ['add_outline', { page: 'Nobody', text: 'x' }],
    ['set_task', { block_id: 'nothing-here', state: 'done' }],
    ['update_block', { block_id: 'nothing-here', text: 'x' }],
    ['set_block_properties', { block_id: 'nothing-here', properties: { mood: 'x' } }],
    ['move_blocks', { block_ids: ['nothing-here'], page: 'today' }],
    ['move_blocks', { block_ids: ['late'], page: 'Nobody' }],
    ['move_blocks', { block_ids: ['late'], after: 'nothing-here' }],
    ['delete_blocks', { block_ids: ['nothing-here'] }],
    ['rename_page', { name: 'Nobody', to: 'X' }],
    ['delete_page', { name: 'Nobody' }],
    ['set_property', { page: 'Nobody', key: 'mood', value: 'x' }],
    ['set_properties', { page: 'Nobody', properties: { mood: 'x' } }],
  ])('404: %s %j', (tool, args) => expectAlike(api, tool, args, 404))
})

describe('the call is wrong', () => {
  test.each<[ToolName, Args]>([
    ['list_pages', { type: 'cat' }],
    ['list_pages', { type: 'Person' }],
    ['read_page', { name: '2026-02-30' }],
    ['read_links', { name: '2026-02-30' }],
    ['read_day', { date: 'soon' }],
    ['read_day', { date: '2026-02-30' }],
    ['read_day', { date: 'Nov 20th, 2026' }],
    ['list_tasks', { status: 'OPEN' }],
    ['list_tasks', { due_by: 'soon' }],
    ['list_pages', { q: 'a '.repeat(25) }],
    ['list_pages', { property: '=' }],
    ['list_tasks', { due_by: '2026-02-30' }],
    ['add_block', { page: 'Plans', text: '' }],
    ['add_block', { page: 'Plans', text: ' \n ' }],
    ['add_block', { page: 'Plans', text: 'a\u0007' }],
    ['add_block', { page: 'Plans', text: '\uD800' }],
    ['add_block', { page: 'Plans', text: long(20_001) }],
    ['add_block', { page: 'Plans', text: `![x](${FILE})` }],
    ['add_block', { page: 'Plans', text: '[picture: x.png]' }],
    ['add_block', { page: 'Plans', text: 'SCHEDULED: 2026-02-30\nx' }],
    ['add_block', { page: 'Plans', text: 'id:: x' }],
    ['add_block', { page: 'Plans', text: 5 }],
    ['add_block', { page: 'Plans', text: 'x', position: 'middle' }],
    ['add_block', { page: 'Plans', text: 'x', parent_id: 'ada-1' }],
    ['add_block', { page: '2026-02-30', text: 'x' }],
    ['add_outline', { page: 'Plans', text: '' }],
    ['add_outline', { page: 'Plans', text: '- a\n- [picture: x.png]' }],
    ['add_outline', { page: 'Plans', text: many(501, (n) => `- ${n}`).join('\n') }],
    ['add_outline', { page: 'Plans', text: 'x', parent_id: 'ada-1' }],
    ['create_page', { name: 'X', blocks: ['a'], outline: 'a' }],
    ['create_page', { name: '' }],
    ['create_page', { name: 'today' }],
    ['create_page', { name: 'Nov 20th, 2026' }],
    ['create_page', { name: 'a [[b]]' }],
    ['create_page', { name: long(201) }],
    ['create_page', { name: 'a\u0000b' }],
    ['create_page', { name: 'X', type: 'cat' }],
    ['create_page', { name: 'X', type: 'person', properties: { type: 'person' } }],
    ['create_page', { name: 'X', properties: { mood: '' } }],
    ['create_page', { name: 'X', properties: { mood: null } }],
    ['create_page', { name: 'X', properties: { [long(65)]: 'v' } }],
    ['create_page', { name: 'X', properties: { 'a,b': 'v' } }],
    ['create_page', { name: 'X', properties: { k: long(2_001) } }],
    ['create_page', { name: 'X', properties: properties(31) }],
    ['create_page', { name: 'X', type: 'person', properties: { birthday: 'soon' } }],
    ['create_page', { name: 'X', type: 'person', properties: { birthday: '1815', Birthday: '1815' } }],
    ['create_page', { name: 'X', blocks: many(101, String) }],
    ['create_page', { name: 'X', blocks: ['x', ''] }],
    ['set_task', { block_id: 'late', state: 'DONE' }],
    ['set_task', { block_id: 'late', state: 5 }],
    ['update_block', { block_id: 'late', text: long(20_001) }],
    ['update_block', { block_id: 'late', text: 'SCHEDULED: <2026-02-30>' }],
    ['update_block', { block_id: 'late', text: 'SCHEDULED: soon' }],
    ['update_block', { block_id: 'late' }],
    ['update_block', { block_id: 'late', text: 'x', find: 'y', replace: 'z' }],
    ['update_block', { block_id: 'late', find: 'y' }],
    ['update_block', { block_id: 'late', replace: 'z' }],
    ['update_block', { block_id: 'late', find: 'y', replace: 'z', expect: 0 }],
    ['update_block', { block_id: 'late', find: 'oil', replace: 'a\u0007' }],
    ['update_block', { block_id: 'late', find: 'oil', replace: `![x](${FILE})` }],
    ['update_block', { block_id: 'late', find: 'oil', replace: long(20_001) }],
    ['set_block_properties', { block_id: 'late', properties: {} }],
    ['set_block_properties', { block_id: 'late', properties: properties(31) }],
    ['set_block_properties', { block_id: 'late', properties: { id: 'x' } }],
    ['set_block_properties', { block_id: 'late', properties: { mood: 'a\nb' } }],
    ['set_block_properties', { block_id: 'late', properties: { mood: 'x', Mood: 'y' } }],
    ['set_block_properties', { block_id: 'late', properties: { mood: long(2_001) } }],
    ['set_property', { page: 'Plans', key: 'id', value: 'x' }],
    ['set_property', { page: 'Plans', key: long(65), value: 'x' }],
    ['set_property', { page: 'Plans', key: 'mood', value: 'a\nb' }],
    ['set_property', { page: 'Plans', key: 'mood', value: long(2_001) }],
    ['set_property', { page: 'Plans', key: 'type', value: 'cat' }],
    ['set_property', { page: 'Ada Lovelace', key: 'Birthday', value: '2026-02-30' }],
    ['set_properties', { page: 'Plans', properties: {} }],
    ['set_properties', { page: 'Plans', properties: properties(31) }],
    ['set_properties', { page: 'Plans', properties: { type: 'book', rating: '6' } }],
  ])('400: %s %.80j', (tool, args) => expectAlike(api, tool, args, 400))

  test.each<[ToolName, Args]>([
    ['search', { query: long(1_001) }],
    ['search', { query: many(25, (n) => `w${n}`).join(' ') }],
    ['search', { query: many(27, (n) => `[[p${n}]]`).join(' ') }],
    ['search', { query: '(tood now)' }],
    ['search', { query: '(and [[x]]' }],
    ['search', { query: '"open' }],
    ['search', { query: '(sort-by x)' }],
    ...['list_pages', 'search', 'read_page', 'read_day', 'read_links', 'list_tasks'].flatMap((tool) => {
      const must = {
        search: { query: 'x' },
        read_page: { name: 'Plans' },
        read_day: { date: 'today' },
        read_links: { name: 'Plans' },
      }
      const args = must[tool as keyof typeof must] ?? {}
      return [
        { limit: 0 },
        { limit: 1_001 },
        { limit: 1.5 },
        { limit: -1 },
        { offset: -1 },
        { offset: 0.5 },
      ].map((wrong): [ToolName, Args] => [tool as ToolName, { ...args, ...wrong }])
    }),
  ])('400, but for what the API calls it: %s %.60j', async (tool, args) => {
    const { status, body } = await COUNTERPARTS[tool](api, args)
    expect(status).toBe(400)
    const { error } = (await call(api, tool, args)).body
    // A parameter is a text and an argument is a number; the API names the search `q`.
    const words = (body['error'] as string).replace(/^q\b/, 'query').replace(/not "(-?[\d.]+)"/, 'not $1')
    expect(error).toEqual({
      code: -32_602,
      message: `${words} ${body['hint']}`,
      data: { code: 'bad_request', hint: body['hint'] },
    })
  })
})

test.each<[ToolName, Args, said: string, words: string]>([
  ['add_block', { page: 'Plans', text: 'x', parent_id: 5 }, 'parentId', 'parent_id'],
  ['search', { query: '' }, 'q', 'query'],
])('[D10.2] the message names the value as the caller wrote it: %s %j', async (tool, args, said, words) => {
  const { status, body } = await COUNTERPARTS[tool](api, args)
  expect(status).toBe(400)
  const { message } = (await call(api, tool, args)).body.error
  expect(body['error']).toContain(said)
  expect(message).toContain(words)
  expect(message.split(/\W+/)).not.toContain(said)
})

describe('the caller may not', () => {
  const WRITES: readonly [ToolName, Args][] = [
    ['add_block', { page: 'Plans', text: 'x' }],
    ['add_outline', { page: 'Plans', text: '- x\n- y' }],
    ['create_page', { name: 'New' }],
    ['set_task', { block_id: 'late', state: 'done' }],
    ['update_block', { block_id: 'late', text: 'x' }],
    ['set_property', { page: 'Plans', key: 'mood', value: 'x' }],
    ['set_properties', { page: 'Plans', properties: { mood: 'x' } }],
    ['set_block_properties', { block_id: 'late', properties: { mood: 'x' } }],
  ]

  test.each(WRITES)('403: %s with a token that only reads', async (tool, args) => {
    const { token } = await api.operators.createToken('me', { name: 'R', scope: 'read' })
    await expectAlike(api, tool, args, 403, token)
  })

  test.each(WRITES)('402: %s in grace', async (tool, args) => {
    await api.operators.setAccount('me', { plan: 'grace' })
    await expectAlike(api, tool, args, 402)
  })

  test.each(WRITES.filter(([tool]) => tool !== 'set_task'))(
    '507: %s where storage is used up',
    async (tool, args) => {
      await api.operators.setAccount('me', { quota: 1 })
      await expectAlike(api, tool, { ...args, ...(tool === 'update_block' && { text: long(999) }) }, 507)
    },
  )

  const after = async (options: ApiOptions): Promise<Api> => {
    const api = await openApi(options)
    await api.post('/pages', { name: 'First' })
    return api
  }

  test.each(WRITES)('429: %s beyond the rate of a token', async (tool, args) =>
    expectAlike(await after({ rates: { writesPerToken: 1 } }), tool, args, 429),
  )
  test.each(WRITES)('429: %s beyond the rate of an address', async (tool, args) =>
    expectAlike(await after({ rates: { writesPerAddress: 1 } }), tool, args, 429),
  )
  test.each(WRITES)('429: %s where the list of changes is full', async (tool, args) =>
    expectAlike(await after({ rates: { revertibleChanges: 1 } }), tool, args, 429),
  )
})

describe('a block that the service keeps is in the way', () => {
  test.each<[ToolName, Args]>([
    ['update_block', { block_id: 'long-2', text: 'other words' }],
    ['update_block', { block_id: 'long-2', text: 'mood:: calm' }],
    ['set_property', { page: 'Long', key: 'image', value: null }],
    ['set_properties', { page: 'Long', properties: { image: 'https://example.org/x.png' } }],
  ])('409: %s %j', async (tool, args) => {
    await holdPicture(api.graph)
    await expectAlike(api, tool, args, 409)
  })
})
