/** Runs a program of another package to its end, and a proxy that adds a token for programs without one. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, request, type Server } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'

const { resolve } = createRequire(import.meta.url)

/** The path of a file in a package, relative to its manifest. */
export const fileOf = (name: string, path: string): string =>
  join(dirname(resolve(`${name}/package.json`)), path)

export interface Ended {
  readonly code: number
  /** Standard output and error. */
  readonly text: string
}

export async function run(file: string, args: readonly string[]): Promise<Ended> {
  const env = { PATH: process.env['PATH'] ?? '', NO_COLOR: '1' }
  const child = spawn(process.execPath, [file, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code: code ?? -1, text }
}

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
