/** A server between a client and PostgreSQL that gives each connection another process id, as poolers do. */
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const SOCKET = '.s.PGSQL.5432'
/** The begin of `BackendKeyData`, with its length. The process id follows. */
const KEY_DATA = Buffer.from([0x4b, 0, 0, 0, 12])

/** @param url the address of a server on a Unix socket */
export async function startPoolerProxy(
  url: string,
): Promise<{ readonly url: string; close(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'notegraph-pooler-'))
  const own = new URL(url)
  const upstream = join(own.searchParams.get('host')!, SOCKET)
  own.searchParams.set('host', folder)
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const postgres = connect(upstream)
    sockets.add(client).add(postgres)
    client.pipe(postgres)
    let isKnown = false
    postgres.on('data', (bytes) => {
      const at = isKnown ? -1 : bytes.indexOf(KEY_DATA)
      if (at !== -1) {
        isKnown = true
        bytes.writeInt32BE(bytes.readInt32BE(at + KEY_DATA.length) + 1, at + KEY_DATA.length)
      }
      client.write(bytes)
    })
    client.on('close', () => postgres.destroy()).on('error', () => {})
    postgres.on('close', () => client.destroy()).on('error', () => {})
  }).listen(join(folder, SOCKET))
  await once(server, 'listening')
  return {
    url: own.href,
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
