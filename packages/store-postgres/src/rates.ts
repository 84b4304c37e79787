/**
 * Rates that hold across processes: an exact sliding log in one unlogged table. The rules are those of the rates in
 * memory of the store's package.
 * @see decisions 7
 */
import type { RateRoom, RateStore, RateUse } from '@notegraph/store'
import type { Database } from './database/database.ts'
import { acrossAccounts } from './database/statement.ts'

const BY_KEY = 'A rate counts by address or token, before or beside the account.'
// One time more than the limit shows that the limit is exceeded. Times outside the window go. After `at`, none counts.
const COUNT = acrossAccounts(
  BY_KEY,
  `INSERT INTO rate (key, times, at) VALUES ($1, array_fill($2::bigint, ARRAY[$3::int]), $2::bigint + $4)
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
   ON CONFLICT (key) DO UPDATE SET at = rate.at`,
)
// The rows are locked, so that nobody counts between the look and the update.
const TAKE = acrossAccounts(
  BY_KEY,
  `WITH asked AS (
     SELECT * FROM unnest($1::text[], $2::int[], $3::bigint[]) WITH ORDINALITY AS asked (key, most, span, place)
   ), refused AS (
     SELECT min(place) AS place FROM asked JOIN rate USING (key)
     WHERE most - (SELECT count(*) FROM unnest(times) AS t WHERE abs($4 - t) < span) < $5
   ), taken AS (
     UPDATE rate SET at = greatest(rate.at, $4::bigint + span), times = ARRAY(
       SELECT t FROM (SELECT t FROM unnest(times || array_fill($4::bigint, ARRAY[$5::int])) AS t
         WHERE abs($4 - t) < span ORDER BY t DESC LIMIT most + 1) AS latest ORDER BY t)
     FROM asked WHERE rate.key = asked.key AND (SELECT place FROM refused) IS NULL
   ) SELECT place FROM refused`,
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
    if (counts++ % COUNTS_BETWEEN === 0) await db.write(FORGET, [now])
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
      const keys = uses.map(keyOf)
      const limits = uses.map(({ rate }) => rate.limit)
      const windows = uses.map(({ rate }) => rate.window)
      // Everything travels together, also the commit: each request waits for this.
      const { answer } = await db.transaction(async (session) => {
        const [, answer] = sentTogether(
          session.write(LOCK, [keys, now]),
          session.one<{ place: number | null }>(TAKE, [keys, limits, windows, now, requests]),
        )
        return { answer }
      })
      const place = (await answer)?.place ?? undefined
      return place === undefined ? undefined : place - 1
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

/** Statements whose answers come after the commit was sent. The commit fails if one of them does. */
function sentTogether<T extends readonly Promise<unknown>[]>(...statements: T): T {
  for (const statement of statements) statement.catch(() => {})
  return statements
}

/** Each rate has keys of its own. */
const keyOf = ({ rate, key }: RateUse): string => `${rate.name} ${key}`

function countValues(use: RateUse, now: number, requests: number): (string | number)[] {
  const { limit, window } = use.rate
  return [keyOf(use), now, Math.min(requests, limit + 1), window, limit + 1]
}
