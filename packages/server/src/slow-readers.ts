/**
 * Closes connections whose callers do not read their answers. Long answers are written in pieces, so a connection that
 * accepts no further piece has no reader.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Checks without progress after which a connection is closed. Checks are counted instead of time, because a blocked
 * process makes only one check.
 */
const LOOKS = 3

interface Progress {
  readonly bytes: number
  readonly looks: number
}

/** @param silent milliseconds for which a caller may pause reading @returns a function that stops the checks */
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
