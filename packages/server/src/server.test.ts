import { once } from 'node:events'
import { connect } from 'node:net'
import { ErrorBody } from '@notegraph/contract'
import { makeLog } from '@notegraph/host'
import { operator } from '@notegraph/service'
import { memoryBlobs } from '@notegraph/store'
import { openTestStore } from '@notegraph/store/testing'
import { makePage } from '@notegraph/graph'
import { Hono } from 'hono'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { exchange, open } from '../test/socket.ts'
import { addressReader, createApp, makeDeps, startServer, type Env, type RunningServer } from './index.ts'

let server: RunningServer
let token: string
let logged = ''

beforeAll(async () => {
  const store = await openTestStore()
  const clock = () => Date.now()
  const pages = ['..', 'back\\slash'].map((name, i) => makePage({ id: `p${i}`, name, now: 1 }))
  await store.graph('me').commits.commit({ puts: pages.map((record) => ({ record, from: 0 })) })
  const blobs = memoryBlobs()
  const operators = operator(store, blobs, clock)
  await operators.createAccount('me', {})
  ;({ token } = await operators.createToken('me', { name: 'Test', scope: 'read' }))
  const log = makeLog('info', { write: (line) => (logged += line) })
  const rates = { requestsPerAddress: 0, writesPerToken: 0, writesPerAddress: 0, revertibleChanges: 0 }
  const addressOf = addressReader([])
  const app = createApp(
    makeDeps({ store, blobs, log, clock, addressOf, baseUrl: () => '', rates, origin: undefined }),
  )
  server = await startServer(app, '127.0.0.1', 0, { log })
})
afterAll(() => server.stop())

const HOST = 'Host: notes.example\r\n'

