import { AccountMoving, isDiskFull, OutcomeUnknown, StoreUnavailable } from '@notegraph/store'
import type { Refusal } from './refusal.ts'

/**
 * Turns an error that a request threw into a refusal. It is 503 if the store cannot be reached, a disk is full, or the
 * account moves. Any other error is a bug, and the refusal is 500.
 *
 * @example
 * ```ts
 * refusalOfError(new Error('bug')) // { code: 'internal' }
 * ```
 */
export function refusalOfError(error: unknown): Refusal {
  if (error instanceof OutcomeUnknown) return { code: 'unavailable', what: 'outcome' }
  if (isDiskFull(error)) return { code: 'unavailable', what: 'space' }
  if (error instanceof StoreUnavailable) return { code: 'unavailable', what: 'store' }
  if (error instanceof AccountMoving) return { code: 'unavailable', what: 'moving' }
  return { code: 'internal' }
}
