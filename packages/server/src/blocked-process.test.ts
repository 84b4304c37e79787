/**
 * The process blocks for longer than a request may take to arrive, while the request lies in the socket. The client is
 * in the same process: its bytes are in the kernel at once, and the server reads them when the process continues.
 */
import { readBytes } from '@notegraph/service'
import { Hono } from 'hono'
import type { Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { open, parse, rest } from '../test/socket.ts'
import type { Env } from './http/context.ts'
import { startServer, type RunningServer } from './server.ts'

const LIMIT = 250
const BEGUN = new TextEncoder().encode('begun')
const HEAD = 'POST /write HTTP/1.1\r\nHost: notes.example\r\n'

let server: RunningServer
let written: string[]
let arrived: () => Promise<void>
/** Resolves once the server knows a connection. */
let connected: Promise<void>

beforeEach(async () => {
  written = []
  const requests: (() => void)[] = []
  let count = 0
  arrived = () => (count > 0 ? Promise.resolve() : new Promise((resolve) => requests.push(resolve)))
  const app = new Hono<Env>().post('/write', async (c) => {
    count++
    for (const resolve of requests) resolve()
    const bytes = await readBytes(c.req.raw)
    if (!bytes.ok) return c.text('', 400)
    written.push(new TextDecoder().decode(bytes.value))
    return c.text('written')
  })
  app.post('/begun', () => new Response(new ReadableStream({ start: (body) => body.enqueue(BEGUN) })))
  const arrival = { head: LIMIT, whole: LIMIT, silent: LIMIT }
  const { promise, resolve } = Promise.withResolvers<void>()
  connected = promise
  const keyOf = () => {
    resolve()
    return undefined
  }
  server = await startServer(app, '127.0.0.1', 0, { arrival, connections: { most: 0, perAddress: 0, keyOf } })
})
afterEach(() => server.stop())

/** Blocks past every limit, without a turn of the event loop. */
const stall = (): unknown => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3 * LIMIT)

/** One answer on a connection that stays open. */
const answerOn = (socket: Socket): Promise<string> =>
  new Promise((resolve) => socket.once('data', (data) => resolve(data.toString())))

describe('[D6.1] bytes in the socket have arrived', () => {
  test.each([
    ['with its length', 'Content-Length: 4\r\n\r\n', 'text'],
    ['in chunks', 'Transfer-Encoding: chunked\r\n\r\n', '4\r\ntext\r\n0\r\n\r\n'],
  ])('a body %s', async (_, headers, body) => {
    const socket = await open(server.port)
    socket.write(HEAD + headers)
    await arrived()
    const answer = answerOn(socket)
    socket.write(body)
    stall()
    expect(parse(await answer).status).toBe(200)
    expect(written).toEqual(['text'])
    socket.destroy()
  })

  test('a request from its first byte on', async () => {
    const socket = await open(server.port)
    await connected
    const answer = answerOn(socket)
    socket.write(`${HEAD}Content-Length: 4\r\n\r\ntext`)
    stall()
    expect(parse(await answer).status).toBe(200)
    expect(written).toEqual(['text'])
    socket.destroy()
  })
})

describe('[D6.1] nothing of a refused request is done', () => {
  test.each([
    ['a body that comes too late', `${HEAD}Content-Length: 4\r\n\r\nte`, 'xt'],
    ['headers that come too late', HEAD, 'Content-Length: 4\r\n\r\ntext'],
  ])('%s', async (_, first, late) => {
    const socket = await open(server.port)
    const all = rest(socket)
    socket.once('data', () => socket.write(late))
    socket.write(first)
    const { status, body } = parse(await all)
    expect([status, JSON.parse(body).code]).toEqual([400, 'bad_request'])
    await server.stop() // once every request is done
    expect(written).toEqual([])
  })
})

test('[D6.1] a request that is being done is answered, whatever follows on its connection', async () => {
  const socket = await open(server.port)
  const all = rest(socket)
  socket.write(`${HEAD}Content-Length: 4\r\n\r\ntextwhat is this\r\n\r\n`)
  expect(parse(await all).status).toBe(200)
  expect(written).toEqual(['text'])
})

test('an answer that has begun before its request is whole is cut off', async () => {
  const socket = await open(server.port)
  const all = rest(socket)
  socket.write(`POST /begun HTTP/1.1\r\nHost: notes.example\r\nContent-Length: 4\r\n\r\n`)
  expect(await all).toMatch(/^HTTP\/1\.1 200 OK\r\n(?:.+\r\n)+\r\n5\r\nbegun\r\n$/)
})
