/** What all ways to the server know of the protocol's messages. */
import { ProtocolErrorCode } from '@modelcontextprotocol/server'
import { ERRORS, isObject, NO_SUCH_METHOD_HINT } from '@notegraph/contract'
import type { CallError } from './call.ts'

/** Revisions of the protocol that open with `initialize`, newest first. @see decisions 10.1 */
export const INITIALIZED: readonly string[] = ['2025-11-25', '2025-06-18', '2025-03-26']
/** The revision that says all of it in each request. */
export const STATELESS = '2026-07-28'

/** The method of a message; nothing where it has none. */
export const methodOf = (message: unknown): unknown =>
  typeof message === 'object' && message !== null && 'method' in message ? message.method : undefined

/** No list here ever changes, so there is nothing to listen to. */
export const LISTEN = 'subscriptions/listen'

const NOT_FOUND: CallError['data'] = { code: 'not_found', hint: NO_SUCH_METHOD_HINT }
export const NO_SUCH_METHOD: CallError = {
  code: ProtocolErrorCode.MethodNotFound,
  message: 'Method not found',
  data: NOT_FOUND,
}

/**
 * An answer of the SDK, one or several, in which each error has the code and the hint that every error of the service has.
 * What an error says already is kept.
 * @see service, Versioning
 */
export function explained(answer: unknown): unknown {
  if (Array.isArray(answer)) return answer.map(explained)
  if (!isObject(answer) || !isObject(answer['error'])) return answer
  const { error } = answer
  const { data = {} } = error
  return isObject(data)
    ? { ...answer, error: { ...error, data: { ...dataOf(error['code']), ...data } } }
    : answer
}

function dataOf(number: unknown): CallError['data'] {
  if (number === ProtocolErrorCode.MethodNotFound) return NOT_FOUND
  const code = number === ProtocolErrorCode.InternalError ? 'internal' : 'bad_request'
  return { code, hint: ERRORS[code].hint }
}
