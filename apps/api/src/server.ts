/**
 * The app on a Node server. What Node itself would refuse with an empty answer is refused in the service's own words;
 * a stop finishes what is in flight.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { getRequestListener } from '@hono/node-server'
import { statusOf, toErrorBody, type Refusal } from '@notegraph/service'
import type { Hono } from 'hono'
import type { Env } from './http/context.ts'

export interface RunningServer {
  readonly port: number
  /** Takes no new request, finishes what is in flight, and lets go of connections that say nothing. */
  stop(): Promise<void>
}

/** How long a client may take to send its headers, and its whole request, in milliseconds. */
const HEADERS_TIMEOUT = 10_000
const REQUEST_TIMEOUT = 30_000

/**
 * @param port 0 picks a free one
 * @throws when the port is taken, with Node's own error
 */
export async function startServer(app: Hono<Env>, host: string, port: number): Promise<RunningServer> {
  const listener = getRequestListener((request, env) => app.fetch(request, env), {
    overrideGlobalObjects: false,
    // A Host or target of which no URL can be made.
    errorHandler: () =>
      new Response(bodyOf(MALFORMED), { status: 400, headers: { 'Content-Type': JSON_TYPE } }),
  })
  const server = createServer(
    {
      headersTimeout: HEADERS_TIMEOUT,
      requestTimeout: REQUEST_TIMEOUT,
      connectionsCheckingInterval: 5_000,
      keepAliveTimeout: 60_000,
    },
    (incoming, outgoing) => {
      const fault = faultOf(incoming)
      if (fault) return refuseRequest(outgoing, fault)
      // A URL would take it for a slash.
      if (incoming.url!.includes('\\')) incoming.url = incoming.url!.replaceAll('\\', '%5C')
      void listener(incoming, outgoing)
    },
  )
  server.on('clientError', refuseSocket)
  server.on('checkExpectation', (_: IncomingMessage, outgoing: ServerResponse) =>
    refuseRequest(outgoing, {
      code: 'bad_request',
      error: 'The Expect header asks for what this server does not do.',
    }),
  )
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })
  return { port: (server.address() as AddressInfo).port, stop: () => stop(server) }
}

async function stop(server: Server): Promise<void> {
  await new Promise<void>((resolve) => {
    server.close(() => resolve())
    server.closeIdleConnections()
  })
}

const JSON_TYPE = 'application/json; charset=utf-8'
const MALFORMED: Refusal = { code: 'bad_request', error: 'The request is not one that HTTP allows.' }

const bodyOf = (refusal: Refusal): string => JSON.stringify(toErrorBody(refusal))

/** What Node lets through and HTTP does not. */
function faultOf(incoming: IncomingMessage): Refusal | undefined {
  if (!incoming.url!.startsWith('/'))
    return { code: 'bad_request', error: 'The request target has to be a path that begins with a slash.' }
  const hosts = incoming.rawHeaders.filter((name, i) => i % 2 === 0 && name.toLowerCase() === 'host')
  if (hosts.length > 1) return { code: 'bad_request', error: 'The Host header was sent more than once.' }
  return undefined
}

function refuseRequest(outgoing: ServerResponse, refusal: Refusal): void {
  outgoing.writeHead(statusOf(refusal), {
    'Content-Type': JSON_TYPE,
    'Cache-Control': 'no-store',
    Connection: 'close',
  })
  outgoing.end(bodyOf(refusal))
}

/** What the parser refuses never becomes a request; it is answered on the socket. */
function refuseSocket(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const body = bodyOf(parserRefusal(error.code))
  socket.end(
    `HTTP/1.1 400 Bad Request\r\nContent-Type: ${JSON_TYPE}\r\nCache-Control: no-store\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  )
}

function parserRefusal(code: string | undefined): Refusal {
  if (code === 'HPE_HEADER_OVERFLOW')
    return { code: 'bad_request', error: 'The path and headers together are too long.' }
  if (code === 'HPE_INVALID_METHOD')
    return { code: 'bad_request', error: 'The method is none that HTTP has.' }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return {
      code: 'bad_request',
      error: 'The request took too long to arrive.',
      hint: 'Send it again, in one go.',
    }
  return MALFORMED
}
