/** Messages of the webhook, which are signed as Standard Webhooks describes. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

/** A message about pages. */
export interface Message {
  readonly type: 'pages.changed' | 'pages.reset'
  readonly data: {
    readonly pages?: readonly { readonly name: string; readonly kind: 'written' | 'deleted' }[]
  }
}

/** Seconds for which a signature holds. */
const PATIENCE = 300

/** @returns the message, or undefined if the server did not sign it, or not lately */
export function readMessage(secret: string, headers: IncomingHttpHeaders, body: string): Message | undefined {
  const [id, time] = [String(headers['webhook-id']), String(headers['webhook-timestamp'])]
  if (!(Math.abs(Date.now() / 1_000 - Number(time)) < PATIENCE)) return undefined
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const expected = Buffer.from(
    `v1,${createHmac('sha256', key).update(`${id}.${time}.${body}`).digest('base64')}`,
  )
  const sent = String(headers['webhook-signature'])
    .split(' ')
    .map((one) => Buffer.from(one))
  const isSigned = sent.some((one) => one.length === expected.length && timingSafeEqual(one, expected))
  return isSigned ? (JSON.parse(body) as Message) : undefined
}
