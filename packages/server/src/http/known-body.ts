/**
 * Answers whose bytes are known before they are sent. The log takes their length from here. The server writes them to the
 * connection itself, because a stream in between takes processor time.
 */
import type { ServerResponse } from 'node:http'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'

type Bytes = Uint8Array<ArrayBuffer>

const bodies = new WeakMap<Response, Bytes>()
const encoder = new TextEncoder()

/**
 * Makes a stream of its bytes only for a caller that reads the body, such as a program in this process. The stream takes longer
 * than the rest of the response.
 */
class KnownResponse extends Response {
  #streamed: Response | undefined

  get streamed(): Response {
    return (this.#streamed ??= new Response(bodies.get(this), { status: this.status, headers: this.headers }))
  }
}

/** The members of a response that need its body. */
const OF_BODY = ['body', 'bodyUsed', 'arrayBuffer', 'blob', 'bytes', 'clone', 'formData', 'json', 'text']

for (const name of OF_BODY)
  Object.defineProperty(KnownResponse.prototype, name, {
    get(this: KnownResponse): unknown {
      const member: unknown = Reflect.get(this.streamed, name)
      return typeof member === 'function' ? (member.bind(this.streamed) as unknown) : member
    },
  })

/** A response whose bytes are known, unless the body is a stream. A text is encoded once, here. */
export function knownResponse(
  body: string | Bytes | ReadableStream<Bytes> | null,
  init: ResponseInit,
): Response {
  const bytes = typeof body === 'string' ? encoder.encode(body) : body
  if (!(bytes instanceof Uint8Array)) return new Response(bytes, init)
  const response = new KnownResponse(null, init)
  bodies.set(response, bytes)
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
