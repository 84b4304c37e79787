/** Messages of the protocol that every transport uses. */
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import {
  ERRORS,
  isObject,
  NO_SUCH_METHOD_HINT,
  readJson,
  readUtf8,
  type ErrorCode,
} from '@notegraph/contract'

/** An error of the protocol. */
export interface CallError {
  readonly code: number
  readonly message: string
  readonly data: { readonly code: ErrorCode; readonly hint: string }
}

/** An error as the SDK expects it from a handler. */
export const thrown = ({ code, message, data }: CallError): ProtocolError =>
  new ProtocolError(code, message, data)

/** Revisions of the protocol that open with `initialize`, newest first. @see decisions 10.1 */
export const INITIALIZED: readonly string[] = ['2025-11-25', '2025-06-18', '2025-03-26']
/** A revision of standard input alone; over HTTP it has another transport. @see assistants 13.1 */
export const STDIO_ONLY = '2024-11-05'
/** The stateless revision: each request carries everything. */
export const STATELESS = '2026-07-28'

/** The method of a message, if any. */
export const methodOf = (message: unknown): unknown =>
  typeof message === 'object' && message !== null && 'method' in message ? message.method : undefined

/** Subscriptions to resources. The SDK answers them before any handler of the server. */
export const LISTEN = 'subscriptions/listen'

const NOT_FOUND: CallError['data'] = { code: 'not_found', hint: NO_SUCH_METHOD_HINT }
export const NO_SUCH_METHOD: CallError = {
  code: ProtocolErrorCode.MethodNotFound,
  message: 'Method not found',
  data: NOT_FOUND,
}

/**
 * A message, or a batch of them, without `params: null`, which is as left out.
 * @see assistants 13.1
 */
export function withoutNullParams(sent: unknown): unknown {
  if (Array.isArray(sent)) return sent.map(withoutNullParams)
  if (!isObject(sent) || sent['params'] !== null) return sent
  const { params: _, ...rest } = sent
  return rest
}

/** The id of a message by which its answer is found; null without one. @see assistants 13.1 */
export const idOf = (message: unknown): string | number | null =>
  isObject(message) ? idOnly(message['id']) : null

/**
 * The id in the bytes of a message that cannot be read as one, such as one with a key twice.
 * @example
 * idOfBytes(Buffer.from('{"id":1,"id":1}')) // 1
 */
export function idOfBytes(bytes: Uint8Array): string | number | null {
  try {
    return idOf(JSON.parse(readUtf8(bytes) ?? ''))
  } catch {
    return null
  }
}

/**
 * Adds the code and the hint of the service to each error in an answer of the SDK. Existing members stay. The SDK repeats
 * any id that a refused request has; the protocol allows text, whole numbers and null.
 * @see service, Versioning
 */
export function explained(answer: unknown): unknown {
  if (Array.isArray(answer)) return answer.map(explained)
  if (!isObject(answer) || !isObject(answer['error'])) return answer
  const error = withWords(answer['error'])
  const { data = {} } = error
  return isObject(data)
    ? {
        ...answer,
        id: idOnly(answer['id']),
        error: { ...error, data: { ...dataOf(error['code']), ...data } },
      }
    : answer
}

/** The SDK reports parameters of a wrong type as a failure of the server. Its message is then the JSON of its checks. */
function withWords(error: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { code, message } = error
  if (code !== ProtocolErrorCode.InternalError || typeof message !== 'string') return error
  const read = readJson(message)
  const first: unknown = read.ok && Array.isArray(read.value) ? read.value[0] : undefined
  if (!isObject(first) || !Array.isArray(first['path']) || typeof first['message'] !== 'string') return error
  const place = first['path'].join('.')
  return { ...error, code: ProtocolErrorCode.InvalidParams, message: `${place}: ${first['message']}.` }
}

const idOnly = (id: unknown): string | number | null =>
  typeof id === 'string' || (typeof id === 'number' && Number.isInteger(id)) ? id : null

function dataOf(number: unknown): CallError['data'] {
  if (number === ProtocolErrorCode.MethodNotFound) return NOT_FOUND
  const code = number === ProtocolErrorCode.InternalError ? 'internal' : 'bad_request'
  return { code, hint: ERRORS[code].hint }
}
