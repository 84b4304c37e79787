/**
 * How long a request may take to arrive. Node has one limit for all, and a file on a slow line needs longer than any
 * other body: files and archives may take as long as their bytes keep coming.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'

export interface Arrival {
  /** For any other request, in milliseconds. */
  readonly whole: number
  /** Between the bytes of a file, in milliseconds. */
  readonly silent: number
}

const isUpload = ({ method, url }: IncomingMessage): boolean =>
  method === 'POST' &&
  /^\/(?:api\/files|api\/v1\/settings\/import|settings\/transfer)(?:\?|$)/.test(url ?? '')

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** What is too slow is told to the server as Node itself would, and cut off where the answer has begun. */
export function timeArrivals(server: Server, { whole, silent }: Arrival): void {
  server.on('request', (incoming: IncomingMessage, outgoing: ServerResponse) => {
    if (!hasBody(incoming)) return
    const { socket } = incoming
    const long = isUpload(incoming)
    let seen = socket.bytesRead
    const look = (): void => {
      if (incoming.complete) return
      if (long && socket.bytesRead > seen) {
        seen = socket.bytesRead
        timer = setTimeout(look, silent).unref()
      } else if (outgoing.headersSent) socket.destroy()
      else server.emit('clientError', tooSlow(), socket)
    }
    let timer = setTimeout(look, long ? silent : whole).unref()
    incoming.once('close', () => clearTimeout(timer))
  })
}

const tooSlow = (): Error =>
  Object.assign(new Error('the request took too long'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
