/**
 * Decides about retries. The wait is the one that the server requests. Otherwise the wait grows with each retry and
 * has a random part, so that clients do not retry together.
 */

/** Milliseconds before the first retry that the server did not request. */
const FIRST_WAIT = 250
/** Temporary errors of a server or a proxy. */
const PASSING: ReadonlySet<number> = new Set([500, 502, 503, 504])

/** Whether a request can succeed later, after an answer with this status. */
export const isPassing = (status: number): boolean => status === 429 || PASSING.has(status)

/** Milliseconds to wait after so many attempts, if the server did not request a wait. @param random from 0 to 1 */
export const randomWait = (attempt: number, random: number): number =>
  FIRST_WAIT * 2 ** attempt * (0.5 + random / 2)

/**
 * Decides about a retry.
 * @param response the answer; undefined if there was none
 * @param again whether a retry is safe if the first request was done
 * @param attempt the number of earlier attempts
 * @param random from 0 to 1
 * @returns milliseconds to wait, or undefined to give up
 */
export function waitBefore(
  response: Response | undefined,
  again: boolean,
  attempt: number,
  random: number,
): number | undefined {
  const asked = response && retryAfter(response)
  // A rate refuses before any work and sends the header; a full list of changes sends none.
  if (response?.status === 429) return asked
  if (!again || (response && !PASSING.has(response.status))) return undefined
  return asked ?? randomWait(attempt, random)
}

/** `Retry-After` in milliseconds. */
function retryAfter({ headers }: Response): number | undefined {
  const value = headers.get('retry-after') ?? ''
  return /^\d{1,9}$/.test(value) ? Number(value) * 1_000 : undefined
}
