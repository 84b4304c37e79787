/**
 * Rates without boundary errors. A sliding log has the times of the last requests of each key, so that no minute,
 * wherever it begins, exceeds the limit.
 * @see decisions 7
 */

import type { RateRoom } from './rates.ts'

/** The most keys in memory; the least recently used is dropped. */
const MOST_KEYS = 100_000
/** The most times in memory over all keys, 16 MB; the least recently used key is dropped. */
const MOST_TIMES = 2_000_000

/** A rate with a limit for each key; times are in milliseconds since 1970. */
export interface RateLog {
  /** Counts one request, or several of a batch. @returns whether the last exceeds the limit */
  count(key: string, now: number, requests?: number): boolean
  /** The remaining rate, without counting. */
  room(key: string, now: number): RateRoom
  /** The times of each key, from old to new. Keys come in the order of their last use. */
  times(): Iterable<readonly [key: string, times: readonly number[]]>
}

interface Hits {
  /** A ring buffer of the last times, at most `limit`; it grows as needed. */
  times: number[]
  /** The index of the next time; in a full ring, of the oldest. */
  next: number
}

/** The time at a position from old to new. In a ring that is not full, the oldest comes first. */
const timeOf = ({ times, next }: Hits, place: number): number => times[(next + place) % times.length]!

/**
 * Creates a rate.
 *
 * @param limit requests in any window, at least 1
 * @param windowMs length of the window in milliseconds
 * @example
 * ```ts
 * const rate = rateLog(120, 60_000)
 * const isOver = rate.count('192.0.2.1', Date.now())
 * ```
 */
export function rateLog(limit: number, windowMs: number): RateLog {
  const log = new Map<string, Hits>()
  let held = 0

  const isIdle = ({ times, next }: Hits, now: number): boolean => now - times.at(next - 1)! >= windowMs

  /** The position of the oldest time in the window. After a clock was set back, future times do not count. */
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

  /** @returns whether the request exceeds the limit */
  function add(hits: Hits, now: number): boolean {
    const over = hits.times.length === limit && now - hits.times[hits.next]! < windowMs
    hits.times[hits.next] = now
    hits.next = (hits.next + 1) % limit
    return over
  }

  return {
    count(key, now, requests = 1) {
      const before = log.get(key)
      const hits = !before || isIdle(before, now) ? { times: [], next: 0 } : before
      held -= before?.times.length ?? 0
      let over = false
      for (let n = 0; n < requests; n++) over = add(hits, now)
      held += hits.times.length
      log.delete(key) // the map is ordered by latest use
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
    *times() {
      for (const [key, { times, next }] of log) yield [key, [...times.slice(next), ...times.slice(0, next)]]
    },
  }
}
