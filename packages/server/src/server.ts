/**
 * Runs the app on a Node server. Requests that Node would refuse with an empty answer get the API's error body. A stop
 * finishes requests in progress.
 */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import type { Log } from '@notegraph/host'
import { BAD_REQUESTS } from '@notegraph/service'
import type { Hono } from 'hono'
import { enforceRequestTimeouts, type RequestTimeouts } from './request-timeouts.ts'
import { connectionsOf, type ConnectionLimits, type Connections } from './connections.ts'
import type { Env } from './http/context.ts'
import type { Metrics } from './metrics/metrics.ts'
import { answerProtocolErrors } from './protocol-errors.ts'
import { refusalResponse } from './http/answers.ts'
import { sendKnown } from './http/known-body.ts'
import { REQUEST_ID, requestId } from './http/request-context.ts'
import { closeSlowReaders } from './slow-readers.ts'

/** A server that accepts requests on `port`. */
export interface RunningServer {
  readonly port: number
  /** Accepts no new requests, finishes those in progress, and closes idle connections. */
  stop(): Promise<void>
}

/** Milliseconds for which a caller may pause reading its answer. */
const SILENT_READER = 60_000
/** The most headers of a request. */
const MOST_HEADERS = 100
const ARRIVAL: RequestTimeouts = { head: 10_000, whole: 30_000, silent: 30_000 }
/** Milliseconds for which a stop waits for requests in progress. Long uploads and downloads are then cut off. */
const PATIENCE = 4_000

/** The options of `startServer`. */
export interface ServerOptions {
  /** Logs requests that never reach the app. */
  readonly log?: Log
  /** Milliseconds for which a stop waits for requests in progress. */
  readonly patience?: number
  readonly arrival?: RequestTimeouts
  /** Milliseconds for which a caller may pause reading its answer. */
  readonly silentReader?: number
  /** The limits of connections; none if left out. */
  readonly connections?: Omit<ConnectionLimits, 'onRefused'>
  /** Counts requests and connections that never reach the app. */
  readonly metrics?: Pick<Metrics, 'protocolError' | 'connectionRefused'> | undefined
}

/**
 * Starts a server.
 *
 * @param port 0 picks a free port
 * @throws Node's own error if the port is taken
 * @example
 * ```ts
 * const server = await startServer(app, '127.0.0.1', 0)
 * await server.stop()
 * ```
 */
export async function startServer(
  app: Pick<Hono<Env>, 'fetch'>,
  host: string,
  port: number,
  { patience = PATIENCE, arrival = ARRIVAL, silentReader = SILENT_READER, ...options }: ServerOptions = {},
): Promise<RunningServer> {
  const { log, metrics } = options
  const server = createServer({
    headersTimeout: arrival.head,
    requestTimeout: 0, // see request-timeouts.ts
    connectionsCheckingInterval: arrival.head / 2,
    keepAliveTimeout: 60_000,
    requireHostHeader: false, // Node's own refusal has no body
  })
  server.maxHeadersCount = MOST_HEADERS
  const connections = connectionsOf(
    server,
    options.connections && { ...options.connections, onRefused: refusals(options) },
  )
  const stopLooking = closeSlowReaders(server, silentReader)
  const answer = async (request: Request, env: HttpBindings): Promise<Response> =>
    sendKnown(await app.fetch(request, env), env.outgoing)
  const listener = getRequestListener(async (request, env) => answer(request, env as HttpBindings), {
    overrideGlobalObjects: false,
    hostname: 'localhost', // HTTP/1.0 has no Host header, and some Host headers are not valid in a URL.
    errorHandler: () => {
      const id = requestId()
      metrics?.protocolError()
      log?.info({ id, route: 'none', status: 400 }, 'request')
      return refusalResponse(BAD_REQUESTS.malformed, { Connection: 'close', [REQUEST_ID]: id })
    },
  })
  const door = answerProtocolErrors(
    server,
    connections,
    log,
    (incoming, outgoing) => void listener(incoming, outgoing),
    () => metrics?.protocolError(),
  )
  enforceRequestTimeouts(server, arrival, door.refuseSlow)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })
  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      await stop(server, connections, patience)
      stopLooking()
    },
  }
}

/** At most one line a minute, however many connections are refused. */
function refusals({ log, metrics }: ServerOptions): () => void {
  let refused = 0
  let timer: NodeJS.Timeout | undefined
  return () => {
    refused++
    metrics?.connectionRefused()
    timer ??= setTimeout(() => {
      log?.warn({ connections: refused }, 'connections were refused because there were too many')
      refused = 0
      timer = undefined
    }, 60_000).unref()
  }
}

async function stop(server: Server, connections: Connections, patience: number): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve())
  })
  connections.letGo()
  const limit = setTimeout(() => server.closeAllConnections(), patience)
  await closed
  clearTimeout(limit)
}
