/**
 * Answers whose bytes are known before they are sent. The log takes their length from here. The server writes them to the
 * connection itself, because a stream in between takes processor time.
 */
import type { ServerResponse } from 'node:http'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'

const bodies = new WeakMap<Response, Uint8Array>()
const encoder = new TextEncoder()

/** A response whose bytes are known, unless the body is a stream. A text is encoded once, here. */
export function knownResponse(
  body: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array<ArrayBuffer>> | null,
  init: ResponseInit,
): Response {
  const bytes = typeof body === 'string' ? encoder.encode(body) : body
  const response = new Response(bytes, init)
  if (bytes instanceof Uint8Array) bodies.set(response, bytes)
  return response
}

/** The length of a body in bytes; undefined for a stream. */
export const knownLength = (response: Response): number | undefined => bodies.get(response)?.byteLength

/** Sends a response with a known body. @returns the response that the HTTP library still has to send */
export function sendKnown(response: Response, outgoing: ServerResponse): Response {
  const bytes = bodies.get(response)
  if (!bytes || outgoing.headersSent) return response
  const headers: Record<string, string | string[]> = {}
  for (const [name, value] of response.headers) headers[name] = value
  const cookies = response.headers.getSetCookie()
  if (cookies.length > 0) headers['set-cookie'] = cookies
  headers['content-length'] ??= String(bytes.byteLength)
  outgoing.writeHead(response.status, headers)
  outgoing.end(bytes)
  return RESPONSE_ALREADY_SENT
}
