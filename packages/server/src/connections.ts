/**
 * The connections of a server: their limits, and their end when the server stops. A connection with a request in
 * progress gets its answer, and every other closes. Node counts a silent connection, or half a request, as busy, and
 * would wait forever.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

export interface Connections {
  /** The response in progress of the latest request on a connection. */
  latest(socket: Socket): ServerResponse | undefined
  /** Closes every connection; one with a response in progress closes after the response. */
  letGo(): void
}

export interface ConnectionLimits {
  /** Connections at once; 0 means no limit. */
  readonly most: number
  /** Connections from one address at once; 0 means no limit. */
  readonly perAddress: number
  /** The key under which an address is counted. Undefined for a proxy of many callers. */
  readonly keyOf: (address: string | undefined) => string | undefined
  /** Called when a connection is closed because of a limit. */
  readonly onRefused: () => void
}

/**
 * Tracks the connections of a server.
 * @param server must not have listeners yet
 */
export function connectionsOf(server: Server, limits?: ConnectionLimits): Connections {
  const open = new Set<Socket>()
  const pending = new Map<Socket, Set<ServerResponse>>()
  let stopping = false

  const admit = limits && admission(server, open, limits)
  server.on('connection', (socket: Socket) => {
    if (admit && !admit(socket)) return void socket.destroy()
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })

  server.on('request', ({ socket }: IncomingMessage, outgoing: ServerResponse) => {
    const answers = pending.get(socket) ?? new Set()
    pending.set(socket, answers.add(outgoing))
    outgoing.once('close', () => {
      answers.delete(outgoing)
      if (answers.size > 0) return
      pending.delete(socket)
      if (stopping) socket.destroySoon()
    })
  })

  const latest = (socket: Socket): ServerResponse | undefined => [...(pending.get(socket) ?? [])].at(-1)

  return {
    latest,
    letGo() {
      stopping = true
      for (const socket of open) {
        const last = latest(socket)
        if (!last) socket.destroy()
        else if (!last.headersSent) last.setHeader('Connection', 'close')
      }
    },
  }
}

/** @returns whether a new connection is within the limits; it then counts until it closes */
function admission(
  server: Server,
  open: ReadonlySet<Socket>,
  { most, perAddress, keyOf, onRefused }: ConnectionLimits,
): (socket: Socket) => boolean {
  const counts = new Map<string, number>()
  const isFull = (): boolean => most > 0 && open.size >= most && living(open) >= most

  return (socket) => {
    // Idle connections close first.
    if (isFull()) server.closeIdleConnections()
    const key = keyOf(socket.remoteAddress)
    const count = key === undefined ? 0 : (counts.get(key) ?? 0)
    if (isFull() || (perAddress > 0 && count >= perAddress)) {
      onRefused()
      return false
    }
    if (key !== undefined) {
      counts.set(key, count + 1)
      socket.once('close', () => {
        const left = counts.get(key)! - 1
        if (left === 0) counts.delete(key)
        else counts.set(key, left)
      })
    }
    return true
  }
}

const living = (sockets: ReadonlySet<Socket>): number => {
  let count = 0
  for (const { destroyed } of sockets) if (!destroyed) count++
  return count
}
