import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Fault } from '../fault.ts'

/** Connections that send nothing, and addresses that they come from. */
const IDLE = 2_000
const ADDRESSES = 4
const SLOW = 50
const EACH_MS = 1_000
const BETWEEN = 50

const WRITE = 'POST /api/v1/notes/pages/Trial/blocks HTTP/1.1\r\nHost: a\r\n'
const HIDDEN = 'GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n'

/** Requests whose length is a lie, or that never end. Each is refused once, and nothing behind it is read. */
const LIES: Readonly<Record<string, string>> = {
  'both lengths': `${WRITE}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${HIDDEN}`,
  'two lengths': `${WRITE}Content-Length: 0\r\nContent-Length: ${HIDDEN.length}\r\n\r\n${HIDDEN}`,
  'a length that is no number': `${WRITE}Content-Length: +4\r\n\r\n{}{}${HIDDEN}`,
  'chunks without a size': `${WRITE}Transfer-Encoding: chunked\r\n\r\nzz\r\n${HIDDEN}`,
  'a coding that is not the last': `${WRITE}Transfer-Encoding: chunked, gzip\r\n\r\n0\r\n\r\n${HIDDEN}`,
  'a line end in a header': `${WRITE}X-A: b\nTransfer-Encoding : chunked\r\n\r\n0\r\n\r\n${HIDDEN}`,
  'huge headers': `${WRITE}${`X-Long: ${'a'.repeat(8_000)}\r\n`.repeat(10)}\r\n${HIDDEN}`,
}

/** Honest clients are served beside slow, idle and lying ones. */
export const CLIENTS: Fault = {
  name: 'clients',
  injects: `${IDLE} idle connections, ${SLOW} that send a byte a second, and ${Object.keys(LIES).length} lies about lengths`,
  stores: ['embedded', 'postgres'],
  async run({ site, load, broken }) {
    const { port } = new URL(site.server!.origin)
    const open = (n: number): Socket =>
      connect({ host: '127.0.0.1', port: Number(port), localAddress: `127.0.0.${2 + (n % ADDRESSES)}` }).on(
        'error',
        () => {}, // the server may end it
      )
    const idle = Array.from({ length: IDLE }, (_, n) => open(n))
    await Promise.all(idle.map(async (socket) => once(socket, 'connect')))
    const slow = Array.from({ length: SLOW }, (_, n) => open(n))
    const drips = slow.map((socket) => setInterval(() => socket.write('G'), EACH_MS))
    try {
      await load.more(BETWEEN)
      for (const [lie, request] of Object.entries(LIES)) {
        const socket = open(0)
        socket.write(request)
        const answer = await text(socket)
        const statuses = [...answer.matchAll(/^HTTP\/1\.1 (\d+)/gm)].map(([, status]) => Number(status))
        if (statuses.length !== 1 || statuses[0]! < 400 || statuses[0]! >= 500)
          broken(`A request with ${lie} was answered with ${statuses.join(', ')}.`)
      }
      // The server ends each slow client by itself.
      await Promise.all(slow.map(async (socket) => socket.closed || once(socket.resume(), 'close')))
      await load.more(BETWEEN)
      return idle.filter((socket) => !socket.closed).length + slow.length + Object.keys(LIES).length
    } finally {
      for (const drip of drips) clearInterval(drip)
      for (const socket of [...idle, ...slow]) socket.destroy()
    }
  },
}
