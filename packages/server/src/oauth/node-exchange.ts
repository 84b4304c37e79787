/**
 * Runs a Node request handler for a Request of web standards. Bodies are small on both sides, so they are complete
 * before they go on. Tests call the app without a socket, and the handler works there too.
 */
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'

/** A request for the handler. */
export interface NodeRequest {
  readonly method: string
  /** Path and query. */
  readonly url: string
  /** Path and query before a proxy removed a prefix. */
  readonly originalUrl: string
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body?: Uint8Array | undefined
}

/** An answer of the handler. */
export interface NodeAnswer {
  readonly status: number
  readonly headers: Headers
  readonly body: Buffer
}

type NodeHandler = (request: IncomingMessage, response: ServerResponse) => unknown

/** @returns the answer, after the handler ended it */
export async function exchange(
  handle: NodeHandler,
  { method, url, originalUrl, headers, body }: NodeRequest,
): Promise<NodeAnswer> {
  const incoming = new IncomingMessage(new Socket())
  Object.assign(incoming, { method, url, originalUrl, headers: { ...headers }, complete: true })
  if (body && body.length > 0) incoming.push(body)
  incoming.push(null)
  const outgoing = new BufferedResponse(incoming)
  const ended = new Promise<void>((resolve) => outgoing.once('finish', resolve))
  await Promise.all([handle(incoming, outgoing), ended])
  return { status: outgoing.statusCode, headers: headersOf(outgoing), body: Buffer.concat(outgoing.chunks) }
}

/** A response that keeps its body instead of writing it to a socket. */
class BufferedResponse extends ServerResponse {
  readonly chunks: Buffer[] = []

  override write(chunk: string | Uint8Array): boolean {
    this.chunks.push(Buffer.from(chunk as string))
    return true
  }

  override end(chunk?: unknown): this {
    if (this.writableEnded) return this
    if (typeof chunk === 'string' || chunk instanceof Uint8Array) this.write(chunk)
    // oxlint-disable-next-line typescript/no-deprecated -- Node derives `writableEnded` from it
    this.finished = true
    this.emit('finish')
    return this
  }
}

function headersOf(response: ServerResponse): Headers {
  const headers = new Headers()
  for (const [name, value] of Object.entries(response.getHeaders()))
    for (const one of [value].flat()) if (one !== undefined) headers.append(name, String(one))
  return headers
}
