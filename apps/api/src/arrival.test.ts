import { EventEmitter } from 'node:events'
import type { Server } from 'node:http'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { timeArrivals } from './arrival.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const LIMITS = { whole: 1_000, silent: 100 }

/** A request on its way, and what became of it. */
function arriving(method: string, url: string, headers: Record<string, string>, headersSent = false) {
  const server = new EventEmitter() as unknown as Server
  timeArrivals(server, LIMITS)
  const ends: string[] = []
  server.on('clientError', (error: NodeJS.ErrnoException) => ends.push(String(error.code)))
  const socket = { bytesRead: 0, destroy: () => ends.push('cut off') }
  const incoming = Object.assign(new EventEmitter(), { method, url, headers, socket, complete: false })
  server.emit('request', incoming as never, { headersSent } as never)
  return { incoming, socket, ends }
}

const LENGTH = { 'content-length': '10' }
const TOO_LONG = ['ERR_HTTP_REQUEST_TIMEOUT']

test.each([
  ['a body', 'POST', '/api/v1/notes/pages', LENGTH],
  ['a body of any length', 'PATCH', '/x', { 'transfer-encoding': 'chunked' }],
  ['a body where none belongs', 'GET', '/api/files', LENGTH],
  ['what only looks like a file', 'POST', '/api/filesystem', LENGTH],
])('%s has its time, bytes or none', (_, method, url, headers) => {
  const { socket, ends } = arriving(method, url, headers)
  for (let time = 0; time < 990; time += 90) {
    socket.bytesRead++
    vi.advanceTimersByTime(90)
  }
  expect(ends).toEqual([])
  vi.advanceTimersByTime(10)
  expect(ends).toEqual(TOO_LONG)
})

test('a file has time as long as bytes keep coming', () => {
  const { socket, ends } = arriving('POST', '/api/files?name=a', { 'transfer-encoding': 'chunked' })
  for (let time = 0; time < 60_000; time += 90) {
    socket.bytesRead++
    vi.advanceTimersByTime(90)
  }
  expect(ends).toEqual([])
  vi.advanceTimersByTime(200)
  expect(ends).toEqual(TOO_LONG)
})

test('what has arrived is not timed any more', () => {
  const complete = arriving('POST', '/x', LENGTH)
  complete.incoming.complete = true
  const closed = arriving('POST', '/x', LENGTH)
  closed.incoming.emit('close')
  const bare = arriving('GET', '/x', {})
  vi.advanceTimersByTime(10_000)
  expect([complete.ends, closed.ends, bare.ends]).toEqual([[], [], []])
  expect(vi.getTimerCount()).toBe(0)
})

test('where the answer has begun the connection is cut off', () => {
  const { ends } = arriving('POST', '/x', LENGTH, true)
  vi.advanceTimersByTime(1_000)
  expect(ends).toEqual(['cut off'])
})
