/** Bodies over a real connection: a large one is refused early, and the next request is still answered. */
import type { Socket } from 'node:net'
import { makeLog } from '@notegraph/host'
import { makeBlock, makePage } from '@notegraph/graph'
import { operator } from '@notegraph/service'
import { memoryBlobs } from '@notegraph/store'
import { openTestStore } from '@notegraph/store/testing'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { exchange, open, parse, rest } from '../test/socket.ts'
import { addressReader, createApp, makeDeps, startServer, type RunningServer } from './index.ts'

let server: RunningServer
let head: string
let importHead: string
let logged = ''

beforeAll(async () => {
  const store = await openTestStore()
  const clock = () => Date.now()
  const block = makeBlock({
    id: 'b',
    content: 'TODO x',
    rev: 'r',
    pageId: 'p',
    parentId: null,
    order: 1,
    now: 1,
  })
  const records = [makePage({ id: 'p', name: 'P', now: 1 }), block]
  await store.graph('me').commits.commit({ puts: records.map((record) => ({ record, from: 0 })) })
  const blobs = memoryBlobs()
  const operators = operator(store, blobs, clock)
  await operators.createAccount('me', {})
  const { token } = await operators.createToken('me', { name: 'Test', scope: 'write' })
  const { session } = await operators.createSession('me', { device: 'Phone' })
  const rates = { requestsPerAddress: 0, writesPerToken: 0, writesPerAddress: 0, revertibleChanges: 0 }
  const [log, addressOf] = [makeLog('info', { write: (line) => (logged += line) }), addressReader([])]
  const app = createApp(
    makeDeps({
      store,
      blobs,
      log,
      clock,
      addressOf,
      baseUrl: () => 'http://notes.example',
      rates,
      origin: undefined,
    }),
  )
  server = await startServer(app, '127.0.0.1', 0)
  head =
    'POST /api/v1/notes/tasks/b HTTP/1.1\r\nHost: notes.example\r\nContent-Type: application/json\r\n' +
    `Authorization: Bearer ${token}\r\n`
  importHead =
    'POST /api/v1/settings/import HTTP/1.1\r\nHost: notes.example\r\nContent-Type: application/zip\r\n' +
    `Authorization: Bearer ${session}\r\n`
})
afterAll(() => server.stop())

const WAIT = { timeout: 120_000, interval: 50 }
const BODY = '{"state":"done"}'
const chunk = (text: string): string => `${text.length.toString(16)}\r\n${text}\r\n`

test.each([
  ['with its length', () => `Content-Length: ${BODY.length}\r\n\r\n${BODY}`],
  ['in chunks', () => `Transfer-Encoding: chunked\r\n\r\n${chunk('{"state":')}${chunk('"done"}')}0\r\n\r\n`],
])('a body %s is taken', async (_, body) => {
  const { status, body: answered } = await exchange(server.port, `${head}Connection: close\r\n${body()}`)
  expect(status).toBe(200)
  expect(JSON.parse(answered)).toMatchObject({ ok: true, block: { marker: 'DONE' } })
})

test('one that says it is too large is refused before any of it is sent', async () => {
  const socket = await open(server.port)
  const answered = new Promise<string>((resolve) => socket.once('data', (data) => resolve(data.toString())))
  socket.write(`${head}Content-Length: 65537\r\n\r\n`)
  expect(parse(await answered).status).toBe(413)
  socket.destroy()
})

test('one without an end is refused once it is too large, and its connection is let go', async () => {
  const socket = await open(server.port)
  const ended = rest(socket)
  socket.write(`${head}Transfer-Encoding: chunked\r\n\r\n`)
  const pour = () => {
    while (!socket.destroyed && socket.write(chunk('x'.repeat(16_384))));
  }
  socket.on('drain', pour)
  pour()
  const { status, body } = parse(await ended)
  expect(status).toBe(413)
  expect(body).toContain('too_large')
})

const inChunks = (body: string): string => {
  const parts = body.match(/.{1,100000}/gs)?.map(chunk) ?? []
  return `Transfer-Encoding: chunked\r\n\r\n${parts.join('')}0\r\n\r\n`
}
const FRAMED: [how: string, framed: (body: string) => string][] = [
  ['with its length', (body) => `Content-Length: ${body.length}\r\n\r\n${body}`],
  ['in chunks', inChunks],
]

/** A form of a browser that is not signed in. */
const FORM =
  'POST /graph/capture HTTP/1.1\r\nHost: notes.example\r\nSec-Fetch-Site: same-origin\r\n' +
  'Content-Type: application/x-www-form-urlencoded\r\n'

test.each(FRAMED)(
  '[O1.1] a form sent %s is read, and comes back to a browser that was signed out',
  async (_, framed) => {
    const { status, body } = await exchange(server.port, FORM + `Connection: close\r\n${framed('text=pump')}`)
    expect([status, body]).toEqual([401, expect.stringContaining('pump')])
  },
)

test.each(
  FRAMED.flatMap(([how, framed]) => [
    [`a body sent ${how}`, () => head + framed(' '.repeat(3_000_000))],
    [`a form sent ${how}`, () => FORM + framed(`text=${'x'.repeat(3_000_000)}`)],
  ]),
)('[D6.1] after %s that was too large, the next request on the connection is answered', async (_, large) => {
  const small = `${head}Connection: close\r\nContent-Length: ${BODY.length}\r\n\r\n${BODY}`
  const { text } = await exchange(server.port, large() + small)
  expect(text.match(/HTTP\/1\.1 \d{3}/g)).toEqual(['HTTP/1.1 413', 'HTTP/1.1 200'])
})

test('a body that breaks off is no failure of the server', async () => {
  const socket = await open(server.port)
  const before = logged.length
  socket.write(`${head}Content-Length: 100\r\n\r\n{`)
  socket.end()
  const line = await vi.waitUntil(() => logged.slice(before), WAIT)
  expect(JSON.parse(line)).toMatchObject({ level: 30, status: 400 })
  socket.destroy()
})

describe('an import beside another that still arrives', () => {
  let arriving: Socket
  beforeAll(async () => {
    const short = `${importHead}Connection: close\r\nContent-Length: 1\r\n\r\n `
    let refused = true
    const begin = async () => {
      if (refused) {
        refused = false
        arriving = await open(server.port)
        arriving.once('data', () => (refused = true)) // the short one was sooner
        arriving.write(`${importHead}Content-Length: 100\r\n\r\n`)
      }
      const { status } = await exchange(server.port, short)
      return status === 409 && !refused
    }
    await vi.waitUntil(begin, WAIT)
  })
  afterAll(() => arriving.destroy())

  test('is refused unread, and the next request over the same connection is answered', async () => {
    const refused = `${importHead}Content-Length: 700000\r\n\r\n${' '.repeat(700_000)}`
    const small = `${head}Connection: close\r\nContent-Length: ${BODY.length}\r\n\r\n${BODY}`
    const { text } = await exchange(server.port, refused + small)
    expect(text.match(/HTTP\/1\.1 \d{3}/g)).toEqual(['HTTP/1.1 409', 'HTTP/1.1 200'])
  })

  test('is refused, and its connection is let go if the body has no end', async () => {
    const socket = await open(server.port)
    const ended = rest(socket)
    socket.write(`${importHead}Transfer-Encoding: chunked\r\n\r\n`)
    const pour = () => {
      while (!socket.destroyed && socket.write(chunk('x'.repeat(16_384))));
    }
    socket.on('drain', pour)
    pour()
    expect(parse(await ended).status).toBe(409)
  })
})
