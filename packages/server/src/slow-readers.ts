/**
 * Ends the connections whose callers do not read what they asked for. Long answers are handed over a piece at a time, so
 * a connection that takes no further piece is one that nobody reads from.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Looks without a byte of progress after which a connection is ended. Looks are counted, and not the time: after a stall
 * of the process there is one look, whatever the clock says. */
const LOOKS = 3

interface Progress {
  readonly bytes: number
  readonly looks: number
}

/** @param silent milliseconds for which a caller may read nothing @returns stops looking */
export function closeSlowReaders(server: Server, silent: number): () => void {
  const answers = new Set<ServerResponse>()
  const progress = new WeakMap<Socket, Progress>()

  server.on('request', (_: IncomingMessage, outgoing: ServerResponse) => {
    answers.add(outgoing)
    outgoing.once('close', () => answers.delete(outgoing))
  })

  function look(): void {
    for (const { socket } of answers) {
      if (!socket) continue // another answer is sent first
      const { bytesWritten: bytes, writableLength: unsent } = socket
      const last = progress.get(socket)
      const looks = unsent > 0 && last?.bytes === bytes ? last.looks + 1 : 0
      if (looks === LOOKS) socket.destroy()
      progress.set(socket, { bytes, looks })
    }
  }
  const timer = setInterval(look, silent / LOOKS).unref()
  return () => clearInterval(timer)
}
