/** What all ways to the server know of the protocol's messages. */
import { ProtocolErrorCode } from '@modelcontextprotocol/server'

/** Revisions of the protocol that open with `initialize`, newest first. @see decisions 10.1 */
export const INITIALIZED: readonly string[] = ['2025-11-25', '2025-06-18', '2025-03-26']
/** The revision that says all of it in each request. */
export const STATELESS = '2026-07-28'

/** The method of a message; nothing where it has none. */
export const methodOf = (message: unknown): unknown =>
  typeof message === 'object' && message !== null && 'method' in message ? message.method : undefined

/** No list here ever changes, so there is nothing to listen to. */
export const LISTEN = 'subscriptions/listen'
export const NO_SUCH_METHOD: { readonly code: number; readonly message: string } = {
  code: ProtocolErrorCode.MethodNotFound,
  message: 'Method not found',
}
