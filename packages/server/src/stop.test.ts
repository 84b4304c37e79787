import type { Socket } from 'node:net'
import { Hono } from 'hono'
import { afterEach, expect, test } from 'vitest'
import { open, parse, rest } from '../test/socket.ts'
import type { Env } from './http/context.ts'
import { startServer, type RunningServer } from './index.ts'

const HOST = 'Host: notes.example\r\n'
const GET = `GET /quick HTTP/1.1\r\n${HOST}\r\n`

const opened: Socket[] = []
afterEach(() => {
  for (const socket of opened.splice(0)) socket.destroy()
})

/** A server with a route that waits for a signal from the test. */
async function start(patience?: number) {
  const arrived = Promise.withResolvers<void>()
  const gate = Promise.withResolvers<void>()
  const app = new Hono<Env>()
    .get('/quick', (c) => c.text('quick'))
    .get('/slow', async (c) => {
      arrived.resolve()
      await gate.promise
      return c.text('slow')
    })
    .get('/stream', () => {
      const said = new TextEncoder().encode('begun ')
      const body = new ReadableStream<Uint8Array>({
        start: (controller) => controller.enqueue(said),
        async pull(controller) {
          await gate.promise
          controller.enqueue(new TextEncoder().encode('done'))
          controller.close()
        },
      })
      return new Response(body)
    })
    .post('/body', async (c) => {
      arrived.resolve()
      return c.text(await c.req.text().catch(() => ''))
    })
  const server = await startServer(app, '127.0.0.1', 0, patience === undefined ? {} : { patience })
  return { server, arrived: arrived.promise, goOn: gate.resolve }
}

async function connection({ port }: RunningServer): Promise<Socket> {
  const socket = await open(port)
  opened.push(socket)
  return socket
}

const firstData = (socket: Socket): Promise<string> =>
  new Promise((resolve) => socket.once('data', (data) => resolve(data.toString())))

async function stopsWith(server: RunningServer, socket: Socket): Promise<void> {
  const ended = rest(socket.resume())
  await server.stop()
  await ended
  expect(socket.destroyed).toBe(true)
}

test('a request in flight is answered, then the server has stopped', async () => {
  const { server, arrived, goOn } = await start()
  const socket = await connection(server)
  const answered = rest(socket)
  socket.write(`GET /slow HTTP/1.1\r\n${HOST}\r\n`)
  await arrived
  let stopped = false
  const stop = server.stop().then(() => (stopped = true))
  await expect(open(server.port)).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  expect(stopped).toBe(false)
  goOn()
  const { status, headers, body } = parse(await answered)
  expect([status, body]).toEqual([200, 'slow'])
  expect(headers.get('connection')).toBe('close')
  await stop
})

test('a connection that is kept alive after an answer is let go', async () => {
  const { server } = await start()
  const socket = await connection(server)
  const data = firstData(socket)
  socket.write(GET)
  expect(await data).toMatch(/^HTTP\/1\.1 200 /)
  await stopsWith(server, socket)
})

test.each([
  ['that never said a word', ''],
  ['that has sent half a request', 'GET /quick HT'],
  ['that has sent half its headers', `GET /quick HTTP/1.1\r\n${HOST}A: `],
])('a connection %s is let go', async (_, sent) => {
  const { server } = await start()
  const socket = await connection(server)
  await new Promise<void>((resolve) => socket.write(sent, () => resolve()))
  await stopsWith(server, socket)
})

test('an answer that has begun is sent to its end, then its connection is let go', async () => {
  const { server, goOn } = await start()
  const socket = await connection(server)
  const begun = firstData(socket)
  const answered = rest(socket)
  socket.write(`GET /stream HTTP/1.1\r\n${HOST}\r\n`)
  await begun
  const stop = server.stop()
  goOn()
  expect(await answered).toMatch(/begun [^]*done/)
  await stop
})

test('two requests sent at once over one connection are both answered', async () => {
  const { server, arrived, goOn } = await start()
  const socket = await connection(server)
  const answered = rest(socket)
  socket.write(`GET /slow HTTP/1.1\r\n${HOST}\r\n${GET}`)
  await arrived
  const stop = server.stop()
  goOn()
  expect((await answered).match(/slow|quick/g)).toEqual(['slow', 'quick'])
  await stop
})

test('a body that never comes is not waited for without end', async () => {
  const { server, arrived } = await start(50)
  const socket = await connection(server)
  const ended = rest(socket)
  socket.write(`POST /body HTTP/1.1\r\n${HOST}Content-Length: 10\r\n\r\nabc`)
  await arrived
  await server.stop()
  await ended
  expect(socket.destroyed).toBe(true)
})

test('an idle server stops', async () => {
  const { server } = await start()
  await expect(server.stop()).resolves.toBeUndefined()
})
