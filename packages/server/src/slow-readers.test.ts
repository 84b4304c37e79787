/** Answers that callers do not read, over real connections: they are limited, then ended, and do not delay others. */
import { EventEmitter, once } from 'node:events'
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { makeBlock, makePage } from '@notegraph/graph'
import { makeLog } from '@notegraph/host'
import { operator } from '@notegraph/service'
import { memoryBlobs } from '@notegraph/store'
import { openTestStore, type Prepare } from '@notegraph/store/testing'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { open, parse, rest } from '../test/socket.ts'
import { createApp, makeDeps, startServer, type RunningServer, type ServerOptions } from './index.ts'
import { addressReader } from './http/address.ts'
import type { Deps } from './http/context.ts'
import { closeSlowReaders } from './slow-readers.ts'

/** One block, since a list has at least one. It is too long for the kernel's buffers. */
const LONG = 'x'.repeat(6_000_000)
/** The answer contains it twice, as `content` and `text`. */
const ANSWER = 2 * LONG.length

let deps: Deps
let server: RunningServer | undefined
let tokens: readonly string[]
const opened: Socket[] = []

const clock = (): number => Date.now()
const ACCOUNTS = ['loud', 'quiet']

/** Each account has one page with one block. */
const withBlock =
  (content: string): Prepare =>
  async (store) => {
    for (const id of ACCOUNTS) {
      await operator(store, memoryBlobs(), clock).createAccount(id, {})
      const records = [
        makePage({ id: 'p', name: 'Long', now: 1 }),
        makeBlock({ id: 'b', content, rev: 'r', pageId: 'p', parentId: null, order: 1, now: 1 }),
      ]
      await store.graph(id).commits.commit({ puts: records.map((record) => ({ record, from: 0 })) })
    }
  }
const [long, short] = [withBlock(LONG), withBlock('short')]

async function start(options: ServerOptions = {}, prepare = long): Promise<void> {
  const [store, blobs] = [await openTestStore(prepare), memoryBlobs()]
  const operators = operator(store, blobs, clock)
  const made = ACCOUNTS.map(async (id) => operators.createToken(id, { name: 'Test', scope: 'read' }))
  tokens = (await Promise.all(made)).map(({ token }) => token)
  const rates = { requestsPerAddress: 0, writesPerToken: 0, writesPerAddress: 0, revertibleChanges: 0 }
  deps = makeDeps({
    store,
    blobs,
    log: makeLog('silent'),
    clock,
    addressOf: addressReader([]),
    baseUrl: () => '',
    rates,
    origin: undefined,
    unread: { perAccount: 3 * ANSWER, inAll: 5 * ANSWER, waiting: 1, patience: 300 },
  })
  server = await startServer(createApp(deps), '127.0.0.1', 0, options)
}
afterEach(async () => {
  vi.useRealTimers()
  for (const socket of opened.splice(0)) socket.destroy()
  await server?.stop()
})

/** Requests the long page and reads nothing. */
async function ask(token: string): Promise<Socket> {
  const socket = await open(server!.port)
  opened.push(socket)
  socket.pause()
  socket.write(
    `GET /api/v1/notes/pages/Long HTTP/1.1\r\nHost: notes.example\r\nAuthorization: Bearer ${token}\r\nConnection: close\r\n\r\n`,
  )
  return socket
}

const read = (socket: Socket) => rest(socket.resume()).then(parse)

