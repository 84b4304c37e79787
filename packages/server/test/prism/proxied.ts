/**
 * A server behind Prism, at one address for both documents. Prism reads each body as text and to its end. So files,
 * archives and streams of events pass beside it.
 */
import { request } from 'node:http'
import { APP_ROUTES } from '@notegraph/contract'
import { routesOf } from '../described.ts'
import { localServer } from '../local-server.ts'
import { openPrism } from './prism.ts'

export interface Proxied {
  readonly baseUrl: string
  /** A line for each answer that passed through Prism: its method, path and status, and what Prism found wrong. */
  readonly answers: readonly string[]
  /** The lines in which Prism found something wrong. */
  readonly faults: readonly string[]
}

const DOCUMENTS = ['/api/v1/openapi.json', '/api/v1/settings/openapi.json']

/**
 * @param server the address of the server that describes itself
 * @param upstream the address of the server that answers; the same by default
 */
export async function openProxied(server: string, upstream = server): Promise<Proxied> {
  const [notes, app] = await Promise.all(
    DOCUMENTS.map(async (path) => {
      const document = await fetch(server + path)
      return openPrism(await document.text(), upstream)
    }),
  )
  const behind = (method: string, target: string): string => {
    const route = routesOf(target).find((one) => one.method === method)
    if (!route || (route.bytes !== undefined && route.bytes !== 'lines')) return upstream
    return APP_ROUTES.includes(route) ? app! : notes!
  }

  const answers: string[] = []
  const faults: string[] = []
  const { host } = await localServer((asked, answered) => {
    const { method = '', url = '', headers } = asked
    const to = behind(method, url)
    const passed = request(to + url, { method, headers }, (answer) => {
      const { statusCode = 0, headers } = answer
      const line = `${method} ${url}, ${statusCode}: ${String(headers['sl-violations'] ?? 'described')}`
      // Prism answers with a problem of its own what it does not forward, and what it does not find in the document.
      const wrong = 'sl-violations' in headers || headers['content-type'] === 'application/problem+json'
      if (to !== upstream) answers.push(line)
      if (wrong) faults.push(line)
      answered.writeHead(statusCode, headers)
      answer.pipe(answered)
    })
    passed.on('error', () => answered.destroy())
    asked.pipe(passed)
  })
  return { baseUrl: `http://${host}`, answers, faults }
}
