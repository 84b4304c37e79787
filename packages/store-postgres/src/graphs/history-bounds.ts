/** How many states a graph keeps: the oldest go first, in bounded steps, except those that a named snapshot needs. */
import { DROPPED_AT_ONCE, STATE_BYTES } from '@notegraph/store'
import type { Session, Writer } from '../database/database.ts'
import { ofAccount } from '../database/statement.ts'

/** The oldest states that no named snapshot is known to need; `before` is the sum of the bytes of those before it that may go. */
const oldest = (isSeen: string): string => `oldest AS (
     SELECT h, ended, until, is_needed, coalesce(sum(bytes) FILTER (WHERE NOT is_needed) OVER earlier, 0) AS before
     FROM (
       SELECT h, ended, until, ${STATE_BYTES} + length AS bytes, EXISTS (
           SELECT 1 FROM snapshot WHERE snapshot.account_id = $1 AND name IS NOT NULL
             AND snapshot.seq >= walked.since AND snapshot.seq < walked.until
         ) AS is_needed
       FROM (
         SELECT h, ended, since, until, octet_length(doc) AS length FROM kept_state
         WHERE account_id = $1 AND h > (SELECT history_walk FROM graph WHERE account_id = $1) ORDER BY h LIMIT $2
       ) AS walked
     ) AS judged WINDOW earlier AS (ORDER BY h ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)
   ), seen AS (SELECT * FROM oldest WHERE ${isSeen}
   ), gone AS (
     DELETE FROM kept_state WHERE account_id = $1 AND h IN (SELECT h FROM seen WHERE NOT is_needed) RETURNING ${STATE_BYTES} + octet_length(doc) AS bytes
   )`
/** Subtracts what a statement deletes from the sums. */
const COUNTED = `kept_states = kept_states - (SELECT count(*) FROM gone),
  kept_state_bytes = kept_state_bytes - (SELECT coalesce(sum(bytes), 0) FROM gone)`
const WALKED = `history_walk = coalesce((SELECT max(h) FROM seen WHERE is_needed), history_walk),
  history_floor = greatest(history_floor, (SELECT max(until) FROM seen WHERE NOT is_needed))`

const TRIM = ofAccount(
  `WITH ${oldest('before < $3')} UPDATE graph SET ${COUNTED}, ${WALKED} WHERE account_id = $1`,
)
const EXPIRE = ofAccount(
  `WITH ${oldest('ended < $3')}, counted AS (UPDATE graph SET ${COUNTED}, ${WALKED} WHERE account_id = $1)
   SELECT count(*) AS seen FROM seen`,
)

const SKIP = ofAccount('UPDATE graph SET history_gap = $2 WHERE account_id = $1')

/** In a commit that replaces records and names no author: note that earlier states are incomplete. */
export const skipStates = async (writer: Writer, accountId: string, seq: number): Promise<void> =>
  void (await writer.write(SKIP, [accountId, seq]))

/** In a commit: delete the oldest states. @param kept how many it kept @param bytes how many bytes have to go */
export const trimStates = async (
  writer: Writer,
  accountId: string,
  kept: number,
  bytes: number,
): Promise<void> => void (await writer.write(TRIM, [accountId, DROPPED_AT_ONCE + kept, bytes]))

const EXPIRED_AT_ONCE = 1_000

/** In a transaction that has locked the graph: delete some states that were replaced before a time. @returns whether there may be more */
export async function expireStates(session: Session, accountId: string, before: number): Promise<boolean> {
  const row = await session.one<{ seen: number }>(EXPIRE, [accountId, EXPIRED_AT_ONCE, before])
  return row!.seen === EXPIRED_AT_ONCE
}
