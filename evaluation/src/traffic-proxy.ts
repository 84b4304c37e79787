/**
 * A proxy before the tools that counts calls, failed calls, and the characters that a model reads and writes.
 */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import { Hono } from 'hono'
import { proxy } from 'hono/proxy'

export interface Traffic {
  calls: number
  /** Calls that returned an error. */
  refused: number
  /** Characters of answers. */
  read: number
  /** Characters of arguments, as JSON. */
  written: number
}

export interface TrafficProxy {
  readonly url: string
  readonly traffic: Traffic
  close(): Promise<void>
}

/** @param tools address of the tools */
export async function openTrafficProxy(tools: string): Promise<TrafficProxy> {
  const traffic: Traffic = { calls: 0, refused: 0, read: 0, written: 0 }
  const { pathname } = new URL(tools)
  const app = new Hono()
  app.all(pathname, async (c) => {
    const sent = await c.req.text()
    const answer = await proxy(tools, {
      method: c.req.method,
      headers: { ...c.req.header(), host: undefined },
      ...(sent !== '' && { body: sent }),
    })
    const body = await answer.text()
    count(traffic, messages(sent), messages(body))
    return new Response([202, 204, 304].includes(answer.status) ? null : body, answer)
  })
  const server = createAdaptorServer({ fetch: app.fetch, overrideGlobalObjects: false })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}${pathname}`,
    traffic,
    async close() {
      const closed = once(server, 'close')
      server.close()
      if ('closeAllConnections' in server) server.closeAllConnections()
      await closed
    },
  }
}

interface Message {
  readonly id?: unknown
  readonly method?: string
  readonly params?: { readonly arguments?: unknown }
  readonly result?: { readonly content?: readonly { readonly text?: string }[]; readonly isError?: boolean }
  readonly error?: { readonly message?: string }
}

/** The message, or the messages of a batch; empty if the text is not JSON. */
function messages(text: string): readonly Message[] {
  try {
    return [JSON.parse(text) as Message | readonly Message[]].flat()
  } catch {
    return []
  }
}

function count(traffic: Traffic, sent: readonly Message[], answered: readonly Message[]): void {
  for (const { id, method, params } of sent) {
    if (method !== 'tools/call') continue
    traffic.calls += 1
    traffic.written += JSON.stringify(params?.arguments ?? {}).length
    const answer = answered.find((message) => message.id === id)
    const texts = answer?.result?.content?.map(({ text = '' }) => text) ?? [answer?.error?.message ?? '']
    traffic.read += texts.join('').length
    if (answer?.result === undefined || answer.result.isError === true) traffic.refused += 1
  }
}