describe('a request that HTTP does not allow gets 400 with the error body', () => {
  test.each([
    ['garbage', 'what is this\r\n\r\n'],
    ['bytes of another protocol', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
    ['the greeting of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['an unknown method', `BREW /healthz HTTP/1.1\r\n${HOST}\r\n`],
    ['a method in small letters', `get /healthz HTTP/1.1\r\n${HOST}\r\n`],
    ['no version', 'GET /healthz\r\n\r\n'],
    ['no version, but headers', `GET /healthz\r\n${HOST}\r\n`],
    ['HTTP/0.9 with headers', `GET /healthz HTTP/0.9\r\n${HOST}\r\n`],
    ['a version that is none', `GET /healthz HTTP/9.9\r\n${HOST}\r\n`],
    ['a header without a colon', `GET /healthz HTTP/1.1\r\n${HOST}Nonsense\r\n\r\n`],
    ['a blank in the name of a header', `GET /healthz HTTP/1.1\r\n${HOST}A b: c\r\n\r\n`],
    ['NUL in a header', `GET /healthz HTTP/1.1\r\n${HOST}A: b\0c\r\n\r\n`],
    ['a header too large', `GET /healthz HTTP/1.1\r\n${HOST}A: ${'a'.repeat(20_000)}\r\n\r\n`],
    ['a path too long', `GET /${'a'.repeat(20_000)} HTTP/1.1\r\n${HOST}\r\n`],
    ['two Host headers', `GET /healthz HTTP/1.1\r\n${HOST}${HOST}\r\n`],
    ['two Hosts in two spellings', `GET /healthz HTTP/1.1\r\n${HOST}hOST: other.example\r\n\r\n`],
    ['no Host header', 'GET /healthz HTTP/1.1\r\n\r\n'],
    ['a Host that is none', 'GET /healthz HTTP/1.1\r\nHost: a b/c\r\n\r\n'],
    ['an absolute target', `GET http://notes.example/healthz HTTP/1.1\r\n${HOST}\r\n`],
    ['an absolute target of another', `GET https://elsewhere.example/healthz HTTP/1.1\r\n${HOST}\r\n`],
    ['the target *', `OPTIONS * HTTP/1.1\r\n${HOST}\r\n`],
    ['a target without a slash', `GET healthz HTTP/1.1\r\n${HOST}\r\n`],
    ['a tunnel', `CONNECT elsewhere.example:443 HTTP/1.1\r\n${HOST}\r\n`],
    ['bytes of a name as they are', `GET /api/v1/notes/pages/\xe6\x97\xa5 HTTP/1.1\r\n${HOST}\r\n`],
    ['an expectation', `GET /healthz HTTP/1.1\r\n${HOST}Expect: the-unexpected\r\n\r\n`],
    ['two lengths', `POST /healthz HTTP/1.1\r\n${HOST}Content-Length: 1\r\nContent-Length: 2\r\n\r\nab`],
    ['a length that is none', `POST /healthz HTTP/1.1\r\n${HOST}Content-Length: -1\r\n\r\n`],
    [
      'a length and chunks',
      `POST /healthz HTTP/1.1\r\n${HOST}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    ],
    ['line ends that hide a header', `GET /healthz HTTP/1.1\r\n${HOST}A: b\rC: d\r\n\r\n`],
  ])('%s', async (_, sent) => {
    const before = logged.length
    const { status, headers, body } = await exchange(server.port, sent)
    expect(status).toBe(400)
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('connection')).toBe('close')
    expect(Number(headers.get('content-length'))).toBe(Buffer.byteLength(body))
    const { code, error } = v.parse(ErrorBody, JSON.parse(body))
    expect(code).toBe('bad_request')
    expect(error).not.toBe('')
    const id = headers.get('x-request-id')
    expect(id).toMatch(/^[0-9a-f-]{36}$/)
    expect(JSON.parse(logged.slice(before))).toMatchObject({ id, route: 'none', status: 400 })
  })
})

test('bad chunks are refused once they are read', async () => {
  const { status, headers, body } = await exchange(
    server.port,
    // A route that reads its body: another route may answer before the chunks arrive.
    `POST /api/v1/notes/pages HTTP/1.1\r\n${HOST}Authorization: Bearer ${token}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n`,
  )
  expect([status, headers.get('connection')]).toEqual([400, 'close'])
  expect(v.parse(ErrorBody, JSON.parse(body)).code).toBe('bad_request')
})

test('a HEAD with bad chunks is refused without a body', async () => {
  const { status, headers, body } = await exchange(
    server.port,
    `HEAD /nowhere HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked\r\n\r\nZZ\r\n`,
  )
  expect([status, headers.get('connection'), body]).toEqual([400, 'close', ''])
})

test.each([
  ['OPTIONS', `OPTIONS * HTTP/1.1\r\n${HOST}\r\n`],
  ['GET', 'GET /healthz HTTP/1.1\r\nHost: a b\r\n\r\n'],
])('a request behind one that is refused has no effect: %s', async (method, refused) => {
  const before = logged.length
  const behind = `GET /api/v1/notes/pages HTTP/1.1\r\n${HOST}Authorization: Bearer ${token}\r\n\r\n`
  const { text } = await exchange(server.port, refused + behind)
  expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 400'])
  await exchange(server.port, `TRACE /nowhere HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`)
  const lines = logged.slice(before).trim().split('\n')
  const methods = lines.map((line) => (JSON.parse(line) as { method: string }).method)
  // The POST with bad chunks, above, may be logged only now: it ends after its refusal.
  expect(methods.filter((name) => name !== 'POST')).toEqual([method, 'TRACE'])
})

test('bytes behind a request that is refused get no answer', async () => {
  const refused = `GET /healthz HTTP/1.1\r\n${HOST}Expect: x\r\n\r\n`
  const behind = `POST /nowhere HTTP/1.1\r\n${HOST}Content-Length: 1\r\nContent-Length: 2\r\n\r\nab`
  const { text } = await exchange(server.port, refused + behind)
  expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 400'])
})

test('the refusal of a tunnel follows the answers to the requests before it', async () => {
  const before = `GET /api/v1/notes/pages HTTP/1.1\r\n${HOST}Authorization: Bearer ${token}\r\n\r\n`
  const { text } = await exchange(
    server.port,
    `${before}CONNECT elsewhere.example:443 HTTP/1.1\r\n${HOST}\r\n`,
  )
  expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 400'])
})

test('a refused tunnel whose connection breaks ends nothing else', async () => {
  const socket = await open(server.port)
  socket.write(`CONNECT elsewhere.example:443 HTTP/1.1\r\n${HOST}\r\n`)
  await once(socket, 'data')
  socket.resetAndDestroy()
  await once(socket, 'close')
  const { status } = await exchange(server.port, `GET /healthz HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`)
  expect(status).toBe(200)
})

test.each([
  ['a tunnel', `CONNECT elsewhere.example:443 HTTP/1.1\r\n${HOST}\r\n`],
  ['an unknown method', `BREW / HTTP/1.1\r\n${HOST}\r\n`],
])('the connection closes after the refusal, though its client keeps it open: %s', async (_, sent) => {
  const socket = connect({ port: server.port, host: '127.0.0.1', allowHalfOpen: true })
  socket.on('error', () => {}).resume() // the server answers the next byte with a reset
  socket.write(sent)
  const writing = setInterval(() => socket.write('x'), 50)
  await new Promise<void>((resolve) => socket.once('close', resolve)) // `once` would reject with the error
  clearInterval(writing)
})

describe('a request that HTTP allows is answered', () => {
  const get = (target: string, more = '') =>
    exchange(
      server.port,
      `GET ${target} HTTP/1.1\r\n${HOST}Authorization: Bearer ${token}\r\n${more}Connection: close\r\n\r\n`,
    )

  test.each([
    ['HTTP/1.0 without a Host', 'GET /healthz HTTP/1.0\r\n\r\n', 200],
    ['a Host with a port', 'GET /healthz HTTP/1.1\r\nHost: [::1]:8787\r\nConnection: close\r\n\r\n', 200],
    [
      'an offer to upgrade',
      `GET /healthz HTTP/1.1\r\n${HOST}Connection: Upgrade, close\r\nUpgrade: h2c\r\n\r\n`,
      200,
    ],
    [
      'a body that nobody asked for',
      `GET /healthz HTTP/1.1\r\n${HOST}Connection: close\r\nContent-Length: 2\r\n\r\n{}`,
      200,
    ],
    ['TRACE', `TRACE /api/v1/notes/tasks HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`, 405],
    [
      'a search by its method',
      `QUERY /api/v1/notes/search HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`,
      405,
    ],
    [
      'two headers of a token',
      `GET /api/v1/notes/tasks HTTP/1.1\r\n${HOST}Authorization: a\r\nAuthorization: b\r\nConnection: close\r\n\r\n`,
      401,
    ],
  ])('%s', async (_, sent, expected) => {
    expect((await exchange(server.port, sent)).status).toBe(expected)
  })

  test.each([
    ['/api/v1/notes/pages/%2E%2E', '..'],
    ['/api/v1/notes/pages/..', '..'],
    ['/api/v1/notes/pages/back\\slash', 'back\\slash'],
    ['/api/v1/notes/pages/back%5Cslash', 'back\\slash'],
    ['/api/v1/notes/pages/%2E%2E?x=\\', '..'],
  ])('[D6.1] %s is the page %s', async (target, name) => {
    const { status, body } = await get(target)
    expect(status).toBe(200)
    expect(JSON.parse(body)).toMatchObject({ page: { name } })
  })

  test('HEAD says how long the answer is not', async () => {
    const sent = `HEAD /api/v1/notes/tasks HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`
    const { status, body } = await exchange(server.port, sent)
    expect([status, body]).toEqual([401, ''])
  })

  test('a client gets 100 Continue before it sends a body', async () => {
    const sent = `POST /api/v1/notes/tasks HTTP/1.1\r\n${HOST}Expect: 100-continue\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}`
    const { text } = await exchange(server.port, sent)
    expect(text).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 405 /)
  })
})

test('a port that is taken is refused with the reason', async () => {
  const again = startServer(new Hono<Env>(), '127.0.0.1', server.port)
  await expect(again).rejects.toMatchObject({ code: 'EADDRINUSE' })
})
