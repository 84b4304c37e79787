/** The delays after failures: they grow to one minute, and differ between devices. */

/** Milliseconds between two successful passes, and the longest delay after failed ones. */
export const EVERY = 60_000
const FIRST_RETRY = 1_000

/**
 * Returns the delay before the next try.
 *
 * @param failures consecutive failures, at least 1
 * @param random at least 0 and less than 1
 * @returns milliseconds
 */
export function backoff(failures: number, random: number): number {
  const most = Math.min(EVERY, FIRST_RETRY * 2 ** Math.min(failures - 1, 10))
  return Math.round(most * (0.5 + random / 2))
}
