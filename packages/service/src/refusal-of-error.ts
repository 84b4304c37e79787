import { OutcomeUnknown, StoreUnavailable } from '@notegraph/store'
import type { Refusal } from './refusal.ts'

/**
 * Turns an error that a request threw into a refusal: 503 if the store cannot be reached, 500 for a bug.
 *
 * @example
 * ```ts
 * refusalOfError(new Error('bug')) // { code: 'internal' }
 * ```
 */
export function refusalOfError(error: unknown): Refusal {
  if (error instanceof OutcomeUnknown) return { code: 'unavailable', what: 'outcome' }
  if (error instanceof StoreUnavailable) return { code: 'unavailable', what: 'store' }
  return { code: 'internal' }
}
