/**
 * Rates that hold across processes: an exact sliding log in one unlogged table. The rules are those of the rates in
 * memory of the store's package.
 * @see decisions 7
 */
import { LONGEST_WINDOW, type RateRoom, type RateStore, type RateUse } from '@notegraph/store'
import type { Database } from './database/database.ts'
import { acrossAccounts } from './database/statement.ts'

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
// Keys come in one order, so that two transactions never wait for each other.
const LOCK = acrossAccounts(
  BY_KEY,
  `INSERT INTO rate (key, times, at) SELECT key, '{}', $2 FROM unnest($1::text[]) AS key ORDER BY key
   ON CONFLICT (key) DO UPDATE SET at = rate.at RETURNING key, times`,
)
const FORGET = acrossAccounts(
  BY_KEY,
  'DELETE FROM rate WHERE key IN (SELECT key FROM rate WHERE at <= $1 LIMIT 10000 FOR UPDATE SKIP LOCKED)',
)

/** Idle keys are deleted after as many counts, so that the table is bounded by what is used. */
const COUNTS_BETWEEN = 1_000

export function rateStore(db: Database): RateStore {
  let counts = 0

  async function forgetIdle(now: number): Promise<void> {
    if (counts++ % COUNTS_BETWEEN === 0) await db.write(FORGET, [now - LONGEST_WINDOW])
  }

  return {
    async count(use, now, requests = 1) {
      const [row] = await Promise.all([
        db.one<{ counted: number }>(COUNT, countValues(use, now, requests)),
        forgetIdle(now),
      ])
      return row!.counted > use.rate.limit
    },
    async take(uses, now, requests = 1) {
      await forgetIdle(now)
      return db.transaction(async (session) => {
        const locked = await session.all<{ key: string; times: number[] }>(LOCK, [uses.map(keyOf), now])
        const timesOf = new Map(locked.map(({ key, times }) => [key, times]))
        const full = uses.findIndex((use) => roomOf(use, timesOf.get(keyOf(use)) ?? [], now) < requests)
        if (full >= 0) return full
        await Promise.all(uses.map(async (use) => session.one(COUNT, countValues(use, now, requests))))
        return undefined
      })
    },
    rooms: async (uses, now) =>
      Promise.all(
        uses.map(async (use): Promise<RateRoom> => {
          const { limit, window } = use.rate
          const values = [keyOf(use), now, window, limit]
          const { counted, oldest } = (await db.one<{ counted: number; oldest: number | null }>(
            ROOM,
            values,
          ))!
          return { left: limit - counted, renewsIn: oldest === null ? 0 : oldest + window - now }
        }),
      ),
  }
}

/** Each rate has keys of its own. */
const keyOf = ({ rate, key }: RateUse): string => `${rate.name} ${key}`

function countValues(use: RateUse, now: number, requests: number): (string | number)[] {
  const { limit, window } = use.rate
  return [keyOf(use), now, Math.min(requests, limit + 1), window, limit + 1]
}

const roomOf = ({ rate }: RateUse, times: readonly number[], now: number): number =>
  rate.limit - times.filter((time) => Math.abs(now - time) < rate.window).length
