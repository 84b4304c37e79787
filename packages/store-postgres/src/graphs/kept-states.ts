/** Keeps what commits replace, in their transactions. The texts of the states are in PostgreSQL already. */
import {
  DROPPED_AT_ONCE,
  HISTORY_FLOOR,
  KNOWN_AUTHORS,
  ONE_STATE_FOR,
  STATE_BYTES,
  type Authorship,
} from '@notegraph/store'
import type { ReplacedRecord } from '@notegraph/store/sqlite'
import type { Session, Writer } from '../database/database.ts'
import { ofAccount } from '../database/statement.ts'

/** A record that a commit replaces. */
export interface Replaced extends ReplacedRecord {
  /** The number of the commit. */
  readonly until: number
  /** The time of the commit. */
  readonly ended: number
}

const note = (rows: string): string =>
  `INSERT INTO commit_author (account_id, seq, at, kind, who, name) ${rows}`
const NOTE = ofAccount(
  note(
    'SELECT $1, made.* FROM unnest($2::bigint[], $3::bigint[], $4::text[], $5::text[], $6::text[]) AS made',
  ),
)
/** A single commit needs no arrays. PostgreSQL plans them for as long as it writes the row. */
const NOTE_ONE = ofAccount(note('VALUES ($1, $2, $3, $4, $5, $6)'))
const FORGET = ofAccount('DELETE FROM commit_author WHERE account_id = $1 AND seq <= $2')

/** Adds what a statement kept and deleted to the sums. */
const COUNTED = `kept_states = kept_states + (SELECT count(*) FROM added) - (SELECT count(*) FROM gone),
  kept_state_bytes = kept_state_bytes + (SELECT coalesce(sum(bytes), 0) FROM added)
    - (SELECT coalesce(sum(bytes), 0) FROM gone)`
const BYTES = `${STATE_BYTES} + octet_length(doc) AS bytes`

