/** A receiver of webhooks, which checks that messages come in order and forgets nothing. */
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { WebhookMessage } from '@notegraph/contract'
import * as v from 'valibot'

export interface Receiver {
  /** Host and port. */
  readonly host: string
  readonly url: string
  /** Messages that arrived, each counted once. */
  received(): number
  /** Messages that came out of order, or cannot be read. */
  problems(): readonly string[]
  /** Whether an account's messages named the block. */
  has(account: string, block: string): boolean
  stop(): Promise<void>
}

export async function openReceiver(): Promise<Receiver> {
  const last = new Map<string, number>()
  const blocks = new Map<string, Set<string>>()
  const problems: string[] = []
  let count = 0
  const take = async (request: IncomingMessage): Promise<void> => {
    const account = request.url!.slice(1)
    const { data } = v.parse(WebhookMessage, await json(request))
    const before = last.get(account) ?? -1
    if (data.seq < before) problems.push(`${account}: message ${data.seq} came after ${before}`)
    // The same number again is the one repetition that is promised: an answer that got lost.
    if (data.seq > before) count++
    last.set(account, data.seq)
    const known = blocks.get(account) ?? new Set()
    blocks.set(account, known)
    for (const page of data.pages) for (const block of page.blocks) known.add(block.id)
  }
  const server = createServer((request, response) => {
    take(request).then(
      () => response.writeHead(204).end(),
      (why: unknown) => {
        problems.push(`${request.url}: a message cannot be read: ${String(why)}`)
        response.writeHead(400).end()
      },
    )
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    host,
    url: `http://${host}`,
    received: () => count,
    problems: () => problems,
    has: (account, block) => blocks.get(account)?.has(block) ?? false,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
