/** The times between two attempts to deliver a message. @see events 2 */
import { LIMITS } from '@notegraph/contract'

const SECOND = 1_000
const HOUR = 3_600 * SECOND
/** The wait after the first failure; each further one is three times as long. */
const FIRST = 5 * SECOND
const LONGEST = 6 * HOUR
/** Milliseconds from the first failed attempt to the last one. */
export const TRIED_FOR: number = LIMITS.webhookDays * 24 * HOUR

/** @param attempts so far, at least one */
export const waitAfter = (attempts: number): number => Math.min(FIRST * 3 ** (attempts - 1), LONGEST)

/**
 * The next attempt after a failure.
 * @param failingSince the first failed attempt of the message
 * @returns undefined once the message was tried for long enough
 */
export function nextAttempt(attempts: number, failingSince: number, now: number): number | undefined {
  const last = failingSince + TRIED_FOR
  return now >= last ? undefined : Math.min(now + waitAfter(attempts), last)
}
