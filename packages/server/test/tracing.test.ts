/** Traces: a receiver of the protocol reads what the real server sends after real requests. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LIMITS, MCP_PATH, NOTES_PATH, routeOf } from '@notegraph/contract'
import { makeLog, openStore, readSettings } from '@notegraph/host'
import { operator } from '@notegraph/service'
import { makeTestData, type TestData } from '@notegraph/store/testing'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ZipFile } from 'yazl'
import { serve, type ServedApp } from '../src/index.ts'
import { openTelemetry } from '../src/tracing/open-telemetry.ts'

/** A word that only paths, bodies and tokens contain. */
const SECRET = 'Zwiebelkuchen'

interface Attribute {
  readonly key: string
  readonly value: { readonly stringValue?: string; readonly intValue?: number; readonly boolValue?: boolean }
}
interface SentSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly kind: number
  readonly attributes: readonly Attribute[]
  readonly links?: readonly { readonly traceId: string }[]
  readonly status: { readonly code?: number; readonly message?: string }
}
interface Export {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] }
    readonly scopeSpans: readonly { readonly spans: readonly SentSpan[] }[]
  }[]
}

const attributesOf = (attributes: readonly Attribute[]): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))

let folder: string
let data: TestData
let receiver: Server
let status: number
let received: {
  readonly path: string
  readonly type: string
  readonly headers: string
  readonly body: Buffer
}[]
let endpoint: string

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'notegraph-tracing-'))
  data = await makeTestData(folder)
  received = []
  status = 200
  receiver = createServer((incoming, outgoing) => void receive(incoming, outgoing))
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  endpoint = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await new Promise((resolve) => receiver.close(resolve))
  rmSync(folder, { recursive: true })
})

async function receive(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const parts: Buffer[] = []
  for await (const part of incoming) parts.push(part as Buffer)
  const type = incoming.headers['content-type']!
  const headers = JSON.stringify(incoming.headers)
  received.push({ path: incoming.url!, type, headers, body: Buffer.concat(parts) })
  outgoing.writeHead(status, { 'Content-Type': type }).end()
}

/** Starts a server with the standard variables, as its process would have them. */
async function start(env: Readonly<Record<string, string>>): Promise<ServedApp> {
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
  const own = { ...data.env, NOTEGRAPH_PORT: '0', NOTEGRAPH_LOG_LEVEL: 'silent' }
  return serve(readSettings({ ...env, ...own }), () => {})
}

const JSON_TRACES = () => ({
  OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
  OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
  OTEL_EXPORTER_OTLP_HEADERS: 'api-key=abc',
  OTEL_SERVICE_NAME: 'notes-of-the-club',
})

const exports = (): Export[] => received.map(({ body }) => JSON.parse(body.toString()) as Export)
const spans = (): SentSpan[] =>
  exports().flatMap(({ resourceSpans }) =>
    resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)),
  )

/** Requests whose answers differ. */
async function sendAll({ baseUrl, token }: ServedApp): Promise<void> {
  const send = async (path: string, body?: string, sent = token): Promise<void> => {
    const headers = { Authorization: `Bearer ${sent}`, 'Content-Type': 'application/json' }
    const response = await fetch(
      baseUrl + path,
      body === undefined ? { headers } : { method: 'POST', headers, body },
    )
    await response.arrayBuffer()
  }
  const block = JSON.stringify({ text: `${SECRET} in a block` })
  await send(`${NOTES_PATH}/pages/river`)
  await send(`${NOTES_PATH}/pages/${SECRET}?q=${SECRET}`)
  await send(`${NOTES_PATH}/pages/river`, undefined, `ngp_${SECRET}`)
  await send(`${NOTES_PATH}/pages/river/blocks`, block)
  const params = { name: 'search', arguments: { query: SECRET } }
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params }
  await send(MCP_PATH, JSON.stringify(call))
  await send(`/${SECRET}`)
}

test('[operations] requests and calls of the store arrive as traces at the endpoint of the standard variable', async () => {
  const served = await start(JSON_TRACES())
  await sendAll(served)
  await served.stop()

  expect(new Set(received.map(({ path, type }) => `${path} ${type}`))).toEqual(
    new Set(['/v1/traces application/json']),
  )
  expect(received.every(({ headers }) => headers.includes('"api-key":"abc"'))).toBe(true)
  const [resource] = exports()[0]!.resourceSpans
  expect(attributesOf(resource!.resource.attributes)).toMatchObject({
    'service.name': 'notes-of-the-club',
    'service.version': expect.any(String),
    'service.instance.id': expect.any(String),
  })

  const roots = spans().filter(({ parentSpanId }) => !parentSpanId)
  const told = roots.map(({ name, kind, attributes }) => {
    const given = attributesOf(attributes)
    return [kind, name, given['http.response.status_code'], given['error.type']]
  })
  const server = 2
  expect(told).toEqual([
    [server, `GET ${NOTES_PATH}/pages/{name}`, 200, undefined],
    [server, `GET ${NOTES_PATH}/pages/{name}`, 404, 'not_found'],
    [server, `GET ${NOTES_PATH}/pages/{name}`, 401, 'unauthorized'],
    [server, `POST ${NOTES_PATH}/pages/{name}/blocks`, 200, undefined],
    [server, `POST ${MCP_PATH}`, 200, undefined],
    [server, 'GET none', 404, 'not_found'],
  ])
  expect(new Set(roots.map(({ traceId }) => traceId)).size).toBe(roots.length)

  const write = roots.find(({ name }) => name.startsWith(`POST ${NOTES_PATH}`))!
  const inside = spans().filter(({ traceId, spanId }) => traceId === write.traceId && spanId !== write.spanId)
  expect(inside.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['tokens.findByHash', 'commits.commit']),
  )
  expect(new Set(inside.map(({ parentSpanId }) => parentSpanId))).toEqual(new Set([write.spanId]))
})

