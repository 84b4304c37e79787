/** A registry in memory, for the publications of a test. It speaks the part of npm's protocol that publishing needs. */
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface TestRegistry {
  readonly url: string
  /** Names with versions in the order in which they were published. */
  readonly published: readonly string[]
  /** Names of packages that are refused. */
  readonly refused: Set<string>
  stop(): Promise<void>
}

interface Document {
  readonly name: string
  readonly versions: Readonly<Record<string, unknown>>
}

export async function startRegistry(): Promise<TestRegistry> {
  const documents = new Map<string, Document>()
  const published: string[] = []
  const refused = new Set<string>()
  const server = createServer((request, response) => {
    const answer = (status: number, body: unknown): void => {
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
    }
    void bodyOf(request).then((body) => {
      const name = decodeURIComponent(request.url!.slice(1))
      const document = documents.get(name)
      if (request.method !== 'PUT')
        return document ? answer(200, document) : answer(404, { error: 'not_found' })
      if (refused.has(name)) return answer(403, { error: 'This package is refused.' })
      const given = JSON.parse(body) as Document
      documents.set(name, { ...given, versions: { ...document?.versions, ...given.versions } })
      published.push(...Object.keys(given.versions).map((version) => `${name}@${version}`))
      return answer(201, { ok: true })
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    published,
    refused,
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = ''
  for await (const part of request.setEncoding('utf8')) body += String(part)
  return body
}
