/** One attempt to deliver a message. @see events 2 */
import type { DeliveryAttempt, Hold, Webhook, WebhookDelivery, WebhookStore } from '@notegraph/store'
import { messageSignature } from '../message-signature.ts'
import { nextAttempt } from './waits.ts'

/** A signed message. */
export interface SignedPost {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

/** The answer of a receiver, or the reason why there is none, in a sentence. */
export type PostOutcome = { readonly status: number } | { readonly fault: string }

/**
 * Sends a message. It must end within `LIMITS.webhookSeconds`.
 * @throws the reason of the signal, if it is aborted
 */
export type PostMessage = (post: SignedPost, signal: AbortSignal) => Promise<PostOutcome>

/** A process keeps a webhook for so long before each attempt, in milliseconds: longer than an attempt takes. */
export const HELD_FOR = 20_000

/** Whether the secret before the current one signs messages. */
export const formerSigns = ({ formerUntil = 0 }: Webhook, now: number): boolean => now < formerUntil

/** Signs a message for this attempt, with each secret that is in use. The id is the same at each attempt. */
export function signedPost(webhook: Webhook, { id, body }: WebhookDelivery, now: number): SignedPost {
  const { url, secret, formerSecret } = webhook
  const timestamp = String(Math.floor(now / 1_000))
  const bytes = Buffer.from(body)
  const secrets = formerSecret !== undefined && formerSigns(webhook, now) ? [secret, formerSecret] : [secret]
  return {
    url,
    headers: {
      'Content-Type': 'application/json',
      'User-Agent': 'Notegraph',
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': secrets.map((one) => messageSignature(one, id, timestamp, bytes)).join(' '),
    },
    body: bytes,
  }
}

export const attemptOf = (outcome: PostOutcome, at: number, took: number): DeliveryAttempt => {
  if ('fault' in outcome) return { at, fault: outcome.fault, took }
  const { status } = outcome
  const isTaken = status >= 200 && status < 300
  return { at, status, ...(!isTaken && { fault: faultOf(status) }), took }
}

const faultOf = (status: number): string =>
  status >= 300 && status < 400
    ? `The receiver redirects with ${status}, and redirects are not followed.`
    : `The receiver answered with ${status}.`

/** Stores the result of an attempt of the message that waits. @returns the delivery, with its new state */
export async function noteAttempt(
  webhooks: WebhookStore,
  hold: Hold,
  { failingSince }: Webhook,
  delivery: WebhookDelivery,
  last: DeliveryAttempt,
): Promise<WebhookDelivery> {
  const attempts = delivery.attempts + 1
  if (last.fault === undefined) {
    const done = { ...delivery, state: 'delivered', attempts, last } as const
    await webhooks.note(hold, done, { dueAt: 0 })
    return done
  }
  const since = failingSince ?? last.at
  const next = nextAttempt(attempts, since, last.at)
  const failed = { ...delivery, state: next === undefined ? 'failed' : 'pending', attempts, last } as const
  await webhooks.note(hold, failed, {
    dueAt: next ?? 0,
    failingSince: since,
    ...(next === undefined && { offAt: last.at }),
  })
  return failed
}
