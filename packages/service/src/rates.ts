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
  /** A ring of the last times, `limit` at most; it grows as they come. */
  times: number[]
  /** Where the next one goes; once the ring is full, the oldest stands there. */
  next: number
}

/** @param limit requests in any window; 0 is no limit */
export function rateLog(limit: number, windowMs: number): RateLog {
  if (limit === 0) return { limit, count: () => false }
  const log = new Map<string, Hits>()

  const isIdle = ({ times, next }: Hits, now: number): boolean => now - times.at(next - 1)! >= windowMs

  function forgetIdle(now: number): void {
    for (const [key, hits] of log) {
      if (log.size <= MOST_KEYS && !isIdle(hits, now)) return
      log.delete(key)
    }
  }

  return {
    limit,
    count(key, now) {
      let hits = log.get(key)
      if (!hits || isIdle(hits, now)) hits = { times: [], next: 0 }
      const over = hits.times.length === limit && now - hits.times[hits.next]! < windowMs
      hits.times[hits.next] = now
      hits.next = (hits.next + 1) % limit
      log.delete(key) // the map's order is that of the latest use
      log.set(key, hits)
      forgetIdle(now)
      return over
    },
  }
}
