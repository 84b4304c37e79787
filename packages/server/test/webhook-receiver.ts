/** A receiver of webhooks on this machine, which answers well or badly. */
import type { IncomingMessage, RequestListener } from 'node:http'
import { text } from 'node:stream/consumers'
import { WebhookMessage } from '@notegraph/contract'
import * as v from 'valibot'
import { localServer } from './local-server.ts'

/** A message as it arrived. */
export interface Received {
  readonly id: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
  readonly message: WebhookMessage
}

export interface Receiver {
  readonly url: string
  /** The name and port, for a setting. */
  readonly host: string
  readonly received: Received[]
  /** Answers from now on in this way. */
  answer(listener: RequestListener): void
}

export const GOOD: RequestListener = (_, response) => response.writeHead(204).end()

/** Each message is checked against its schema before it is answered. */
export async function openReceiver(first: RequestListener = GOOD): Promise<Receiver> {
  const received: Received[] = []
  let listener = first
  const receive = async (...[request, response]: Parameters<RequestListener>): Promise<void> => {
    const body = await text(request)
    const message = v.parse(WebhookMessage, JSON.parse(body))
    received.push({ id: String(request.headers['webhook-id']), headers: request.headers, body, message })
    listener(request, response)
  }
  const { host } = await localServer((request, response) => void receive(request, response))
  return {
    url: `http://${host}/hook`,
    host,
    received,
    answer: (next) => {
      listener = next
    },
  }
}
