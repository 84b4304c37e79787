/**
 * Limits the time in which a request arrives. Node has one limit for all, but a file on a slow connection needs longer
 * than other bodies. Files and archives have ten minutes, as long as 1 KB arrives each second.
 *
 * Only the sender's time counts. While the process is blocked, bytes wait in the socket, and timers fire before the
 * event loop reads them. So a request is refused only after the loop has read the socket, and the sender gets the
 * blocked time back.
 */
import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import { ALL_ROUTES } from '@notegraph/contract'
import { splitTarget } from './http/target.ts'

export interface RequestTimeouts {
  /** For the headers, in milliseconds. Node itself checks twice in this time. */
  readonly head: number
  /** For any other request, in milliseconds. */
  readonly whole: number
  /** Milliseconds between two checks of a file's pace. */
  readonly silent: number
  /** For a whole file, in milliseconds. */
  readonly longest?: number
}

const TEN_MINUTES = 600_000
/** Bytes of a file in a millisecond. @see operations, Server routes */
const PACE = 1_024 / 1_000

/** Node's error code for slow headers. */
export const TOO_SLOW = 'ERR_HTTP_REQUEST_TIMEOUT'

/** Paths that receive files: routes of the API, and the import page. */
const UPLOADS: ReadonlySet<string> = new Set([
  ...ALL_ROUTES.filter(({ bytes }) => bytes === 'body').map(({ path }) => path),
  '/settings/transfer',
])

const isUpload = ({ method, url = '' }: IncomingMessage): boolean =>
  method === 'POST' && UPLOADS.has(splitTarget(url).path)

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** @param refuse answers that the request took too long, and closes the connection */
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
      // Bytes that the server has not read yet are not the sender's delay.
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
      // Browsers open connections ahead. One would take an answer here for the answer to the request that it sends next.
      if (socket.bytesRead === 0) return void socket.destroy()
      if (socket.bytesRead === seen) return refuse(socket)
      // Part of the headers was in the socket. Node does not check them again.
      setTimeout(() => afterReading(socket, () => isThere() || refuse(socket)), head).unref()
    })
  })
}

/** A timer that is this many milliseconds late shows that the process was blocked. */
const LATE = 1_000
/** Turns of the event loop; each reads at least 64 KB. */
const MOST_TURNS = 64

/** Continues after a turn of the event loop that read nothing more from the socket. */
function afterReading(socket: Socket, goOn: () => void, turns = MOST_TURNS): void {
  const seen = socket.bytesRead
  setImmediate(() => {
    if (socket.bytesRead > seen && turns > 1) afterReading(socket, goOn, turns - 1)
    else goOn()
  })
}
