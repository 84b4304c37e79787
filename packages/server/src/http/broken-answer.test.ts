/** Answers whose body fails while it is sent, over real connections. */
import { once } from 'node:events'
import { makeLog } from '@notegraph/host'
import { Hono } from 'hono'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { open, rest } from '../../test/socket.ts'
import { startServer, type RunningServer } from '../server.ts'
import type { Env } from './context.ts'
import { logged } from './log.ts'
import { UnreadAnswer } from './response-memory.ts'

const NOTE = 'words of a note'
let logText = ''
let log = makeLog('silent')
let isCancelled: boolean

/** Some turns of the event loop, in which the server sends what it has. */
async function turns(): Promise<void> {
  for (let n = 0; n < 10; n++)
    await new Promise((resolve) => {
      setImmediate(resolve)
    })
}

/** @param parts sent before the stream fails */
function failing(parts: readonly string[], error: Error, headers: Record<string, string>): Response {
  const rest = [...parts]
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const part = rest.shift()
      if (part === undefined) return controller.error(error)
      controller.enqueue(Buffer.from(part))
      await turns()
    },
  })
  return new Response(body, { headers })
}

/** A stream that sends nothing until it is cancelled. */
function silent(): Response {
  isCancelled = false
  return new Response(new ReadableStream<Uint8Array>({ cancel: () => void (isCancelled = true) }))
}

const LENGTH = { 'Content-Length': '100' }
const ANSWERS: Readonly<Record<string, () => Response>> = {
  '/at-once': () => failing([], new Error(NOTE), {}),
  '/at-once-with-length': () => failing([], new Error(NOTE), LENGTH),
  '/later': () => failing(['{', '"a":', '1'], new Error(NOTE), {}),
  '/later-with-length': () => failing(['{', '"a":', '1'], new Error(NOTE), LENGTH),
  '/unread': () => failing(['{', '"a":'], new UnreadAnswer(NOTE), {}),
  '/silent': silent,
}

let server: RunningServer
beforeAll(async () => {
  const app = new Hono<Env>()
  for (const path of Object.keys(ANSWERS))
    app.get(path, async (c) => {
      const audit = { accountTag: async () => '' } as never
      const deps = { log, clock: Date.now, audit, addressOf: () => '192.0.2.1' }
      return logged({ ...deps, metrics: undefined, tracing: undefined }, path, async () => ANSWERS[path]!())(
        c,
      )
    })
  server = await startServer(app, '127.0.0.1', 0)
})
afterAll(async () => server.stop())

let printed: string[]
beforeEach(() => {
  logText = ''
  log = makeLog('info', { write: (line) => (logText += line) })
  printed = []
  const print = (...given: unknown[]) => void printed.push(given.map(String).join(' '))
  vi.spyOn(console, 'error').mockImplementation(print)
  vi.spyOn(console, 'info').mockImplementation(print)
})
afterEach(() => void vi.restoreAllMocks())

async function ask(path: string) {
  const socket = await open(server.port)
  socket.write(`GET ${path} HTTP/1.1\r\nHost: notes.example\r\n\r\n`)
  return socket
}

describe('[operations] an answer that fails while it is sent', () => {
  test.each(['/at-once', '/at-once-with-length', '/later', '/later-with-length'])(
    '%s: the connection is cut, and only its place is logged',
    async (path) => {
      const text = await rest(await ask(path))
      expect(text).not.toContain(NOTE)
      expect(text).not.toMatch(/0\r\n\r\n$/) // the end of a complete answer
      expect(printed).toEqual([])
      await expect.poll(() => logText).toContain('"msg":"request"')
      expect(logText).toContain('"msg":"an answer failed"')
      expect(logText).toContain('broken-answer.test.ts')
      expect(logText).not.toContain(NOTE)
      expect(logText.match(/"msg":"request"/g)).toHaveLength(1)
    },
  )

  test('because nobody read it is cut too, and is no error', async () => {
    await rest(await ask('/unread'))
    await expect.poll(() => logText).toContain('"msg":"request"')
    expect(logText).not.toContain('an answer failed')
    expect(printed).toEqual([])
  })

  test('after its caller has gone is no error, and its request is logged once', async () => {
    const socket = await ask('/silent')
    await once(socket, 'data') // the headers
    socket.destroy()
    await expect.poll(() => [isCancelled, logText.includes('"msg":"request"')]).toEqual([true, true])
    // Another line would come before that of the next request.
    await rest(await ask('/unread'))
    await expect.poll(() => logText.match(/"msg":/g)).toHaveLength(2)
    expect(printed).toEqual([])
  })
})
