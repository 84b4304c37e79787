/**
 * Rates that hold across processes: an exact sliding log in one unlogged table. The rules are those of `rateLog` of the
 * service, which counts in the memory of one process.
 * @see decisions 7
 */
import type { Session } from './database/database.ts'
import { acrossAccounts } from './database/statement.ts'

/** The room that a key has left. */
export interface RateRoom {
  /** Requests within the limit; `Infinity` without a limit. */
  readonly left: number
  /** Milliseconds until the oldest counted request leaves the window; 0 if none counts. */
  readonly renewsIn: number
}

/** A limit on requests in any window, for each key of any process. */
export interface SharedRate {
  readonly limit: number
  /**
   * Count requests that came at once. Refused ones count too.
   * @param now milliseconds; requests of processes whose clocks differ are ordered by them
   * @returns whether the last exceeds the limit
   */
  count(key: string, now: number, requests?: number): Promise<boolean>
  /** Read the room without counting. */
  room(key: string, now: number): Promise<RateRoom>
}

const BY_KEY = 'A rate counts by address or token, before or beside the account.'
// One time more than the limit shows that the limit is exceeded. Times outside the window go.
const COUNT = acrossAccounts(
  BY_KEY,
  `INSERT INTO rate (key, times, at) VALUES ($1, array_fill($2::bigint, ARRAY[$3::int]), $2)
   ON CONFLICT (key) DO UPDATE SET at = greatest(rate.at, excluded.at), times = ARRAY(
     SELECT t FROM (SELECT t FROM unnest(rate.times || excluded.times) AS t
       WHERE abs($2 - t) < $4 ORDER BY t DESC LIMIT $5) AS latest ORDER BY t)
   RETURNING cardinality(times) AS counted`,
)
const ROOM = acrossAccounts(
  BY_KEY,
  `SELECT count(*) AS counted, min(t) AS oldest FROM (
     SELECT t FROM rate, unnest(times) AS t WHERE key = $1 AND abs($2 - t) < $3 ORDER BY t DESC LIMIT $4) AS latest`,
)
const FORGET = acrossAccounts(
  BY_KEY,
  'DELETE FROM rate WHERE key IN (SELECT key FROM rate WHERE at <= $1 LIMIT 10000 FOR UPDATE SKIP LOCKED)',
)

/** Idle keys are deleted after as many counts, so that the table is bounded by what is used. */
const COUNTS_BETWEEN = 1_000

/** @param limit requests in any window; 0 is no limit */
export function sharedRate(session: Session, limit: number, windowMs: number): SharedRate {
  let counts = 0
  if (limit === 0)
    return { limit, count: async () => false, room: async () => ({ left: Infinity, renewsIn: 0 }) }
  return {
    limit,
    async count(key, now, requests = 1) {
      if (requests === 0) return false
      const most = limit + 1
      const [row] = await Promise.all([
        session.one<{ counted: number }>(COUNT, [key, now, Math.min(requests, most), windowMs, most]),
        counts++ % COUNTS_BETWEEN === 0 ? session.write(FORGET, [now - windowMs]) : undefined,
      ])
      return row!.counted > limit
    },
    async room(key, now) {
      const row = await session.one<{ counted: number; oldest: number | null }>(ROOM, [
        key,
        now,
        windowMs,
        limit,
      ])
      const { counted, oldest } = row!
      return { left: limit - counted, renewsIn: oldest === null ? 0 : oldest + windowMs - now }
    },
  }
}
