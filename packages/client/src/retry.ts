/**
 * Whether a request is sent again, and after how long: as the server asks, else a little longer each time, by chance, so
 * that clients that failed together do not come back together.
 */

/** Milliseconds before the first time that a request is sent again unasked. */
const FIRST_WAIT = 250
/** What passes by itself, and what stands before a server says while it starts. */
const PASSING: ReadonlySet<number> = new Set([500, 502, 503, 504])

/**
 * @param response what came; undefined where nothing did
 * @param again whether the request may have been done already and can still be sent again
 * @param attempt how often it was sent before this time
 * @param random from 0 to 1
 * @returns milliseconds to wait, or undefined where it is not worth it
 */
export function waitBefore(
  response: Response | undefined,
  again: boolean,
  attempt: number,
  random: number,
): number | undefined {
  const asked = response && retryAfter(response)
  // A rate refuses before anything is done, and says so by the header: a full list of changes has none.
  if (response?.status === 429) return asked
  if (!again || (response && !PASSING.has(response.status))) return undefined
  return asked ?? FIRST_WAIT * 2 ** attempt * (0.5 + random / 2)
}

/** What `Retry-After` says in seconds, as milliseconds. */
function retryAfter({ headers }: Response): number | undefined {
  const value = headers.get('retry-after') ?? ''
  return /^\d{1,9}$/.test(value) ? Number(value) * 1_000 : undefined
}
