/** Headers that a write may carry: a key under which its answer is kept, and what it was decided from. */
import { quote } from '@notegraph/page-types'
import type { Checked } from './check.ts'
import { LIMITS } from './limits.ts'

const VISIBLE = /^[\x21-\x7E]+$/

/** @param value the header as sent */
export function checkIdempotencyKey(value: string): Checked<string> {
  if (VISIBLE.test(value) && value.length <= LIMITS.idempotencyKey) return { ok: true, value }
  return {
    ok: false,
    error: `Idempotency-Key takes 1 to ${LIMITS.idempotencyKey} visible ASCII characters, such as a UUID.`,
  }
}

const TAG = String.raw`(?:W/)?"[\x21\x23-\x7E\x80-\xFF]*"`
const TAGS = new RegExp(String.raw`^[ \t]*(?:\*|${TAG}(?:[ \t]*,[ \t]*${TAG})*)[ \t]*$`)

/** @param value the header as sent: `*`, or the ETag of an answer in its quotes, several with commas between */
export function checkIfMatch(value: string): Checked<string> {
  if (TAGS.test(value)) return { ok: true, value }
  return {
    ok: false,
    error: `If-Match takes the ETag of an answer with its quotes, or *, not ${quote(value)}.`,
  }
}
