/**
 * The connections of a server: how many there may be, and how they end when it stops. One that waits for an answer then
 * gets it, every other is let go. Node counts a connection that never said a word, or half a request, as busy, and would
 * wait for it without end.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

export interface Connections {
  /** The latest request of a connection whose answer has not ended. */
  latest(socket: Socket): ServerResponse | undefined
  /** Ends every connection, those that wait for an answer once they have it. */
  letGo(): void
}

export interface ConnectionLimits {
  /** Connections at once; 0 is no limit. */
  readonly most: number
  /** Connections from one address at once; 0 is no limit. */
  readonly perAddress: number
  /** What an address is counted as; undefined for a proxy that speaks for many. */
  readonly keyOf: (address: string | undefined) => string | undefined
  /** Is told that a connection was closed because there were too many. */
  readonly onRefused: () => void
}

/** @param server has to have no listener yet */
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

/** @returns whether there is room for a connection, which then counts until it closes */
function admission(
  server: Server,
  open: ReadonlySet<Socket>,
  { most, perAddress, keyOf, onRefused }: ConnectionLimits,
): (socket: Socket) => boolean {
  const counts = new Map<string, number>()
  const isFull = (): boolean => most > 0 && open.size >= most && living(open) >= most

  return (socket) => {
    // Those that wait for nothing go first.
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