describe('[D6.1] answers that an account does not read', () => {
  test('are so many bytes at most; then it gets 429, and others are answered', async () => {
    await start()
    const [loud, quiet] = tokens
    const sockets = [await ask(loud!), await ask(loud!), await ask(loud!)]
    await expect.poll(() => deps.responseMemory.bytes()).toBeGreaterThan(2.5 * ANSWER)
    sockets.push(await ask(loud!), await ask(loud!))
    const other = await read(await ask(quiet!))
    expect([other.status, other.body.length]).toEqual([200, Number(other.headers.get('content-length'))])
    const refused = await Promise.all(sockets.slice(3).map(read))
    for (const { status, headers, body } of refused)
      expect([status, headers.get('retry-after'), JSON.parse(body)]).toMatchObject([
        429,
        '60',
        { code: 'rate_limited' },
      ])
    expect(deps.responseMemory.bytes()).toBeLessThanOrEqual(3.01 * ANSWER)
    // After they are read, there is room again.
    for (const { status, body } of await Promise.all(sockets.slice(0, 3).map(read)))
      expect([status, JSON.parse(body).total]).toEqual([200, 1])
    expect((await read(await ask(loud!))).status).toBe(200)
    expect(deps.responseMemory.bytes()).toBe(0)
  })

  test('count no more once their connection is gone', async () => {
    await start()
    const sockets = [await ask(tokens[0]!), await ask(tokens[0]!)]
    await expect.poll(() => deps.responseMemory.bytes()).toBeGreaterThan(1.5 * ANSWER)
    for (const socket of sockets) socket.destroy()
    await expect.poll(() => deps.responseMemory.bytes()).toBe(0)
  })

  test('HEAD holds nothing', async () => {
    await start()
    const socket = await open(server!.port)
    socket.write(
      `HEAD /api/v1/notes/pages/Long HTTP/1.1\r\nHost: notes.example\r\nAuthorization: Bearer ${tokens[0]}\r\nConnection: close\r\n\r\n`,
    )
    expect(parse(await rest(socket)).status).toBe(200)
    expect(deps.responseMemory.bytes()).toBe(0)
  })
})

describe('a connection', () => {
  const SILENT = 150

  test('that nobody reads from is ended', async () => {
    await start({ silentReader: SILENT })
    const socket = await ask(tokens[0]!)
    await expect.poll(() => deps.responseMemory.bytes(), { interval: 1 }).toBeGreaterThan(0)
    await expect.poll(() => deps.responseMemory.bytes()).toBe(0)
    expect((await read(socket)).body.length).toBeLessThan(ANSWER)
  })

  /** An answer as Node sees it, and whether its connection was closed. */
  function sending() {
    vi.useFakeTimers()
    const events = new EventEmitter()
    const stopLooking = closeSlowReaders(events as Server, 300)
    const socket = {
      bytesWritten: 100,
      writableLength: 10,
      destroyed: false,
      destroy: () => void (socket.destroyed = true),
    }
    events.emit('request', {}, Object.assign(new EventEmitter(), { socket }))
    return { socket, stopLooking }
  }

  test('that is read from slowly is not', () => {
    const { socket, stopLooking } = sending()
    for (let time = 0; time < 10_000; time += 250) {
      socket.bytesWritten++
      vi.advanceTimersByTime(250)
    }
    expect(socket.destroyed).toBe(false)
    vi.advanceTimersByTime(500)
    expect(socket.destroyed).toBe(true)
    stopLooking()
  })

  test('that waits for the server is not', () => {
    const { socket, stopLooking } = sending()
    socket.writableLength = 0
    vi.advanceTimersByTime(10_000)
    expect(socket.destroyed).toBe(false)
    stopLooking()
  })
})

describe('[operations] connections', () => {
  const idle = (): Promise<Socket> => open(server!.port).then((socket) => (opened.push(socket), socket))
  const closed = async (socket: Socket): Promise<unknown> => once(socket, 'close')
  /** Waits for an answer on a connection that stays open. */
  async function answered(socket: Socket): Promise<void> {
    socket.write('GET /healthz HTTP/1.1\r\nHost: notes.example\r\n\r\n')
    await once(socket, 'data')
  }

  test('are so many at most from one address', async () => {
    await start({ connections: { most: 0, perAddress: 2, keyOf: (address) => address } }, short)
    const [first] = [await idle(), await idle()]
    await closed(await idle())
    first.destroy()
    await expect.poll(async () => (await read(await ask(tokens[0]!))).status).toBe(200)
  })

  test('of a proxy are not counted', async () => {
    await start({ connections: { most: 0, perAddress: 1, keyOf: () => undefined } }, short)
    await idle()
    await answered(await idle())
  })

  test('are so many at most in all; one that waits for nothing makes room', async () => {
    await start({ connections: { most: 1, perAddress: 0, keyOf: (address) => address } })
    const waiting = await ask(tokens[0]!)
    await expect.poll(() => deps.responseMemory.bytes()).toBeGreaterThan(0)
    await closed(await idle())
    await read(waiting)
    await answered(await idle())
    expect((await read(await ask(tokens[0]!))).status).toBe(200)
  })
})
