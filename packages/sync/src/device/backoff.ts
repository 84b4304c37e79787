/** How long a device waits after failures: longer and longer, up to a minute, and not all devices at once. */

/** Between two passes that succeed, and the longest wait after those that fail; in milliseconds. */
export const EVERY = 60_000
const FIRST_RETRY = 1_000

/**
 * @param failures one after another, at least 1
 * @param random from 0 to below 1
 * @returns milliseconds
 */
export function backoff(failures: number, random: number): number {
  const most = Math.min(EVERY, FIRST_RETRY * 2 ** Math.min(failures - 1, 10))
  return Math.round(most * (0.5 + random / 2))
}