test('[operations] no trace contains a path, a token, an account, an address or the text of a note', async () => {
  const served = await start(JSON_TRACES())
  await sendAll(served)
  await served.stop()
  expect(spans().length).toBeGreaterThan(6)
  const all = received.map(({ body }) => body.toString()).join('')
  expect(all).not.toContain(SECRET)
  expect(all).not.toContain(served.token)
  expect(all).not.toContain('"me"')
  expect(all).not.toContain('127.0.0.1')
})

test('[operations] an import is a trace of its own, linked to its request, with counts', async () => {
  const served = await start(JSON_TRACES())
  const { store, blobs } = await openStore(readSettings({ ...data.env, NOTEGRAPH_PORT: '0' }))
  const { session } = await operator(store, blobs, () => Date.now()).createSession('me', { device: 'Phone' })
  await store.close()
  const path = served.baseUrl + routeOf('startImport').path
  const headers = { Authorization: `Bearer ${session}` }
  const zip = new ZipFile()
  zip.addBuffer(Buffer.from(`- ${SECRET}\n- another`), `pages/${SECRET}.md`)
  zip.end()
  const parts: Buffer[] = []
  for await (const part of zip.outputStream) parts.push(part as Buffer)
  const begun = await fetch(path, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/zip' },
    body: Buffer.concat(parts),
  })
  expect(begun.status).toBe(200)
  const ended = async (): Promise<string> =>
    ((await (await fetch(path, { headers })).json()) as { import: { state: string } }).import.state
  await vi.waitFor(async () => expect(await ended()).toBe('done'), { timeout: LIMITS.importsAtOnce * 10_000 })
  await served.stop()

  const found = spans().find(({ name }) => name === 'import')!
  expect(found.parentSpanId ?? '').toBe('')
  expect(attributesOf(found.attributes)).toMatchObject({
    'notegraph.import.result': 'done',
    'notegraph.import.pages': 1,
    'notegraph.import.blocks': 2,
    'notegraph.import.dry_run': false,
  })
  const request = spans().find(({ name }) => name === `POST ${routeOf('startImport').path}`)!
  expect(found.links?.map(({ traceId }) => traceId)).toEqual([request.traceId])
  expect(received.map(({ body }) => body.toString()).join('')).not.toContain(SECRET)
})

test('[operations] traces are sent as protobuf unless the variable names another encoding', async () => {
  const served = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint })
  await sendAll(served)
  await served.stop()
  expect(received[0]!.type).toBe('application/x-protobuf')
  const all = Buffer.concat(received.map(({ body }) => body)).toString('latin1')
  expect(all).toContain(`GET ${NOTES_PATH}/pages/{name}`)
  expect(all).not.toContain(SECRET)
})

test.each([
  ['without an endpoint', () => ({ OTEL_SERVICE_NAME: 'notes' })],
  ['switched off', () => ({ ...JSON_TRACES(), OTEL_SDK_DISABLED: 'true' })],
  ['with a sampler that takes none', () => ({ ...JSON_TRACES(), OTEL_TRACES_SAMPLER: 'always_off' })],
])('[operations] nothing is sent %s', async (_, env) => {
  const served = await start(env())
  await sendAll(served)
  await served.stop()
  expect(received).toEqual([])
})

test('[operations] a receiver that fails or is gone delays no answer and no stop', async () => {
  status = 503
  const failing = await start(JSON_TRACES())
  await sendAll(failing)
  await failing.stop()
  expect(received.length).toBeGreaterThan(0)
  const gone = await start({ ...JSON_TRACES(), OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' })
  expect((await fetch(`${gone.baseUrl}/healthz`)).status).toBe(200)
  await gone.stop()
})

test('[operations] work that goes on after its request adds nothing to the trace', async () => {
  for (const [name, value] of Object.entries(JSON_TRACES())) vi.stubEnv(name, value)
  const tracing = openTelemetry({ protocol: 'json', ratio: 1 }, makeLog('silent'))
  const ended = Promise.withResolvers<void>()
  let later: Promise<number> | undefined
  await tracing.request('GET', '/live', async (answered) => {
    await tracing.storeCall('tokens.findByHash', async () => 1)
    later = ended.promise.then(() => tracing.storeCall('feed.state', async () => 2))
    answered({ id: 'a', status: 200 })
  })
  ended.resolve()
  expect(await later).toBe(2)
  await tracing.stop()
  expect(spans().map(({ name }) => name)).toEqual(['tokens.findByHash', 'GET /live'])
})
