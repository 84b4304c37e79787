/**
 * Answers whose bytes are known before they are sent. The log takes their length from here. The server writes them to the
 * connection itself, because a stream in between takes processor time.
 */
import type { ServerResponse } from 'node:http'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'

interface KnownBody {
  readonly body: string | Uint8Array
  /** Its length in bytes. */
  readonly length: number
}

const bodies = new WeakMap<Response, KnownBody>()

/** Notes the body of a response, unless it is a stream. @returns the same response */
export function withKnownBody(response: Response, body: unknown): Response {
  if (typeof body === 'string') bodies.set(response, { body, length: Buffer.byteLength(body) })
  else if (body instanceof Uint8Array) bodies.set(response, { body, length: body.byteLength })
  return response
}

/** The length of a body in bytes; undefined for a stream. */
export const knownLength = (response: Response): number | undefined => bodies.get(response)?.length

/** Sends a response with a known body. @returns the response that the HTTP library still has to send */
export function sendKnown(response: Response, outgoing: ServerResponse): Response {
  const known = bodies.get(response)
  if (!known || outgoing.headersSent) return response
  const headers: Record<string, string | string[]> = {}
  for (const [name, value] of response.headers) headers[name] = value
  const cookies = response.headers.getSetCookie()
  if (cookies.length > 0) headers['set-cookie'] = cookies
  headers['content-length'] ??= String(known.length)
  outgoing.writeHead(response.status, headers)
  outgoing.end(known.body)
  return RESPONSE_ALREADY_SENT
}
