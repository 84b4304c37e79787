/** The weight of one HTTP request in the rates. @see decisions 6.1, 7 */
import { isObject, LIMITS, TOOLS } from '@notegraph/contract'
import { methodOf } from './messages.ts'

/** The weight of one HTTP request in the rates. */
export interface Load {
  /** Requests of the address; each call of a batch counts once. */
  readonly requests: number
  /** The number of these requests that read. Calls of writing tools count as writes when they run. */
  readonly reads: number
}

const WRITING: ReadonlySet<unknown> = new Set(TOOLS.filter(({ writes }) => writes).map(({ name }) => name))

const UNCOUNTED: ReadonlySet<unknown> = new Set(
  TOOLS.filter(({ writes }) => writes?.uncounted).map(({ name }) => name),
)

/** The tools that need the right `organize`. @see assistants, Rights */
export const NEEDS_ORGANIZE: ReadonlySet<unknown> = new Set(
  TOOLS.filter(({ needs }) => needs === 'organize').map(({ name }) => name),
)

/** Whether calls of a writing tool do not count as writes of the minute. */
export const isUncounted = (tool: unknown): boolean => UNCOUNTED.has(tool)

export const isWriting = (tool: unknown): boolean => WRITING.has(tool)

/**
 * Counts the messages of a request body.
 * @param body the sent JSON
 * @example
 * loadOf({ jsonrpc: '2.0', id: 1, method: 'tools/list' }) // { requests: 1, reads: 1 }
 */
export function loadOf(body: unknown): Load {
  // A larger batch is refused as a whole.
  const isBatch = Array.isArray(body) && body.length <= LIMITS.mcpBatch
  const requests: unknown[] = isBatch ? body.filter(isRequest) : [body]
  const reads = requests.filter((message) => !writes(message)).length
  return { requests: Math.max(1, requests.length), reads }
}

/** Whether a message needs an answer; a notification does not. */
const isRequest = (message: unknown): boolean => isObject(message) && 'id' in message

function writes(message: unknown): boolean {
  if (methodOf(message) !== 'tools/call') return false
  const { params } = message as { params?: unknown }
  return isObject(params) && isWriting(params['name'])
}
