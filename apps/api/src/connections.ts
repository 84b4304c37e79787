/**
 * The connections of a server, so that it can stop: one that waits for an answer gets it, every other is let go. Node
 * counts a connection that never said a word, or half a request, as busy, and would wait for it without end.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

export interface Connections {
  /** The latest request of a connection whose answer has not ended. */
  latest(socket: Socket): ServerResponse | undefined
  /** Ends every connection, those that wait for an answer once they have it. */
  letGo(): void
}

/** @param server has to have no listener yet */
export function connectionsOf(server: Server): Connections {
  const open = new Set<Socket>()
  const pending = new Map<Socket, Set<ServerResponse>>()
  let stopping = false

  server.on('connection', (socket: Socket) => {
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
