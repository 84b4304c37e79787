/** The header under which the answer of a write is kept, so that it can be sent again. */
import type { Checked } from './check.ts'
import { LIMITS } from '../limits.ts'

const VISIBLE = /^[\x21-\x7E]+$/

/**
 * Checks the header `Idempotency-Key`, or the member of `_meta` with the same meaning.
 * @param value the key as sent
 * @param name how the caller calls the key, for the message
 * @returns the key, or a message
 * @example
 * checkIdempotencyKey('9f2c8a54') // { ok: true, value: '9f2c8a54' }
 * checkIdempotencyKey('').ok // false
 */
export function checkIdempotencyKey(value: string, name = 'Idempotency-Key'): Checked<string> {
  if (VISIBLE.test(value) && value.length <= LIMITS.idempotencyKey) return { ok: true, value }
  return {
    ok: false,
    error: `${name} takes 1 to ${LIMITS.idempotencyKey} visible ASCII characters, such as a UUID.`,
  }
}
