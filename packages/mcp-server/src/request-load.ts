/** For how much one HTTP request counts. @see decisions 6.1, 7 */
import { isObject, LIMITS, TOOLS } from '@notegraph/contract'
import { methodOf } from './messages.ts'

export interface Load {
  /** Requests of the address: each call of a batch is one. */
  readonly requests: number
  /** Of these, the ones that read; calls of writing tools count as writes when they are made. */
  readonly reads: number
}

const WRITING: ReadonlySet<unknown> = new Set(TOOLS.filter(({ writes }) => writes).map(({ name }) => name))

export const isWriting = (tool: unknown): boolean => WRITING.has(tool)

/** @param body the JSON that was sent */
export function loadOf(body: unknown): Load {
  // A larger batch is refused as a whole, and nothing of it is done.
  const isBatch = Array.isArray(body) && body.length <= LIMITS.mcpBatch
  const requests: unknown[] = isBatch ? body.filter(isRequest) : [body]
  const reads = requests.filter((message) => !writes(message)).length
  return { requests: Math.max(1, requests.length), reads }
}

/** Whether something is to be answered; a notification is not. */
const isRequest = (message: unknown): boolean => isObject(message) && 'id' in message

function writes(message: unknown): boolean {
  if (methodOf(message) !== 'tools/call') return false
  const { params } = message as { params?: unknown }
  return isObject(params) && isWriting(params['name'])
}
