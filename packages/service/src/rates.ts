/**
 * Rates, exact at the edge: a sliding log holds the times of the last requests of each key, so that no minute, wherever
 * it begins, lets more than the limit through.
 * @see decisions 7
 */

/** Keys remembered at once; the one unused longest is forgotten. */
const MOST_KEYS = 100_000
/** Times remembered at once over all keys, 16 MB; the key unused longest is forgotten. */
const MOST_TIMES = 2_000_000

/** What a key may still do. */
export interface Room {
  /** Requests within the limit; `Infinity` where there is none. */
  readonly left: number
  /** Milliseconds until the oldest one that counts is forgotten; 0 where none counts. */
  readonly renewsIn: number
}

export interface RateLog {
  readonly limit: number
  /** Counts one request, or several that came as one. @returns whether the last is beyond the limit */
  count(key: string, now: number, requests?: number): boolean
  /** What is left, without counting. */
  room(key: string, now: number): Room
}

interface Hits {
  /** A ring of the last times, `limit` at most; it grows as they come. */
  times: number[]
  /** Where the next one goes; once the ring is full, the oldest stands there. */
  next: number
}

/** The time at a place from old to new. Until the ring is full, the oldest stands first. */
const timeOf = ({ times, next }: Hits, place: number): number => times[(next + place) % times.length]!

/** @param limit requests in any window; 0 is no limit */
export function rateLog(limit: number, windowMs: number): RateLog {
  if (limit === 0) return { limit, count: () => false, room: () => ({ left: Infinity, renewsIn: 0 }) }
  const log = new Map<string, Hits>()
  let held = 0

  const isIdle = ({ times, next }: Hits, now: number): boolean => now - times.at(next - 1)! >= windowMs

  /** Of the times from old to new, the first that counts still. After a clock was put back, times to come do not. */
  function firstWithin(hits: Hits, now: number): number | undefined {
    let from = 0
    let to = hits.times.length
    while (from < to) {
      const middle = (from + to) >> 1
      if (Math.abs(now - timeOf(hits, middle)) < windowMs) to = middle
      else from = middle + 1
    }
    return from === hits.times.length ? undefined : from
  }

  function forgetIdle(now: number): void {
    for (const [key, hits] of log) {
      if (log.size <= MOST_KEYS && held <= MOST_TIMES && !isIdle(hits, now)) return
      log.delete(key)
      held -= hits.times.length
    }
  }

  /** @returns whether it is beyond the limit */
  function add(hits: Hits, now: number): boolean {
    const over = hits.times.length === limit && now - hits.times[hits.next]! < windowMs
    hits.times[hits.next] = now
    hits.next = (hits.next + 1) % limit
    return over
  }

  return {
    limit,
    count(key, now, requests = 1) {
      const before = log.get(key)
      const hits = !before || isIdle(before, now) ? { times: [], next: 0 } : before
      held -= before?.times.length ?? 0
      let over = false
      for (let n = 0; n < requests; n++) over = add(hits, now)
      held += hits.times.length
      log.delete(key) // the map's order is that of the latest use
      log.set(key, hits)
      forgetIdle(now)
      return over
    },
    room(key, now) {
      const hits = log.get(key)
      const oldest = hits && firstWithin(hits, now)
      if (!hits || oldest === undefined) return { left: limit, renewsIn: 0 }
      return { left: limit - (hits.times.length - oldest), renewsIn: timeOf(hits, oldest) + windowMs - now }
    },
  }
}