// It runs before the records are written, so it reads the states that they replace. @see countAsOne of the store
const KEEP = ofAccount(
  `WITH before AS (
     SELECT given.id, given.page, given.until, given.ended, record.seq, record.deleted, record.doc,
       coalesce(author.at, given.updated) AS at, author.kind, author.who, author.name
     FROM unnest($2::text[], $3::text[], $4::bigint[], $5::bigint[], $6::bigint[]) AS given (id, page, updated, until, ended)
     JOIN record ON record.account_id = $1 AND record.id = given.id
     LEFT JOIN commit_author AS author ON author.account_id = $1 AND author.seq = record.seq
   ), earlier AS (
     SELECT before.id, latest.h, latest.since, latest.began FROM before CROSS JOIN LATERAL (
       SELECT * FROM kept_state WHERE account_id = $1 AND kept_state.id = before.id ORDER BY until DESC LIMIT 1
     ) AS latest
     WHERE latest.kind = before.kind AND latest.who = before.who AND abs(before.at - latest.began) <= ${ONE_STATE_FOR}
       AND latest.until = before.seq AND NOT latest.deleted AND NOT before.deleted
       AND NOT EXISTS (SELECT 1 FROM snapshot WHERE snapshot.account_id = $1 AND snapshot.seq >= latest.since AND snapshot.seq < latest.until)
   ), gone AS (
     DELETE FROM kept_state WHERE account_id = $1 AND h IN (SELECT h FROM earlier) RETURNING ${BYTES}
   ), added AS (
     INSERT INTO kept_state (account_id, id, page, since, seq, until, began, at, ended, deleted, kind, who, name, doc)
     SELECT $1, before.id, before.page, coalesce(earlier.since, before.seq), before.seq, before.until,
       coalesce(earlier.began, before.at), before.at, before.ended, before.deleted, before.kind, before.who, before.name,
       before.doc
     FROM before LEFT JOIN earlier ON earlier.id = before.id ORDER BY before.until, before.id RETURNING ${BYTES}
   ) UPDATE graph SET ${COUNTED} WHERE account_id = $1`,
)

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
     DELETE FROM kept_state WHERE account_id = $1 AND h IN (SELECT h FROM seen WHERE NOT is_needed) RETURNING ${BYTES}
   ), added AS (SELECT 0 AS bytes WHERE false)`
const WALKED = `history_walk = coalesce((SELECT max(h) FROM seen WHERE is_needed), history_walk),
  history_floor = greatest(history_floor, (SELECT max(until) FROM seen WHERE NOT is_needed))`
const GRAPH_BYTES = 'page_bytes + block_bytes + shape_bytes + file_bytes'

// @see mostHistoryBytes of the store
const TRIM = ofAccount(
  `WITH ${oldest(
    `before < (SELECT kept_state_bytes - least(greatest(${GRAPH_BYTES}, ${HISTORY_FLOOR}), greatest($3 - (${GRAPH_BYTES}), 0))
       FROM graph WHERE account_id = $1)`,
  )}
   UPDATE graph SET ${COUNTED}, ${WALKED} WHERE account_id = $1`,
)
const EXPIRE = ofAccount(
  `WITH ${oldest('ended < $3')}, counted AS (UPDATE graph SET ${COUNTED}, ${WALKED} WHERE account_id = $1)
   SELECT count(*) AS seen FROM seen`,
)

/** In a commit, before it writes its records: note who makes it, and keep what it replaces. */
export async function keepStates(
  writer: Writer,
  accountId: string,
  authors: ReadonlyMap<number, Authorship>,
  replaced: readonly Replaced[],
): Promise<void> {
  if (authors.size === 0) return
  await Promise.all([
    replaced.length > 0 &&
      writer.write(KEEP, [
        accountId,
        replaced.map(({ id }) => id),
        replaced.map(({ page }) => page),
        replaced.map(({ updatedAt }) => updatedAt),
        replaced.map(({ until }) => until),
        replaced.map(({ ended }) => ended),
      ]),
    noteAuthors(writer, accountId, authors),
  ])
}

async function noteAuthors(
  writer: Writer,
  accountId: string,
  authors: ReadonlyMap<number, Authorship>,
): Promise<void> {
  const made = Array.from(authors, ([seq, { at, kind, id, name }]) => [seq, at, kind, id, name] as const)
  const [one] = made
  if (one && made.length === 1) return void (await writer.write(NOTE_ONE, [accountId, ...one]))
  await writer.write(NOTE, [
    accountId,
    made.map(([seq]) => seq),
    made.map(([, at]) => at),
    made.map(([, , kind]) => kind),
    made.map(([, , , id]) => id),
    made.map(([, , , , name]) => name),
  ])
}

/** Forgets the authors of commits that are no longer among the latest. @param head the number of the latest commit */
export const forgetAuthors = async (writer: Writer, accountId: string, head: number): Promise<void> =>
  void (await writer.write(FORGET, [accountId, head - KNOWN_AUTHORS]))

const SKIP = ofAccount('UPDATE graph SET history_gap = $2 WHERE account_id = $1')

/** In a commit that replaces records and names no author: note that earlier states are incomplete. */
export const skipStates = async (writer: Writer, accountId: string, seq: number): Promise<void> =>
  void (await writer.write(SKIP, [accountId, seq]))

/** In a commit, after its sums: delete the oldest states, if all occupy more than they may. @param kept how many it kept */
export const trimStates = async (
  writer: Writer,
  accountId: string,
  quota: number,
  kept: number,
): Promise<void> =>
  void (await writer.write(TRIM, [
    accountId,
    DROPPED_AT_ONCE + kept,
    Math.min(quota, Number.MAX_SAFE_INTEGER),
  ]))

const EXPIRED_AT_ONCE = 1_000

/** In a transaction that has locked the graph: delete some states that were replaced before a time. @returns whether there may be more */
export async function expireStates(session: Session, accountId: string, before: number): Promise<boolean> {
  const row = await session.one<{ seen: number }>(EXPIRE, [accountId, EXPIRED_AT_ONCE, before])
  return row!.seen === EXPIRED_AT_ONCE
}
