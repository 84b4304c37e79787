/** The door counts what passes, and changes nothing. */
import { createAdaptorServer } from '@hono/node-server'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { Hono } from 'hono'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDoor, type Door } from '../src/door.ts'

const REPLIES: { readonly [name: string]: object } = {
  good: { result: { content: [{ type: 'text', text: '12345' }] } },
  refused: { result: { content: [{ type: 'text', text: '123' }], isError: true } },
  wrong: { error: { code: -32602, message: '1234567' } },
}

const app = new Hono()
app.post('/api/mcp', async (c) => {
  const sent = await c.req.json()
  if (sent.id === undefined) return c.body(null, 202)
  const { name } = sent.params ?? {}
  return c.json({
    jsonrpc: '2.0',
    id: sent.id,
    ...(REPLIES[name] ?? { result: { who: c.req.header('authorization') } }),
  })
})
const server = createAdaptorServer({ fetch: app.fetch })
let door: Door
beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  door = await openDoor(`http://127.0.0.1:${(server.address() as AddressInfo).port}/api/mcp`)
})
afterAll(async () => {
  await door.close()
  server.close()
})

const post = (message: object, headers: Record<string, string> = {}) =>
  fetch(door.url, { method: 'POST', body: JSON.stringify(message), headers })

test('calls of tools, and the characters of their arguments and answers', async () => {
  for (const name of ['good', 'refused', 'wrong'])
    await post({ jsonrpc: '2.0', id: name, method: 'tools/call', params: { name, arguments: { a: 1 } } })
  expect(door.traffic).toEqual({ calls: 3, refused: 2, read: 15, written: 21 })
})

test('other messages pass uncounted, with their headers', async () => {
  const before = { ...door.traffic }
  const answer = await post({ jsonrpc: '2.0', id: 1, method: 'tools/list' }, { Authorization: 'Bearer x' })
  expect(await answer.json()).toEqual({ jsonrpc: '2.0', id: 1, result: { who: 'Bearer x' } })
  expect((await post({ jsonrpc: '2.0', method: 'notifications/initialized' })).status).toBe(202)
  expect((await fetch(new URL('/elsewhere', door.url))).status).toBe(404)
  expect(door.traffic).toEqual(before)
})
