/**
 * How long a request may take to arrive. Node has one limit for all, and a file on a slow line needs longer than any
 * other body: files and archives have ten minutes, as long as 1 KB a second comes.
 *
 * The time is the sender's alone. When the process stood still, what arrived meanwhile lies in the socket, and timers go
 * off before the event loop reads it. So nothing is refused before the loop has looked at the socket, and the sender gets
 * the time back that the process lost.
 */
import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import { ALL_ROUTES } from '@notegraph/contract'
import { splitTarget } from './http/target.ts'

export interface RequestTimeouts {
  /** For the headers, in milliseconds. Node itself looks at them twice in this time. */
  readonly head: number
  /** For any other request, in milliseconds. */
  readonly whole: number
  /** How often the pace of a file is looked at, in milliseconds. */
  readonly silent: number
  /** For a file whole, in milliseconds. */
  readonly longest?: number
}

const TEN_MINUTES = 600_000
/** Bytes of a file in a millisecond. @see operations, Server routes */
const PACE = 1_024 / 1_000

/** As Node calls it, when headers take too long. */
export const TOO_SLOW = 'ERR_HTTP_REQUEST_TIMEOUT'

/** Paths that take the bytes of a file: routes of the API, and the page that imports. */
const UPLOADS: ReadonlySet<string> = new Set([
  ...ALL_ROUTES.filter(({ bytes }) => bytes === 'body').map(({ path }) => path),
  '/settings/transfer',
])

const isUpload = ({ method, url = '' }: IncomingMessage): boolean =>
  method === 'POST' && UPLOADS.has(splitTarget(url).path)

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** @param refuse answers that the request took too long, and ends the connection */
export function enforceRequestTimeouts(
  server: Server,
  { head, whole, silent, longest = TEN_MINUTES }: RequestTimeouts,
  refuse: (socket: Socket) => void,
): void {
  const requests = new WeakMap<Socket, number>()

  server.on('request', (incoming: IncomingMessage) => {
    const { socket } = incoming
    requests.set(socket, (requests.get(socket) ?? 0) + 1)
    if (!hasBody(incoming)) return
    const long = isUpload(incoming)
    const limit = long ? silent : whole
    let seen = socket.bytesRead
    let latest = performance.now() + longest
    let timer: NodeJS.Timeout
    wait(limit)
    incoming.once('close', () => clearTimeout(timer))

    function wait(time: number): void {
      const due = performance.now() + time
      timer = setTimeout(() => look(performance.now() - due), time).unref()
    }
    function look(late: number): void {
      if (incoming.complete) return
      // Bytes that wait to be taken are no delay of the sender's.
      if (incoming.readableLength > 0) return wait(limit)
      if (late > LATE) {
        latest += late
        return wait(Math.min(late, limit))
      }
      afterReading(socket, () => {
        if (incoming.complete || incoming.destroyed) return
        const came = socket.bytesRead - seen
        if (!long || came < PACE * limit || performance.now() >= latest) return refuse(socket)
        seen = socket.bytesRead
        wait(limit)
      })
    }
  })

  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (error.code !== TOO_SLOW) return
    const before = requests.get(socket)
    const seen = socket.bytesRead
    const isThere = (): boolean => requests.get(socket) !== before || socket.destroyed
    afterReading(socket, () => {
      if (isThere()) return
      if (socket.bytesRead === seen) return refuse(socket)
      // Part of the headers lay in the socket. Node does not look at them again.
      setTimeout(() => afterReading(socket, () => isThere() || refuse(socket)), head).unref()
    })
  })
}

/** A timer that goes off so many milliseconds late says that the process stood still. */
const LATE = 1_000
/** Turns of the event loop; each reads at least 64 KB. */
const MOST_TURNS = 64

/** Goes on once a turn of the event loop has brought no more of what lay in the socket. */
function afterReading(socket: Socket, goOn: () => void, turns = MOST_TURNS): void {
  const seen = socket.bytesRead
  setImmediate(() => {
    if (socket.bytesRead > seen && turns > 1) afterReading(socket, goOn, turns - 1)
    else goOn()
  })
}
