/** A proxy between a browser and a server, as a slow network: each request waits. It also gives the server another name. */
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { onTestFinished } from 'vitest'

/**
 * Starts a proxy for one test.
 *
 * @param latency milliseconds that a request waits, or how long the one for a path does
 * @returns its address, for `browser.newContext({ proxy: { server } })`
 */
export async function slowProxy(
  serverUrl: string,
  latency: number | ((path: string) => Promise<void>),
): Promise<string> {
  const wait = typeof latency === 'number' ? async () => sleep(latency) : latency
  const { hostname, port, host, origin } = new URL(serverUrl)
  const proxy = createServer((incoming, answer) => {
    // A browser names the whole address to a proxy.
    const { pathname, search, origin: named } = new URL(incoming.url!)
    void wait(pathname).then(() => {
      const { method } = incoming
      // The server sees its own name.
      const headers = { ...incoming.headers, host }
      if (headers.origin === named) headers.origin = origin
      const outgoing = request({ hostname, port, path: pathname + search, method, headers }, (received) => {
        answer.writeHead(received.statusCode!, received.headers)
        received.pipe(answer)
      })
      outgoing.on('error', () => answer.destroy())
      answer.on('close', () => outgoing.destroy())
      incoming.pipe(outgoing)
      return undefined
    })
  })
  await new Promise<void>((resolve) => {
    proxy.listen(0, '127.0.0.1', resolve)
  })
  onTestFinished(() => {
    proxy.closeAllConnections()
    proxy.close()
  })
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
}
