/**
 * Messages to browsers, encrypted for each (RFC 8291) and signed with the key of the account (RFC 8292). The addresses
 * come from callers, so they are posted to as webhooks are.
 * @see events 3
 */
import type { PostMessage, Push, SendOutcome, SendPush } from '@notegraph/service'
import type { RequestDetails } from 'web-push'

/** Seconds for which the service of a browser keeps a digest: until the evening. */
const KEPT = 12 * 3_600

/**
 * Creates the function that sends to browsers.
 *
 * @param contact the address that the service of a browser can write to about the sender
 * @example
 * ```ts
 * const push = webPushSender(post, 'https://notes.example')
 * ```
 */
export function webPushSender(post: PostMessage, contact: () => string): SendPush {
  return async ({ address, browserKeys, pushKeys, payload }: Push): Promise<SendOutcome> => {
    // Loaded by the first digest to a browser.
    const { default: webPush } = await import('web-push')
    let details: RequestDetails
    try {
      details = webPush.generateRequestDetails({ endpoint: address, keys: browserKeys }, payload, {
        vapidDetails: { subject: contact(), ...pushKeys },
        contentEncoding: 'aes128gcm',
        TTL: KEPT,
      })
    } catch {
      return { fault: 'The keys of the browser are invalid.', next: 'gone' }
    }
    const { 'Content-Length': _length, ...headers } = details.headers
    const sent = { url: address, headers: asTexts(headers), body: details.body as Uint8Array }
    const outcome = await post(sent, new AbortController().signal)
    if ('fault' in outcome) return { fault: outcome.fault, next: 'retry' }
    return outcomeOf(outcome.status)
  }
}

const asTexts = (headers: object): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))

/** @see RFC 8030, 7.3: a subscription that has ended answers with 404 or 410 */
function outcomeOf(status: number): SendOutcome {
  if (status >= 200 && status < 300) return 'sent'
  if (status === 404 || status === 410)
    return { fault: 'The browser has ended its subscription.', next: 'gone' }
  return { fault: `The service of the browser answered with ${status}.`, next: 'retry' }
}

/** The contact of a server: its address, or a mailbox where that is not public. @see RFC 8292, 2.1 */
export const pushContact = (baseUrl: string): string =>
  baseUrl.startsWith('https:') ? new URL(baseUrl).origin : `mailto:notegraph@${new URL(baseUrl).hostname}`
