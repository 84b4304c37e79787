/** Calls `/api/mcp` as an assistant's program does, and checks each answer against the description of the API. */
import { expect } from 'vitest'
import type { Api, Call } from './api.ts'
import { expectDescribed } from './described.ts'

export interface McpReply {
  readonly status: number
  readonly headers: Headers
  // oxlint-disable-next-line typescript/no-explicit-any -- any message
  readonly body: any
}

/** @param body a message, or raw bytes */
export async function post(api: Api, body: unknown, call: Call = {}): Promise<McpReply> {
  const { method = 'POST', token = api.token, headers = {}, from = '192.0.2.1' } = call
  const isRaw = typeof body === 'string' || body instanceof Uint8Array || body instanceof ReadableStream
  const response = await api.app.request(
    'http://notes.example/',
    {
      method,
      headers: {
        ...(token !== null && { Authorization: `Bearer ${token}` }),
        'Content-Type': 'application/json',
        ...headers,
      },
      ...(method === 'POST' && { body: isRaw ? body : JSON.stringify(body), duplex: 'half' }),
    },
    { incoming: { url: '/api/mcp', socket: { remoteAddress: from } } },
  )
  const text = await response.text()
  const { status } = response
  expect(expectDescribed({ method, target: '/api/mcp', status, headers: response.headers, text })).toBe(true)
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(response.headers.get('access-control-allow-origin')).toBeNull()
  return { status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) }
}

let id = 0
export const message = (
  method: string,
  params?: object,
): { readonly id: number; readonly [member: string]: unknown } => ({
  jsonrpc: '2.0',
  id: ++id,
  method,
  ...(params && { params }),
})

/** Calls a tool. */
export const call = (api: Api, name: string, args: object = {}, options?: Call): Promise<McpReply> =>
  post(api, message('tools/call', { name, arguments: args }), options)
