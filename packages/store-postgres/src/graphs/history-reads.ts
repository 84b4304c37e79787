/** Reads of kept states, and snapshots. Every process reads them here, so no replica has them. */
import {
  HOLD,
  type Author,
  type Authorship,
  type HistoryBounds,
  type HistoryStore,
  type KeptState,
  type KeptSummary,
  type Snapshot,
} from '@notegraph/store'
import { noteSweep } from '../accounts/account-sql.ts'
import type { Database, Session, Value } from '../database/database.ts'
import { ofAccount } from '../database/statement.ts'
import { lockGraph } from './graph-row.ts'
import { forgetStates } from './forget.ts'
import { expireStates } from './history-bounds.ts'

interface AuthorColumns {
  readonly kind: Author['kind'] | null
  readonly who: string | null
  readonly name: string | null
}
interface SummaryRow extends Omit<KeptSummary, 'by'>, AuthorColumns {
  readonly h: number
}
interface StateRow extends SummaryRow {
  readonly doc: string
}
interface AuthorshipRow extends AuthorColumns {
  readonly seq: number
  readonly at: number
}
type SnapshotRow = Omit<Snapshot, 'name'> & { readonly name: string | null }

const SUMMARY = 'h, id, since, seq, until, deleted, at, kind, who, name'
const STATE = `${SUMMARY}, doc`
const OF_PAGE = ofAccount(
  `SELECT ${SUMMARY} FROM kept_state WHERE account_id = $1 AND page = $2 ORDER BY until DESC, id LIMIT $3`,
)
const OF_RECORDS = ofAccount(
  `SELECT ${STATE}, ended FROM kept_state WHERE account_id = $1 AND id = ANY ($2) ORDER BY until DESC, id LIMIT $3`,
)
const PAGE_AT = ofAccount(
  `SELECT ${STATE} FROM kept_state WHERE account_id = $1 AND page = $2 AND until > $3 AND since <= $3 AND NOT deleted`,
)
const RECORD_AT = ofAccount(
  `SELECT ${STATE} FROM kept_state WHERE account_id = $1 AND id = $2 AND until > $3 AND since <= $3 LIMIT 1`,
)
const RECORDS_AT = ofAccount(
  `SELECT ${STATE} FROM kept_state WHERE account_id = $1 AND id = ANY ($2) AND until > $3 AND since <= $3`,
)
const ALL_AT = ofAccount(
  `SELECT ${STATE} FROM kept_state WHERE account_id = $1 AND h > $2 AND until > $3 AND since <= $3 ORDER BY h LIMIT $4`,
)
const IS_COMPLETE = ofAccount(
  `SELECT 1 FROM graph WHERE account_id = $1 AND $2 BETWEEN history_gap AND head AND ($2 >= history_floor OR EXISTS (
     SELECT 1 FROM snapshot WHERE snapshot.account_id = $1 AND name IS NOT NULL AND seq = $2))`,
)
const AUTHORS = ofAccount(
  'SELECT seq, at, kind, who, name FROM commit_author WHERE account_id = $1 AND seq = ANY ($2)',
)
const LAST_AUTHOR = ofAccount(
  `SELECT seq, at, kind, who, name FROM commit_author WHERE account_id = $1 AND seq = greatest($3,
     (SELECT max(until) FROM kept_state WHERE account_id = $1 AND page = $2))`,
)
const NUMBER_AT = ofAccount('SELECT max(seq) AS seq FROM commit_author WHERE account_id = $1 AND at <= $2')
const SNAPSHOTS = ofAccount(
  `SELECT id, name, seq, at FROM snapshot WHERE account_id = $1 AND name IS DISTINCT FROM '${HOLD}'
   ORDER BY seq DESC, at DESC, id`,
)
const COUNT_NAMED = ofAccount(
  `SELECT count(*) AS count FROM snapshot WHERE account_id = $1 AND name <> '${HOLD}'`,
)
const ADD = ofAccount(
  'INSERT INTO snapshot (account_id, id, name, seq, at) VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING',
)
const REMOVE = ofAccount(
  `DELETE FROM snapshot WHERE account_id = $1 AND id = $2 AND name IS DISTINCT FROM '${HOLD}'`,
)
const END_HOLD = ofAccount(`DELETE FROM snapshot WHERE account_id = $1 AND id = $2 AND name = '${HOLD}'`)
const REMOVE_DAYS = ofAccount('DELETE FROM snapshot WHERE account_id = $1 AND name IS NULL AND at < $2')
const END_HOLDS = ofAccount(`DELETE FROM snapshot WHERE account_id = $1 AND name = '${HOLD}' AND at < $2`)
const WALK_AGAIN = ofAccount('UPDATE graph SET history_walk = 0 WHERE account_id = $1')
const OLDEST = ofAccount(
  `SELECT ended FROM kept_state WHERE account_id = $1 AND h > (SELECT history_walk FROM graph WHERE account_id = $1)
   ORDER BY h LIMIT 1`,
)

const authorOf = ({ kind, who, name }: AuthorColumns): { readonly by?: Author } =>
  kind === null ? {} : { by: { kind, id: who!, name: name! } }
