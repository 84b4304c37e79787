/**
 * Answers requests that never reach the app, because Node's parser or HTTP forbids them. Each gets 400 with the error
 * body. Node alone would send no body, or would accept the request.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Log } from '@notegraph/host'
import { BAD_REQUESTS, statusOf, toErrorBody, type Refusal } from '@notegraph/service'
import { TOO_SLOW } from './request-timeouts.ts'
import type { Connections } from './connections.ts'
import { REQUEST_ID, requestId } from './http/request-context.ts'

/** Milliseconds after which a refused connection is closed, though its client keeps it open. */
const LINGERS = 2_000

/** Errors that Node's parser finds. */
const BY_PARSER: ReadonlyMap<string | undefined, Refusal> = new Map([
  ['HPE_HEADER_OVERFLOW', BAD_REQUESTS.headersTooLong],
  ['HPE_INVALID_METHOD', BAD_REQUESTS.unknownMethod],
  ['HPE_INVALID_URL', BAD_REQUESTS.invalidPath],
])

type Listener = (incoming: IncomingMessage, outgoing: ServerResponse) => void

export interface ProtocolErrors {
  /** Refuses a request that arrives too slowly, and closes its connection. */
  readonly refuseSlow: (socket: Socket) => void
}

/**
 * Passes every request that HTTP allows to the listener, and refuses the others. A refused request has no effect, and
 * every other request gets its answer.
 */
export function answerProtocolErrors(
  server: Server,
  connections: Connections,
  log: Log | undefined,
  listener: Listener,
  onRefused?: () => void,
): ProtocolErrors {
  const refusedOn = new WeakSet<Duplex>()
  /** Connections that close after the answer to a refused request. */
  const closing = new WeakSet<Duplex>()
  const refused = (id: string, refusal: Refusal, method?: string) => {
    onRefused?.()
    log?.info(
      { id, ...(method !== undefined && { method }), route: 'none', status: statusOf(refusal) },
      'request',
    )
  }

  const refuse = (incoming: IncomingMessage, outgoing: ServerResponse, refusal: Refusal): void => {
    closing.add(incoming.socket)
    refused(answer(outgoing, refusal), refusal, incoming.method)
  }

  /** Refuses the request that arrives on a connection. */
  function refuseArriving(socket: Socket, refusal: Refusal): void {
    if (!socket.writable) return void socket.destroy()
    if (closing.has(socket)) return socket.destroySoon()
    refusedOn.add(socket)
    const before = connections.latest(socket)
    if (before?.req.complete === true) {
      // The previous request is complete and in progress, so it gets its answer.
      before.once('close', () => socket.destroySoon())
      return
    }
    // The answer has begun, or another one is sent first.
    if (before && (before.headersSent || !before.socket)) return void socket.destroy()
    refused(answerOn(socket, refusal, before?.req.method), refusal)
    // The rest of the body may still arrive, and must not complete the request.
    before?.req.destroy()
  }

  server.on('request', (incoming, outgoing) => {
    if (refusedOn.has(incoming.socket)) return void incoming.destroy()
    // Node goes on with the requests that came together with the refused one. @see RFC 9112, 9.6
    if (closing.has(incoming.socket)) return
    const fault = faultOf(incoming)
    if (fault) return refuse(incoming, outgoing, fault)
    // A URL would turn it into a slash.
    if (incoming.url!.includes('\\')) incoming.url = incoming.url!.replaceAll('\\', '%5C')
    listener(incoming, outgoing)
  })
  server.on('checkExpectation', (incoming: IncomingMessage, outgoing: ServerResponse) =>
    refuse(incoming, outgoing, BAD_REQUESTS.expectation),
  )
  // CONNECT asks for a tunnel, and comes with the bare socket. Node no longer listens to its errors, and an error without a
  // listener ends the process. Reading on notices the end of the connection.
  server.on('connect', (_: IncomingMessage, socket: Socket) => {
    const refusal = BAD_REQUESTS.noProxy
    socket.on('error', () => socket.destroy()).resume()
    const answer = () => refused(answerOn(socket, refusal), refusal, 'CONNECT')
    const before = connections.latest(socket)
    if (before) before.once('close', answer)
    else answer()
  })
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (error.code === TOO_SLOW) return // see request-timeouts.ts
    if (error.code === 'ECONNRESET') return void socket.destroy()
    refuseArriving(socket, BY_PARSER.get(error.code) ?? BAD_REQUESTS.malformed)
  })

  return { refuseSlow: (socket) => refuseArriving(socket, BAD_REQUESTS.tooSlow) }
}

/** Whether a URL can have the host; an empty host is this machine. */
const isHost = (host: string): boolean =>
  host === '' || (!/[/?#@\\]/.test(host) && URL.canParse(`http://${host}`))

/** Faults that Node accepts and HTTP forbids. */
function faultOf(incoming: IncomingMessage): Refusal | undefined {
  // Node takes a line without a version as HTTP/0.9, which has no headers.
  if (!incoming.httpVersion.startsWith('1.')) return BAD_REQUESTS.malformed
  if (!incoming.url!.startsWith('/')) return BAD_REQUESTS.noPath
  const hosts = incoming.rawHeaders.filter((name, i) => i % 2 === 0 && name.toLowerCase() === 'host').length
  if (hosts > 1) return BAD_REQUESTS.severalHosts
  if (hosts === 0 && incoming.httpVersion !== '1.0') return BAD_REQUESTS.noHost
  if (!isHost(incoming.headers.host ?? '')) return BAD_REQUESTS.malformed
  return undefined
}

const HEADERS = {
  'Content-Type': 'application/json; charset=utf-8',
  'Cache-Control': 'no-store',
  Connection: 'close',
}

/** The headers of an answer outside the app, with an id of its own. */
const headersFor = (id: string, body: string) => ({
  ...HEADERS,
  [REQUEST_ID]: id,
  'Content-Length': Buffer.byteLength(body),
})

/** @returns the id of the request */
function answer(outgoing: ServerResponse, refusal: Refusal): string {
  const id = requestId()
  const body = JSON.stringify(toErrorBody(refusal))
  outgoing.writeHead(statusOf(refusal), headersFor(id, body))
  outgoing.end(body)
  return id
}

/**
 * Answers on the socket, because a request that the parser refuses has no response object. @returns the id of the
 * request
 */
function answerOn(socket: Duplex, refusal: Refusal, method?: string): string {
  const id = requestId()
  const body = JSON.stringify(toErrorBody(refusal))
  const headers = Object.entries(headersFor(id, body))
  const head = ['HTTP/1.1 400 Bad Request', ...headers.map(([name, value]) => `${name}: ${value}`)]
  // The answer to HEAD has the headers alone.
  socket.end(`${head.join('\r\n')}\r\n\r\n${method === 'HEAD' ? '' : body}`)
  setTimeout(() => socket.destroy(), LINGERS).unref()
  return id
}
