/**
 * The app on a Node server. What Node itself would refuse with an empty answer is refused in the service's own words;
 * a stop finishes what is in flight.
 */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import type { Log } from '@notegraph/host'
import { BAD_REQUESTS } from '@notegraph/service'
import type { Hono } from 'hono'
import { enforceRequestTimeouts, type RequestTimeouts } from './request-timeouts.ts'
import { connectionsOf, type ConnectionLimits, type Connections } from './connections.ts'
import type { Env } from './http/context.ts'
import { answerProtocolErrors } from './protocol-errors.ts'
import { refusalResponse } from './http/answers.ts'
import { REQUEST_ID, requestId } from './http/request-id.ts'
import { closeSlowReaders } from './slow-readers.ts'

export interface RunningServer {
  readonly port: number
  /** Takes no new request, finishes what is in flight, and lets go of connections that say nothing. */
  stop(): Promise<void>
}

/** How long a caller may read nothing of its answer, in milliseconds. */
const SILENT_READER = 60_000
/** Headers of a request. */
const MOST_HEADERS = 100
const ARRIVAL: RequestTimeouts = { head: 10_000, whole: 30_000, silent: 30_000 }
/** How long a stop waits for what is in flight, in milliseconds: long uploads and downloads are cut off then. */
const PATIENCE = 4_000

export interface ServerOptions {
  /** Where requests are told of that never reach the app. */
  readonly log?: Log
  /** How long a stop waits for what is in flight, in milliseconds. */
  readonly patience?: number
  readonly arrival?: RequestTimeouts
  /** How long a caller may read nothing of its answer, in milliseconds. */
  readonly silentReader?: number
  /** How many connections there may be; as many as there are where it is left out. */
  readonly connections?: Omit<ConnectionLimits, 'onRefused'>
}

/**
 * @param port 0 picks a free one
 * @throws when the port is taken, with Node's own error
 */
export async function startServer(
  app: Pick<Hono<Env>, 'fetch'>,
  host: string,
  port: number,
  {
    log,
    patience = PATIENCE,
    arrival = ARRIVAL,
    silentReader = SILENT_READER,
    ...options
  }: ServerOptions = {},
): Promise<RunningServer> {
  const server = createServer({
    headersTimeout: arrival.head,
    requestTimeout: 0, // see timeArrivals
    connectionsCheckingInterval: arrival.head / 2,
    keepAliveTimeout: 60_000,
    requireHostHeader: false, // Node's own refusal is empty
  })
  server.maxHeadersCount = MOST_HEADERS
  const connections = connectionsOf(
    server,
    options.connections && { ...options.connections, onRefused: refusals(log) },
  )
  const stopLooking = closeSlowReaders(server, silentReader)
  const listener = getRequestListener((request, env) => app.fetch(request, env), {
    overrideGlobalObjects: false,
    hostname: 'localhost', // HTTP/1.0 knows no Host
    // A Host of which no URL can be made.
    errorHandler: () => {
      const id = requestId()
      log?.info({ id, route: 'none', status: 400 }, 'request')
      return refusalResponse(BAD_REQUESTS.malformed, { Connection: 'close', [REQUEST_ID]: id })
    },
  })
  const door = answerProtocolErrors(
    server,
    connections,
    log,
    (incoming, outgoing) => void listener(incoming, outgoing),
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

/** One line a minute at most, however many connections are refused. */
function refusals(log: Log | undefined): () => void {
  let refused = 0
  let timer: NodeJS.Timeout | undefined
  return () => {
    refused++
    timer ??= setTimeout(() => {
      log?.warn({ connections: refused }, 'connections were refused: there were too many')
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
