/** Messages of assistants: each answer is JSON-RPC that the OpenAPI document describes, and a refused call changes nothing. */
import { deepEqual, equal, ok } from 'node:assert/strict'
import { argumentsSchema, MCP_PATH, TOOLS } from '@notegraph/contract'
import fc from 'fast-check'
import { openApi, type Api } from '../../../packages/server/test/api.ts'
import { expectDescribed } from '../../../packages/server/test/described.ts'
import type { Target } from '../target.ts'
import { fuzzedApp, stateOf } from './fuzzed-app.ts'
import { jsonText, type Schemas } from './json-text.ts'
import { readRequest, requestText, type RequestParts } from './request-text.ts'
import { IDS, NAMED, PAGE_NAMES, VALUES } from './sample-words.ts'

/** The schemas of tools refer to nothing. */
const schemas: Schemas = { resolve: () => ({}), texts: [...VALUES, ...PAGE_NAMES, ...IDS], named: NAMED }

const REVISIONS = ['2025-11-25', '2026-07-28']
const META = 'io.modelcontextprotocol'
const metaOf = (revision: string): string =>
  `"_meta":{"${META}/protocolVersion":"${revision}","${META}/clientCapabilities":{}}`

const call = fc.constantFrom(...TOOLS).chain(({ name, arguments: schema }) =>
  fc
    .tuple(jsonText({ ...argumentsSchema(schema) }, schemas), fc.constantFrom(...Array.from({ length: 8 }, () => `"${name}"`), `"${name}s"`, 'null'))
    .map(([text, name]): Call => ['tools/call', `"name":${name},"arguments":${text}`]),
) // prettier-ignore

/** A method, and the members of its parameters as JSON text. */
type Call = readonly [method: string, params: string]

const others = fc.constantFrom<Call[]>(
  ['initialize', '"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"x","version":"1"}'],
  ['initialize', '"protocolVersion":"1999-01-01","capabilities":{}'],
  ['server/discover', ''],
  ['ping', ''],
  ['tools/list', '"cursor":"x"'],
  ['tools/list', ''],
  ['resources/list', ''],
  ['resources/templates/list', ''],
  ['resources/read', '"uri":"notegraph://pages/Plans"'],
  ['resources/subscribe', '"uri":"notegraph://pages/Plans"'],
  ['prompts/list', ''],
  ['prompts/get', '"name":"tidy_page","arguments":{"page":"Plans"}'],
  ['completion/complete', '"ref":{"type":"ref/prompt","name":"tidy_page"},"argument":{"name":"page","value":"P"}'],
  ['logging/setLevel', '"level":"info"'],
  ['subscriptions/listen', '"notifications":{"resourcesListChanged":true}'],
  ['notifications/initialized', ''],
  ['notifications/cancelled', '"requestId":1'],
  ['tasks/get', '"taskId":"1"'],
) // prettier-ignore

const ids = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(',"id":1', ',"id":2', ',"id":3', ',"id":"a"', ',"id":"b"') },
  { weight: 1, arbitrary: fc.constantFrom(',"id":null', ',"id":1.5', ',"id":{}', ',"id":1e999', '') },
)

/** A message with its method and the name of its tool, which headers repeat. */
interface Message {
  readonly text: string
  readonly method: string
  readonly name: string
}

const messageOf = (revision: string): fc.Arbitrary<Message> =>
  fc
    .tuple(fc.oneof({ weight: 4, arbitrary: call }, { weight: 1, arbitrary: others }), ids, fc.nat(30))
    .map(([[method, params], id, dice]) => {
      const members = [params, ...(revision === REVISIONS[1] && dice > 0 ? [metaOf(revision)] : [])]
      const sent = members.filter((member) => member !== '').join(',')
      const version = dice === 1 ? '' : '"jsonrpc":"2.0",'
      const text = `{${version}"method":"${method}","params":{${sent}}${id}}`
      return { text, method, name: /"(?:name|uri)":"([^"]*)"/.exec(params)?.[1] ?? '' }
    })

const JSON_TYPE = { 'Content-Type': 'application/json' }
const sent = (headers: Readonly<Record<string, string>>, body: string): Uint8Array =>
  requestText({ method: 'POST', target: MCP_PATH, headers: { ...JSON_TYPE, ...headers } }, body)

