/**
 * Rates, exact at the edge: a sliding log holds the times of the last requests of each key, so that no minute, wherever
 * it begins, lets more than the limit through.
 * @see decisions 7
 */

/** Keys remembered at once; the one unused longest is forgotten. */
const MOST_KEYS = 100_000

export interface RateLog {
  readonly limit: number
  /** Counts one request. @returns whether it is beyond the limit */
  count(key: string, now: number): boolean
}

interface Hits {
  /** A ring of the last `limit` times. */
  readonly times: Float64Array
  next: number
}

/** @param limit requests in any window; 0 is no limit */
export function rateLog(limit: number, windowMs: number): RateLog {
  if (limit === 0) return { limit, count: () => false }
  const log = new Map<string, Hits>()

  function forgetIdle(now: number): void {
    for (const [key, { times, next }] of log) {
      const latest = times[(next + limit - 1) % limit]!
      if (log.size <= MOST_KEYS && now - latest < windowMs) return
      log.delete(key)
    }
  }

  return {
    limit,
    count(key, now) {
      const hits = log.get(key) ?? { times: new Float64Array(limit).fill(-Infinity), next: 0 }
      const over = now - hits.times[hits.next]! < windowMs
      hits.times[hits.next] = now
      hits.next = (hits.next + 1) % limit
      log.delete(key) // the map's order is that of the latest use
      log.set(key, hits)
      forgetIdle(now)
      return over
    },
  }
}
