/** Entity tags of answers, and their comparison with `If-Match`. */
import { createHash } from 'node:crypto'

/**
 * The `ETag` of a page or block: a hash of its JSON text, in quotes.
 *
 * @example
 * ```ts
 * etagOf('{"id":"a"}') // a quoted hash of 22 characters
 * ```
 */
export const etagOf = (json: string): string =>
  `"${createHash('sha256').update(json).digest('base64url').slice(0, 22)}"`
