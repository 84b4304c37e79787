import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** Opens a server on this machine until the end of the test. @returns its port, and its host as settings take it */
export async function localServer(
  answer: RequestListener,
): Promise<{ readonly port: number; readonly host: string }> {
  const server = createServer(answer)
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { port, host: `127.0.0.1:${port}` }
}
