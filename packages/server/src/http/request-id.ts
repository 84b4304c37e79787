/**
 * The id of a request, in its answer and in the log. A caller's id is used if it has the form of a UUID or a
 * hexadecimal trace id. Any other value might be a secret, which the log would keep.
 */
import { randomUUID } from 'node:crypto'

export const REQUEST_ID = 'X-Request-Id'

const TAKEN = /^[0-9A-Fa-f-]{16,64}$/

/** @param sent the header of the request */
export const requestId = (sent?: string): string =>
  sent !== undefined && TAKEN.test(sent) ? sent : randomUUID()
