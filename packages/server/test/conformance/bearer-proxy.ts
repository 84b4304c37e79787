/** A proxy that adds a token, for programs that cannot send one. */
import { once } from 'node:events'
import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface BearerProxy {
  readonly url: string
  close(): Promise<void>
}

/** Forwards requests to a server on this machine, with the token. */
export async function openBearerProxy(port: number, token: string): Promise<BearerProxy> {
  const proxy: Server = createServer((incoming, outgoing) => {
    const headers = { ...incoming.headers, authorization: `Bearer ${token}` }
    const passed = request(
      { host: '127.0.0.1', port, method: incoming.method, path: '/api/mcp', headers },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 500, answer.headers)
        answer.pipe(outgoing)
      },
    )
    incoming.pipe(passed)
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/mcp`,
    close: async () => {
      proxy.closeAllConnections()
      await new Promise<void>((resolve) => proxy.close(() => resolve()))
    },
  }
}
