/**
 * Answers whose bytes are known before they are sent. The log takes their length from here. The server writes them to the
 * connection itself, because a stream in between takes processor time.
 */
import type { ServerResponse } from 'node:http'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { encoded, giveBack } from './encoded-text.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** A plain `Response` takes longer than the rest of a short answer, so it is only made for a caller that needs its body. */
class KnownResponse {
  readonly length: number
  readonly status: number
  readonly ok: boolean
  readonly #init: ResponseInit
  #bytes: Bytes | undefined
  #headers: Headers | undefined
  #whole: Response | undefined

  constructor(bytes: Bytes, init: ResponseInit) {
    this.length = bytes.byteLength
    this.status = init.status ?? 200
    this.ok = this.status >= 200 && this.status < 300
    this.#init = init
    this.#bytes = bytes
  }

  get headers(): Headers {
    return (this.#headers ??= new Headers(this.#init.headers))
  }

  /** The same response for a caller that reads the body, such as a program in this process. It copies the bytes. */
  get whole(): Response {
    if (!this.#whole) {
      this.#whole = new Response(this.#bytes, { status: this.status, headers: this.headers })
      giveBack(this.#bytes)
      this.#bytes = undefined
    }
    return this.#whole
  }

  /** @returns whether the answer is sent; the bytes of one that was read are gone */
  send(outgoing: ServerResponse): boolean {
    const bytes = this.#bytes
    if (!bytes || outgoing.headersSent) return false
    this.#bytes = undefined
    outgoing.writeHead(this.status, this.#sentHeaders())
    outgoing.end(bytes, () => giveBack(bytes))
    return true
  }

  #sentHeaders(): Record<string, string | string[]> {
    const { headers } = this.#init
    if (!this.#headers && isRecord(headers)) return { ...headers, 'Content-Length': String(this.length) }
    const cookies = this.headers.getSetCookie()
    return {
      ...Object.fromEntries(this.headers),
      ...(cookies.length > 0 && { 'set-cookie': cookies }),
      'content-length': String(this.length),
    }
  }
}

const isRecord = (headers: ResponseInit['headers']): headers is Record<string, string> =>
  headers !== undefined && !(headers instanceof Headers) && !Array.isArray(headers)

/** The other members of a response. */
const OF_WHOLE =
  'body bodyUsed redirected statusText type url arrayBuffer blob bytes clone formData json text'.split(' ')

Object.setPrototypeOf(KnownResponse.prototype, Response.prototype)
for (const name of OF_WHOLE)
  Object.defineProperty(KnownResponse.prototype, name, {
    get(this: KnownResponse): unknown {
      const member: unknown = Reflect.get(this.whole, name)
      return typeof member === 'function' ? (member.bind(this.whole) as unknown) : member
    },
  })

/** A response whose bytes are known, unless the body is a stream. A text is encoded once, here. */
export function knownResponse(
  body: string | Bytes | ReadableStream<Bytes> | null,
  init: ResponseInit,
): Response {
  const bytes = typeof body === 'string' ? encoded(body) : body
  if (!(bytes instanceof Uint8Array)) return new Response(bytes, init)
  return new KnownResponse(bytes, init) as unknown as Response
}

const known = (response: Response): KnownResponse | undefined =>
  response instanceof KnownResponse ? response : undefined

/** The length of a body in bytes; undefined for a stream. */
export const knownLength = (response: Response): number | undefined => known(response)?.length

/** Sends a response with a known body. @returns the response that the HTTP library still has to send */
export const sendKnown = (response: Response, outgoing: ServerResponse): Response =>
  known(response)?.send(outgoing) === true ? RESPONSE_ALREADY_SENT : response