const older = messageOf(REVISIONS[0]!)
const message = fc.oneof(
  { weight: 5, arbitrary: older.map(({ text }) => sent({}, text)) },
  {
    weight: 2,
    arbitrary: fc
      .uniqueArray(older, { minLength: 1, maxLength: 5, selector: ({ text }) => text })
      .map((all) => sent({ 'MCP-Protocol-Version': '2025-03-26' }, `[${all.map(({ text }) => text).join(',')}]`)),
  },
  {
    weight: 6,
    arbitrary: fc
      .tuple(messageOf(REVISIONS[1]!), fc.constantFrom(...Array.from({ length: 8 }, () => REVISIONS[1]!), '1999-01-01'), fc.nat(12))
      .map(([{ text, method, name }, revision, dice]) => sent({
        'MCP-Protocol-Version': revision,
        'Mcp-Method': dice === 0 ? 'ping' : method,
        ...(name !== '' && { 'Mcp-Name': dice === 1 ? 'search' : name }),
      }, text)),
  },
  { weight: 1, arbitrary: jsonText({}, schemas).map((text) => sent({}, text)) },
) // prettier-ignore

interface Answer {
  readonly jsonrpc: unknown
  readonly id: unknown
  readonly result?: { readonly isError?: boolean }
  readonly error?: { readonly code: unknown; readonly message: unknown; readonly data?: { readonly code?: unknown } }
} // prettier-ignore

interface Sent {
  readonly status: number
  /** The messages of the answer; undefined for an answer that has none. */
  readonly answers?: readonly Answer[]
}

async function post({ app, token }: Api, { headers, body }: RequestParts): Promise<Sent> {
  const gone = new AbortController()
  const response = await app.request(
    'http://notes.example/',
    { method: 'POST', headers: { ...headers, authorization: `Bearer ${token}` }, body, signal: gone.signal },
    { incoming: { url: MCP_PATH, socket: { remoteAddress: '192.0.2.1' } } },
  )
  const { status } = response
  if (response.headers.get('content-type') === 'text/event-stream') {
    gone.abort()
    await response.body!.cancel()
    return { status }
  }
  const text = await response.text()
  expectDescribed({ method: 'POST', target: MCP_PATH, status, headers: response.headers, text })
  if (text === '') return { status }
  const answer = JSON.parse(text) as Answer | readonly Answer[]
  // A refusal before the server reads a message has the error body of the API.
  if ('code' in answer) return { status }
  return { status, answers: Array.isArray(answer) ? (answer as Answer[]) : [answer as Answer] }
}

function checkAnswer({ jsonrpc, id, result, error }: Answer): void {
  equal(jsonrpc, '2.0')
  ok(['string', 'number'].includes(typeof id) || id === null, `the answer has the id ${JSON.stringify(id)}`)
  equal([result, error].filter((part) => part !== undefined).length, 1)
  if (!error) return
  ok(Number.isInteger(error.code) && typeof error.message === 'string', 'the error has no code or message')
  ok(error.data?.code !== 'internal', `the server failed: ${JSON.stringify(error)}`)
}

const app = fuzzedApp(openApi)

const target: Target = {
  name: 'mcp',
  grammar: fc.noBias(message),
  tokens: [
    ...'{ } [ ] , : "id": "method": "params": "arguments": "name": null 1 1e999 "__proto__": \\ud800 tools/call'.split(' '),
    '"jsonrpc":"2.0"', metaOf(REVISIONS[1]!), '\nMCP-Protocol-Version: 2026-07-28', '\n\n', '\ufeff',
  ], // prettier-ignore
  check: (input) =>
    app.use(async (api) => {
      const before = await stateOf(api)
      const { status, answers } = await post(api, readRequest(input))
      ok(status < 500, `the answer is ${status}`)
      for (const answer of answers ?? []) checkAnswer(answer)
      const numbers = (answers ?? []).map(({ id }) => id).filter((id) => id !== null)
      equal(new Set(numbers).size, numbers.length, 'two answers have the same id')
      const isRefused = ({ error, result }: Answer) => error !== undefined || result?.isError === true
      if ((answers ?? []).every(isRefused)) deepEqual(await stateOf(api), before)
    }),
  fresh: () => app.fresh(),
}
export default target
