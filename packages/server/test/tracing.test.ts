/** Traces: a receiver of the protocol reads what the real server sends after real requests. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MCP_PATH, NOTES_PATH, routeOf } from '@notegraph/contract'
import { makeLog, openStore, readSettings } from '@notegraph/host'
import { operator } from '@notegraph/service'
import { makeTestData, type TestData } from '@notegraph/store/testing'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ZipFile } from 'yazl'
import { serve, type ServedApp } from '../src/index.ts'
import { startSweepTimer } from '../src/sweep-timer.ts'
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
  const own = {
    ...data.env,
    NOTEGRAPH_PORT: '0',
    NOTEGRAPH_LOG_LEVEL: 'silent',
    NOTEGRAPH_REQUESTS_PER_MINUTE: '0',
  }
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
  const requests = roots.map(({ name, kind, attributes }) => {
    const given = attributesOf(attributes)
    return [kind, name, given['http.response.status_code'], given['error.type']]
  })
  const server = 2
  expect(requests).toEqual([
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
  await expect.poll(ended).toBe('done')
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

test('[operations] an export is a trace of its own, linked to its request, with counts and without calls of the store', async () => {
  const served = await start(JSON_TRACES())
  const { store, blobs } = await openStore(readSettings({ ...data.env, NOTEGRAPH_PORT: '0' }))
  const { session } = await operator(store, blobs, () => Date.now()).createSession('me', { device: 'Phone' })
  await store.close()
  const path = routeOf('exportGraph').path
  const answer = await fetch(served.baseUrl + path, { headers: { Authorization: `Bearer ${session}` } })
  expect(answer.status).toBe(200)
  await answer.arrayBuffer()
  await served.stop()

  const found = spans().find(({ name }) => name === 'export')!
  expect(found.parentSpanId ?? '').toBe('')
  expect(attributesOf(found.attributes)).toEqual({
    'notegraph.export.pages': expect.any(Number),
    'notegraph.export.journals': expect.any(Number),
    'notegraph.export.blocks': expect.any(Number),
    'notegraph.export.files': expect.any(Number),
    'notegraph.export.missing': 0,
  })
  expect(attributesOf(found.attributes)['notegraph.export.pages']).toBeGreaterThan(0)
  const request = spans().find(({ name }) => name === `GET ${path}`)!
  expect(found.links?.map(({ traceId }) => traceId)).toEqual([request.traceId])
  expect(spans().filter(({ traceId }) => traceId === found.traceId)).toHaveLength(1)
  expect(spans().map(({ name }) => name)).not.toContain('records.listPages')
})

test('[operations] a sweep is a trace of its own, with counts', async () => {
  for (const [name, value] of Object.entries(JSON_TRACES())) vi.stubEnv(name, value)
  const log = makeLog('silent')
  const tracing = openTelemetry({ protocol: 'json', ratio: 1, parentBased: true }, log)
  const { store, blobs, retention } = await openStore(readSettings({ ...data.env, NOTEGRAPH_PORT: '0' }))
  const swept = Promise.withResolvers<void>()
  const stop = startSweepTimer(
    { store, blobs, retention, clock: () => Date.now() },
    log,
    { first: 1, every: 3_600_000 },
    { tracing, metrics: { sweepEnded: () => swept.resolve() } },
  )
  await swept.promise
  await stop()
  await store.close()
  await tracing.stop()
  expect(spans().map(({ name, attributes }) => [name, attributesOf(attributes)])).toEqual([
    [
      'sweep',
      {
        'notegraph.sweep.files': 0,
        'notegraph.sweep.blobs': 0,
        'notegraph.sweep.ended': 0,
        'notegraph.sweep.failed': 0,
      },
    ],
  ])
})

const CALLER = '4bf92f3577b34da6a3ce929d0e0e4736'
const CALLER_SPAN = '00f067aa0ba902b7'

/** The spans of one request whose caller sends these headers. */
async function requestWith(
  headers: Readonly<Record<string, string>>,
  env: Readonly<Record<string, string>> = {},
): Promise<SentSpan[]> {
  const served = await start({ ...JSON_TRACES(), ...env })
  await (await fetch(`${served.baseUrl}${NOTES_PATH}/pages/river`, { headers })).arrayBuffer()
  await served.stop()
  return spans().filter(({ kind }) => kind === 2)
}

test('[operations] a request continues the trace of its caller', async () => {
  const [request] = await requestWith({
    traceparent: `00-${CALLER}-${CALLER_SPAN}-01`,
    tracestate: `shop=${SECRET}`,
  })
  expect(request).toMatchObject({ traceId: CALLER, parentSpanId: CALLER_SPAN })
  expect(received.map(({ body }) => body.toString()).join('')).not.toContain(SECRET)
})

test.each([
  ['a version that is none', `ff-${CALLER}-${CALLER_SPAN}-01`],
  ['more than version 00 has', `00-${CALLER}-${CALLER_SPAN}-01-${SECRET}`],
  ['capital letters', `00-${CALLER.toUpperCase()}-${CALLER_SPAN}-01`],
  ['no trace', `00-${'0'.repeat(32)}-${CALLER_SPAN}-01`],
  ['no span', `00-${CALLER}-${'0'.repeat(16)}-01`],
  ['two callers', `00-${CALLER}-${CALLER_SPAN}-01, 00-${CALLER}-${CALLER_SPAN}-01`],
  ['other text', SECRET],
])('[operations] a request with %s in `traceparent` begins a trace of its own', async (_, traceparent) => {
  const [request] = await requestWith({ traceparent })
  expect(request!.traceId).not.toBe(CALLER)
  expect(request!.parentSpanId ?? '').toBe('')
  expect(received.map(({ body }) => body.toString()).join('')).not.toContain(SECRET)
})

test.each([
  ['parentbased_always_on', '00', 0],
  ['parentbased_always_off', '01', 1],
  ['parentbased_always_off', 'fe', 0], // bits that the format leaves open
  ['always_on', '00', 1],
  ['always_off', '01', 0],
])("[operations] the sampler %s and the caller's flags %s: %i spans", async (sampler, flags, count) => {
  const traceparent = `00-${CALLER}-${CALLER_SPAN}-${flags}`
  expect(await requestWith({ traceparent }, { OTEL_TRACES_SAMPLER: sampler })).toHaveLength(count)
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
  const tracing = openTelemetry({ protocol: 'json', ratio: 1, parentBased: true }, makeLog('silent'))
  const ended = Promise.withResolvers<void>()
  let later: Promise<number> | undefined
  await tracing.request({ method: 'GET', route: '/live' }, async (answered) => {
    await tracing.storeCall('tokens.findByHash', async () => 1)
    later = ended.promise.then(() => tracing.storeCall('feed.state', async () => 2))
    answered({ id: 'a', status: 200 })
  })
  ended.resolve()
  expect(await later).toBe(2)
  await tracing.stop()
  expect(spans().map(({ name }) => name)).toEqual(['tokens.findByHash', 'GET /live'])
})
