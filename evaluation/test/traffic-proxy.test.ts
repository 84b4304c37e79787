/** The proxy counts calls and changes nothing. */
import { createAdaptorServer } from '@hono/node-server'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { Hono } from 'hono'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTrafficProxy, type TrafficProxy } from '../src/traffic-proxy.ts'

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
const server = createAdaptorServer({ fetch: app.fetch, overrideGlobalObjects: false })
let proxy: TrafficProxy
beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  proxy = await openTrafficProxy(`http://127.0.0.1:${(server.address() as AddressInfo).port}/api/mcp`)
})
afterAll(async () => {
  await proxy.close()
  server.close()
})

const post = (message: object, headers: Record<string, string> = {}) =>
  fetch(proxy.url, { method: 'POST', body: JSON.stringify(message), headers })

test('calls of tools, and the characters of their arguments and answers', async () => {
  for (const name of ['good', 'refused', 'wrong'])
    await post({ jsonrpc: '2.0', id: name, method: 'tools/call', params: { name, arguments: { a: 1 } } })
  expect(proxy.traffic).toEqual({ calls: 3, refused: 2, read: 15, written: 21 })
})

test('other messages pass uncounted, with their headers', async () => {
  const before = { ...proxy.traffic }
  const answer = await post({ jsonrpc: '2.0', id: 1, method: 'tools/list' }, { Authorization: 'Bearer x' })
  expect(await answer.json()).toEqual({ jsonrpc: '2.0', id: 1, result: { who: 'Bearer x' } })
  expect((await post({ jsonrpc: '2.0', method: 'notifications/initialized' })).status).toBe(202)
  expect((await fetch(new URL('/elsewhere', proxy.url))).status).toBe(404)
  expect(proxy.traffic).toEqual(before)
})
