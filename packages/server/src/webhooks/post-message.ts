/**
 * Posts messages to the addresses of webhooks. The status of the answer decides, and its body is not read, so an endless
 * or wrong one costs nothing.
 * @see events 2
 */
import { LIMITS } from '@notegraph/contract'
import type { PostMessage } from '@notegraph/service'
import {
  AddressFault,
  isOwnHost,
  isPrivateHost,
  publicSender,
  type PublicConnection,
} from '../public-request.ts'

/** Parts that a test replaces. */
export interface PostConnection extends PublicConnection {
  /** Milliseconds until the server gives up. */
  readonly patience?: number
}

const NO_NAME = 'The name of the receiver does not resolve.'
const SILENT_NAME = 'The name servers of the receiver do not answer.'
const UNREACHABLE: Readonly<Record<string, string>> = {
  ENOTFOUND: NO_NAME,
  ENODATA: NO_NAME,
  ESERVFAIL: NO_NAME,
  ETIMEOUT: SILENT_NAME,
  ECANCELLED: SILENT_NAME,
  ECONNREFUSED: 'The receiver refuses the connection.',
  ECONNRESET: 'The receiver closed the connection without an answer.',
}

/**
 * Creates the function that posts.
 *
 * @example
 * ```ts
 * const post = messagePoster({ ownHosts: ['n8n.lan:5678'] })
 * ```
 */
export function messagePoster({
  patience = LIMITS.webhookSeconds * 1_000,
  ...connection
}: PostConnection = {}): PostMessage {
  const send = publicSender(connection)
  return async ({ url, headers, body }, cutOff) => {
    const inTime = AbortSignal.timeout(patience)
    const signal = AbortSignal.any([inTime, cutOff])
    try {
      const response = await send(new URL(url), { method: 'POST', headers, body, signal })
      response.destroy()
      return { status: response.statusCode! }
    } catch (error) {
      cutOff.throwIfAborted()
      if (error instanceof AddressFault) return { fault: error.message }
      if (inTime.aborted) return { fault: `The receiver took more than ${LIMITS.webhookSeconds} seconds.` }
      const { code = '' } = error as NodeJS.ErrnoException
      return { fault: UNREACHABLE[code] ?? 'The receiver cannot be reached.' }
    }
  }
}

/**
 * Returns why messages cannot be posted to an address; undefined if they can. The address is checked again at each attempt.
 *
 * @param member the member of the body that has the address
 * @param ownHosts hosts that may be private and may use http
 * @example
 * ```ts
 * addressFault('url', [])('ftp://a.example') // url must begin with https.
 * ```
 */
export const addressFault =
  (member: string, ownHosts: readonly string[]) =>
  (address: string): string | undefined => {
    const url = URL.parse(address)
    if (!url) return `${member} takes an address such as https://hook.example/notes.`
    if (/[\p{Cc}\p{Cs}]/u.test(address))
      return `${member} must not contain control characters or half of a surrogate pair.`
    const bytes = Buffer.byteLength(address)
    if (bytes > LIMITS.webhookUrl) return `${member} takes at most ${LIMITS.webhookUrl} bytes, not ${bytes}.`
    if (url.username !== '' || url.password !== '') return `${member} must not contain a user or a password.`
    if (isOwnHost(url, ownHosts)) return undefined
    if (url.protocol !== 'https:') return `${member} must begin with https.`
    if (isPrivateHost(url)) return `${member} must name a public host, not ${url.hostname}.`
    return undefined
  }
