/** Reads of the change list, and accepting its entries. Every process reads them here, so no replica has the list. */
import type {
  ChangeEntry,
  ChangeFilter,
  ChangeRecord,
  ChangeStore,
  ChangeSummary,
  EntryState,
  ItemChange,
  Window,
} from '@notegraph/store'
import type { Database, Value } from '../database/database.ts'
import { ofAccount } from '../database/statement.ts'
import { withOwnTexts } from './change-texts.ts'
import { lockGraph } from './graph-row.ts'

interface Row extends Omit<ChangeEntry, 'blockId' | 'tokenId' | 'own' | 'touched'> {
  readonly tokenId: string | null
  readonly blockId: string | null
  readonly own: boolean
  readonly state: EntryState
  readonly keptAt: number | null
  readonly seenAt: number | null
}
interface WholeRow extends Row {
  readonly touched: string
}

/** The state of an entry, and the person's dealings with it. */
export const STATE = `CASE WHEN open THEN 'open' WHEN kept_at IS NULL THEN 'reverted' ELSE 'kept' END AS state, kept_at AS "keptAt", seen_at AS "seenAt"`
const LISTED = `id, at, token, token_id AS "tokenId", action, summary, page, page_id AS "pageId", block_id AS "blockId", own, ${STATE}`
const LISTED_BYTES = 'octet_length(token) + octet_length(summary) + octet_length(page)'
const WHOLE = `${LISTED}, touched`
const FILTER = `account_id = $1 AND NOT own AND at >= $2 AND ($3::text IS NULL OR token = $3) AND ($4::text IS NULL OR page_id = $4)
  AND ($8::text IS NULL OR token_id = $8) AND ($9::text IS NULL OR token_id IS DISTINCT FROM $9)
  AND ($10::text IS NULL OR starts_with(id, $10)) AND ($11::boolean IS NULL OR (seen_at IS NOT NULL) = $11)`

/** The rows of a window beside the total. A window without rows has one, with the total alone. */
const listStatement = (columns: string, bytes: string) =>
  ofAccount(
    `SELECT counted.total, listed.* FROM (SELECT count(*) AS total FROM change WHERE ${FILTER}) AS counted
     LEFT JOIN (
       SELECT * FROM (
         SELECT ${columns}, n, sum(${bytes}) OVER newest AS sum_bytes, count(*) OVER newest AS place
         FROM (SELECT * FROM change WHERE ${FILTER} ORDER BY n DESC LIMIT $5 OFFSET $6) AS found
         WINDOW newest AS (ORDER BY n DESC ROWS UNBOUNDED PRECEDING)
       ) AS summed WHERE $7::bigint IS NULL OR sum_bytes <= $7 OR place = 1
     ) AS listed ON true ORDER BY listed.n DESC`,
  )
const LIST = listStatement(LISTED, LISTED_BYTES)
const LIST_WHOLE = listStatement(WHOLE, `${LISTED_BYTES} + octet_length(touched)`)
const FIND = ofAccount(`SELECT ${WHOLE} FROM change WHERE account_id = $1 AND id = $2`)
const COUNT_OPEN = ofAccount(
  'SELECT count(*) AS count FROM change WHERE account_id = $1 AND open AND NOT own AND at >= $2',
)
const keepWhere = (where: string) =>
  ofAccount(
    `UPDATE change SET open = false, kept_at = $2 WHERE account_id = $1 AND open AND NOT own AND ${where} RETURNING id, action`,
  )
const KEEP_IDS = keepWhere('id = ANY ($3)')
const KEEP_TOKEN = keepWhere('token = $3 AND at <= $4')
const SEE = ofAccount(
  'UPDATE change SET seen_at = $2 WHERE account_id = $1 AND seen_at IS NULL AND NOT own AND id = ANY ($3) RETURNING id',
)

const toSummary = ({
  id,
  at,
  token,
  tokenId,
  action,
  summary,
  page,
  pageId,
  blockId,
  own,
  state,
  keptAt,
  seenAt,
}: Row): ChangeSummary =>
  withOwnTexts({
    id,
    at,
    token,
    ...(tokenId !== null && { tokenId }),
    action,
    summary,
    page,
    pageId,
    ...(blockId !== null && { blockId }),
    ...(own && { own }),
    state,
    ...(keptAt !== null && { keptAt }),
    ...(seenAt !== null && { seenAt }),
  })

const toRecord = (row: WholeRow): ChangeRecord => ({
  ...toSummary(row),
  touched: JSON.parse(row.touched) as ItemChange[],
})

/** The change list of an account. Each list and its total come from one statement. */
export function changeStore(db: Database, accountId: string): ChangeStore {
  async function list<R extends Row>(
    statement: typeof LIST,
    { since, token, tokenId, notTokenId, pageId, idStart, seen }: ChangeFilter,
    { limit, offset, bytes = Infinity }: Window,
  ): Promise<{ found: R[]; total: number }> {
    const orNull = (bound: number): Value => (Number.isFinite(bound) ? bound : null)
    const window = [orNull(limit), offset, orNull(bytes)]
    const rows = await db.all<R & { total: number }>(statement, [
      accountId,
      since,
      token ?? null,
      pageId ?? null,
      ...window,
      tokenId ?? null,
      notTokenId ?? null,
      idStart ?? null,
      seen ?? null,
    ])
    // The row of the total alone has no entry.
    return { found: rows.filter(({ id }) => (id as string | null) !== null), total: rows[0]!.total }
  }

  return {
    list: async (filter, window) => {
      const { found, total } = await list<Row>(LIST, filter, window)
      return { changes: found.map(toSummary), total }
    },
    listWithItems: async (filter, window) => {
      const { found, total } = await list<WholeRow>(LIST_WHOLE, filter, window)
      return { changes: found.map(toRecord), total }
    },
    find: async (id) => {
      const row = await db.one<WholeRow>(FIND, [accountId, id])
      return row && toRecord(row)
    },
    countOpen: async (since) => (await db.one<{ count: number }>(COUNT_OPEN, [accountId, since]))!.count,
    keep: async (which, at) =>
      db.transaction(async (session) => {
        await lockGraph(session, accountId)
        return 'ids' in which
          ? session.all(KEEP_IDS, [accountId, at, which.ids])
          : session.all(KEEP_TOKEN, [accountId, at, which.token, which.until])
      }),
    see: async (ids, at) =>
      db.transaction(async (session) => {
        await lockGraph(session, accountId)
        return (await session.all(SEE, [accountId, at, ids])).length
      }),
  }
}