const toSummary = ({ id, since, seq, until, deleted, at, ...author }: SummaryRow): KeptSummary => ({
  id,
  since,
  seq,
  until,
  deleted,
  at,
  ...authorOf(author),
})
const toState = (row: StateRow): KeptState => ({
  ...toSummary(row),
  record: JSON.parse(row.doc) as KeptState['record'],
})
const toAuthorship = ({ at, kind, who, name }: AuthorshipRow): Authorship => ({
  at,
  ...authorOf({ kind, who, name }).by!,
})
const toSnapshot = ({ name, ...row }: SnapshotRow): Snapshot => ({ ...row, ...(name !== null && { name }) })
const orNull = (bound: number): Value => (Number.isFinite(bound) ? bound : null)

/** The history of an account. */
export function historyStore(db: Database, accountId: string): HistoryStore {
  const remove = async (deletion: typeof REMOVE, id: string): Promise<boolean> =>
    db.transaction(async (session) => {
      await lockGraph(session, accountId)
      // States that it needed may be old.
      await Promise.all([session.write(WALK_AGAIN, [accountId]), noteSweep(session, accountId)])
      return (await session.write(deletion, [accountId, id])) > 0
    })
  return {
    listByPage: async (pageId, limit) => {
      return (await db.all<SummaryRow>(OF_PAGE, [accountId, pageId, orNull(limit)])).map(toSummary)
    },
    listByRecords: async (ids, limit) => {
      type Row = StateRow & { readonly ended: number }
      const found = await db.all<Row>(OF_RECORDS, [accountId, ids, orNull(limit)])
      return found.map((row) => ({ ...toState(row), ended: row.ended }))
    },
    pageAt: async (pageId, seq) => {
      return (await db.all<StateRow>(PAGE_AT, [accountId, pageId, seq])).map(toState)
    },
    recordAt: async (id, seq) => {
      const row = await db.one<StateRow>(RECORD_AT, [accountId, id, seq])
      return row && toState(row)
    },
    recordsAt: async (ids, seq) => (await db.all<StateRow>(RECORDS_AT, [accountId, ids, seq])).map(toState),
    listAt: async (seq, after, limit) => {
      const found = await db.all<StateRow>(ALL_AT, [accountId, after, seq, limit])
      const last = found.at(-1)
      return { states: found.map(toState), ...(found.length === limit && last && { next: last.h }) }
    },
    isComplete: async (seq) => (await db.one(IS_COMPLETE, [accountId, seq])) !== undefined,
    authorships: async (seqs) => {
      const found = await db.all<AuthorshipRow>(AUTHORS, [accountId, [...new Set(seqs)]])
      return new Map(found.map((row) => [row.seq, toAuthorship(row)]))
    },
    lastAuthorship: async (pageId, seq) => {
      const row = await db.one<AuthorshipRow>(LAST_AUTHOR, [accountId, pageId, seq])
      return row && toAuthorship(row)
    },
    numberAt: async (time) =>
      (await db.one<{ seq: number | null }>(NUMBER_AT, [accountId, time]))?.seq ?? undefined,
    snapshots: async () => (await db.all<SnapshotRow>(SNAPSHOTS, [accountId])).map(toSnapshot),
    addSnapshot: async (snapshot, most) =>
      db.transaction(async (session) => {
        const { head: seq } = await lockGraph(session, accountId)
        const { id, name = null, at } = snapshot
        const named = await session.one<{ count: number }>(COUNT_NAMED, [accountId])
        if (name !== null && named!.count >= most) return undefined
        const added = await session.write(ADD, [accountId, id, name, seq, at])
        return added > 0 ? { ...snapshot, seq } : undefined
      }),
    hold: async ({ id, seq, at }) =>
      db.transaction(async (session) => {
        const { head } = await lockGraph(session, accountId)
        if (seq !== undefined && !(await session.one(IS_COMPLETE, [accountId, seq]))) return undefined
        await session.write(END_HOLD, [accountId, id])
        const added = await session.write(ADD, [accountId, id, HOLD, seq ?? head, at])
        return added > 0 ? (seq ?? head) : undefined
      }),
    release: async (id) => void (await remove(END_HOLD, id)),
    removeSnapshot: async (id) => remove(REMOVE, id),
    expire: async (before) =>
      db.transaction(async (session) => {
        await lockGraph(session, accountId)
        await session.write(REMOVE_DAYS, [accountId, before])
        if ((await session.write(END_HOLDS, [accountId, before])) > 0)
          await session.write(WALK_AGAIN, [accountId])
        return expireStates(session, accountId, before)
      }),
    forget: async (what) =>
      db.transaction(async (session) => {
        await lockGraph(session, accountId)
        return forgetStates(session, accountId, what)
      }),
    oldest: async () => (await db.one<{ ended: number }>(OLDEST, [accountId]))?.ended,
  }
}

const BOUNDS = ofAccount('SELECT history_floor AS floor, history_gap AS gap FROM graph WHERE account_id = $1')

/** The numbers from which the states of a graph are complete. */
export const readHistoryBounds = async (session: Session, accountId: string): Promise<HistoryBounds> =>
  (await session.one<HistoryBounds>(BOUNDS, [accountId])) ?? { floor: 0, gap: 0 }
