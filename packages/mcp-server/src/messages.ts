/** What both ways to the server know of the protocol's messages. */
import { ProtocolErrorCode } from '@modelcontextprotocol/server'

/** The method of a message; nothing where it has none. */
export const methodOf = (message: unknown): unknown =>
  typeof message === 'object' && message !== null && 'method' in message ? message.method : undefined

/** No list here ever changes, so there is nothing to listen to. */
export const LISTEN = 'subscriptions/listen'
export const NO_SUCH_METHOD: { readonly code: number; readonly message: string } = {
  code: ProtocolErrorCode.MethodNotFound,
  message: 'Method not found',
}
