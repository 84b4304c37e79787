import { EventEmitter } from 'node:events'
import type { Server } from 'node:http'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { enforceRequestTimeouts, TOO_SLOW } from './request-timeouts.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const LIMITS = { head: 1_000, whole: 1_000, silent: 100 }

/** A request in progress, and the number of times it was refused. */
function arriving(method: string, url: string, headers: Record<string, string>) {
  const server = new EventEmitter() as unknown as Server
  const refused: string[] = []
  enforceRequestTimeouts(server, LIMITS, () => refused.push('refused'))
  const socket = { bytesRead: 0 }
  const incoming = Object.assign(new EventEmitter(), {
    method,
    url,
    headers,
    socket,
    complete: false,
    readableLength: 0,
  })
  server.emit('request', incoming as never)
  return { incoming, socket, refused }
}

const LENGTH = { 'content-length': '10' }
const TOO_LONG = ['refused']

test.each([
  ['a body', 'POST', '/api/v1/notes/pages', LENGTH],
  ['a body of any length', 'PATCH', '/x', { 'transfer-encoding': 'chunked' }],
  ['a body where none belongs', 'GET', '/api/files', LENGTH],
  ['what only looks like a file', 'POST', '/api/filesystem', LENGTH],
])('%s has its time, bytes or none', (_, method, url, headers) => {
  const { socket, refused } = arriving(method, url, headers)
  for (let time = 0; time < 990; time += 90) {
    socket.bytesRead++
    vi.advanceTimersByTime(90)
  }
  expect(refused).toEqual([])
  vi.advanceTimersByTime(11)
  expect(refused).toEqual(TOO_LONG)
})

test.each(['/api/files?name=a', '/api/v1/settings/import', '/settings/transfer'])(
  '[operations] %s has ten minutes, as long as 1 KB a second comes',
  (url) => {
    const { socket, refused } = arriving('POST', url, { 'transfer-encoding': 'chunked' })
    for (let time = 0; time < 599_900; time += 100) {
      socket.bytesRead += 103
      vi.advanceTimersByTime(100)
    }
    expect(refused).toEqual([])
    socket.bytesRead += 1_000
    vi.advanceTimersByTime(300)
    expect(refused).toEqual(TOO_LONG)
  },
)

test('[operations] a file that comes slower than that is refused', () => {
  const { socket, refused } = arriving('POST', '/api/files?name=a', { 'transfer-encoding': 'chunked' })
  for (let time = 0; time < 300; time += 10) {
    socket.bytesRead += 5
    vi.advanceTimersByTime(10)
  }
  expect(refused[0]).toBe('refused')
})

test('a request that has arrived is not timed any more', () => {
  const complete = arriving('POST', '/x', LENGTH)
  complete.incoming.complete = true
  const closed = arriving('POST', '/x', LENGTH)
  closed.incoming.emit('close')
  const bare = arriving('GET', '/x', {})
  vi.advanceTimersByTime(10_000)
  expect([complete.refused, closed.refused, bare.refused]).toEqual([[], [], []])
  expect(vi.getTimerCount()).toBe(0)
})

test('bytes that the server has not taken yet are no delay of the sender', () => {
  const { incoming, refused } = arriving('POST', '/x', LENGTH)
  incoming.readableLength = 1
  vi.advanceTimersByTime(3_000)
  expect(refused).toEqual([])
  incoming.readableLength = 0
  vi.advanceTimersByTime(1_100)
  expect(refused).toEqual(TOO_LONG)
})

test('the sender gets the time back for which the process stood still', () => {
  const { refused } = arriving('POST', '/x', LENGTH)
  vi.advanceTimersByTime(900)
  const now = performance.now()
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now + 5_000)
  vi.advanceTimersByTime(200)
  expect(refused).toEqual([])
  clock.mockRestore()
  vi.advanceTimersByTime(1_100)
  expect(refused).toEqual(TOO_LONG)
})

test.each<[string, number, readonly string[]]>([
  ['without a byte, as browsers open ahead, closes without an answer', 0, ['closed']],
  ['with half a request is refused', 10, TOO_LONG],
])('a connection %s', (_, bytesRead, ends) => {
  const server = new EventEmitter() as unknown as Server
  const ended: string[] = []
  enforceRequestTimeouts(server, LIMITS, () => ended.push('refused'))
  const socket = { bytesRead, destroyed: false, destroy: () => ended.push('closed') }
  server.emit('clientError', Object.assign(new Error('slow'), { code: TOO_SLOW }), socket as never)
  vi.advanceTimersByTime(1)
  expect(ended).toEqual(ends)
})
