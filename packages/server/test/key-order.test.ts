/** Property keys that look like integers keep their position on every path in and out. @see decisions 3.4 */
import { beforeEach, expect, test } from 'vitest'
import { NOTES, openApi, type Api } from './api.ts'
import { post } from './mcp.ts'

const PAGE = '{"name":"Keys","properties":{"beta":"b","3":"three","20":"twenty"}}'
const JSON_TYPE = { 'Content-Type': 'application/json' }

let api: Api
beforeEach(async () => {
  api = await openApi()
})

const send = (method: string, path: string, body: string) =>
  api.call(NOTES + path, { method, body, headers: JSON_TYPE })
const props = async (): Promise<string | undefined> =>
  /"props":\{[^}]*\}/.exec((await api.get('/pages/Keys')).text)?.[0]

test('[9, 13] a body says the order, and what is set later comes last', async () => {
  const made = await send('POST', '/pages', PAGE)
  expect(made.text).toContain('"props":{"beta":"b","3":"three","20":"twenty"}')
  const set = '{"properties":{"zeta":"z","1":"one","3":"drei"}}'
  expect((await send('PATCH', '/pages/Keys/properties', set)).text).toContain('"keys":["zeta","1","3"]')
  const all = '"props":{"beta":"b","3":"drei","20":"twenty","zeta":"z","1":"one"}'
  expect(await props()).toBe(all)
  expect((await api.get('/pages')).text).toContain(all)
})

test('[12] properties set one by one', async () => {
  await send('POST', '/pages', '{"name":"Keys"}')
  for (const key of ['beta', '20', '3']) await send('PATCH', `/pages/Keys/properties/${key}`, '{"value":"x"}')
  expect(await props()).toBe('"props":{"beta":"x","20":"x","3":"x"}')
})

test('a typed page has its fields, and its props in order', async () => {
  await send(
    'POST',
    '/pages',
    '{"name":"Keys","type":"person","properties":{"Email":"a@b","7":"x","beta":"y","1":"z"}}',
  )
  expect((await api.get('/pages/Keys')).text).toContain(
    '"fields":{"Email":"a@b"},"props":{"type":"person","email":"a@b","7":"x","beta":"y","1":"z"}',
  )
})

test("a block's properties are in the order of its lines", async () => {
  await send('POST', '/pages', PAGE)
  const added = await send(
    'POST',
    '/pages/Keys/blocks',
    '{"text":"x\\nbeta:: b\\n20:: t\\n3:: d\\nbeta:: c"}',
  )
  expect(added.text).toContain('"properties":{"beta":"c","20":"t","3":"d"}')
})

test('over MCP, as arguments and in Markdown', async () => {
  const called = await post(
    api,
    `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"create_page","arguments":${PAGE}}}`,
  )
  const lines = '\n  beta:: b\n  3:: three\n  20:: twenty\n'
  expect(called.body.result.content[0].text).toContain(lines)
  const read = `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"read_page","arguments":{"name":"Keys"}}}`
  expect((await post(api, read)).body.result.content[0].text).toContain(lines)
})
