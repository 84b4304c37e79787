/** Reads of kept states, and snapshots. */
import type { GraphRecord } from '@notegraph/graph'
import type {
  Authorship,
  HistoryStore,
  StateHold,
  KeptState,
  KeptSummary,
  Snapshot,
} from '../../graph/history.ts'
import { HOLD } from '../../history-rules.ts'
import { NO_LINE, type Line } from '../bulk/bulk.ts'
import { rows, type Db } from '../database/database.ts'
import { forgetStates } from './forget.ts'
import { closedMark } from '../write/closed.ts'
import { authorOf, keptStateWrites, type AuthorColumns } from '../write/kept-states.ts'

interface SummaryRow extends Omit<KeptSummary, 'deleted' | 'by'>, AuthorColumns {
  readonly h: number
  readonly deleted: number
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

/** The state was the present one after a commit. */
const AT = 'until > +@seq AND since <= +@seq'

type Parameters = [{ readonly key: string; readonly seq?: number; readonly limit?: number }]

type Key = 'page = +@key' | 'id = +@key' | 'id IN (SELECT value FROM json_each(@key))'

const UNINDEXED = "h > (SELECT value FROM meta WHERE key = 'history_indexed') AND in_index = 0"

/** Selects states of a page or of records: those that an index has, and the few after them. */
const states = (columns: string, key: Key, where = 'true'): string => {
  const select = (rows: string) => `SELECT ${columns} FROM kept_state WHERE ${key} AND ${where} AND ${rows}`
  return `${select('in_index = 1')} UNION ALL ${select(UNINDEXED)}`
}

const toSummary = ({ id, since, seq, until, deleted, at, ...author }: SummaryRow): KeptSummary => ({
  id,
  since,
  seq,
  until,
  deleted: deleted === 1,
  at,
  ...authorOf(author),
})
const toState = (row: StateRow): KeptState => ({
  ...toSummary(row),
  record: JSON.parse(row.doc) as GraphRecord,
})
const toAuthorship = ({ at, kind, who, name }: AuthorshipRow): Authorship => ({
  at,
  ...authorOf({ kind, who, name }).by!,
})
const toSnapshot = ({ name, ...row }: SnapshotRow): Snapshot => ({ ...row, ...(name !== null && { name }) })

export function historyStore(db: Db, line: Line = NO_LINE): HistoryStore {
  const writes = keptStateWrites(db)
  const closed = closedMark(db)
  const ofPage = db.prepare<Parameters, SummaryRow>(
    `${states(SUMMARY, 'page = +@key')} ORDER BY until DESC, id LIMIT +@limit`,
  )
  const ofRecords = db.prepare<Parameters, StateRow & { readonly ended: number }>(
    `${states(`${STATE}, ended`, 'id IN (SELECT value FROM json_each(@key))')} ORDER BY until DESC, id LIMIT +@limit`,
  )
  const pageAt = db.prepare<Parameters, StateRow>(states(STATE, 'page = +@key', `${AT} AND deleted = 0`))
  const recordAt = db.prepare<Parameters, StateRow>(states(STATE, 'id = +@key', AT))
  const recordsAt = db.prepare<Parameters, StateRow>(
    states(STATE, 'id IN (SELECT value FROM json_each(@key))', AT),
  )
  const allAt = db.prepare<[number, number, number, number], StateRow>(
    `SELECT ${STATE} FROM kept_state WHERE h > ? AND until > ? AND since <= ? ORDER BY h LIMIT +?`,
  )
  const meta = (key: string) => `(SELECT value FROM meta WHERE key = '${key}')`
  const isComplete = db
    .prepare<{ seq: number }, number>(
      `SELECT @seq BETWEEN ${meta('history_gap')} AND ${meta('seq')} AND (@seq >= ${meta('history_floor')}
         OR EXISTS (SELECT 1 FROM snapshot WHERE name IS NOT NULL AND seq = +@seq))`,
    )
    .pluck()
  const authors = db.prepare<[string], AuthorshipRow>(
    `SELECT seq, at, kind, who, name FROM json_each(?) JOIN commit_maker ON seq = json_each.value AND commit_maker.kind IS NOT NULL`,
  )
  const lastReplaced = (rows: string) =>
    `ifnull((SELECT max(until) FROM kept_state WHERE page = +@key AND ${rows}), 0)`
  const lastAuthor = db.prepare<Parameters, AuthorshipRow>(
    `SELECT seq, at, kind, who, name FROM commit_maker
     WHERE seq = max(+@seq, ${lastReplaced('in_index = 1')}, ${lastReplaced(UNINDEXED)}) AND kind IS NOT NULL`,
  )
  const numberAt = db
    .prepare<[number], number>('SELECT seq FROM commit_maker WHERE at <= ? ORDER BY seq DESC LIMIT 1')
    .pluck()
  const snapshots = db.prepare<[], SnapshotRow>(
    `SELECT id, name, seq, at FROM snapshot WHERE name IS NOT '${HOLD}' ORDER BY seq DESC, at DESC, id`,
  )
  const countNamed = db.prepare<[], number>(`SELECT count(*) FROM snapshot WHERE name > '${HOLD}'`).pluck()
  const insert = db.prepare<[string, string | null, number], SnapshotRow>(
    "INSERT OR IGNORE INTO snapshot SELECT ?, ?, value, ? FROM meta WHERE key = 'seq' RETURNING id, name, seq, at",
  )
  const remove = db.prepare<[string]>(`DELETE FROM snapshot WHERE id = ? AND name IS NOT '${HOLD}'`)
  const endHold = db.prepare<[string]>(`DELETE FROM snapshot WHERE id = ? AND name = '${HOLD}'`)
  const removeDays = db.prepare<[number]>('DELETE FROM snapshot WHERE name IS NULL AND at < ?')
  const endHolds = db.prepare<[number]>(`DELETE FROM snapshot WHERE name = '${HOLD}' AND at < ?`)
  const addHold = db
    .prepare<{ id: string; seq: number | null; at: number }, number>(
      `INSERT INTO snapshot SELECT @id, '${HOLD}', coalesce(@seq, value), @at FROM meta WHERE key = 'seq'
       ON CONFLICT (id) DO UPDATE SET seq = excluded.seq, at = excluded.at WHERE name = '${HOLD}' RETURNING seq`,
    )
    .pluck()
  const walkAgain = db.prepare("UPDATE meta SET value = 0 WHERE key = 'history_walk'")
  const oldest = db
    .prepare<[], number | null>(
      "SELECT ended FROM kept_state WHERE h > (SELECT value FROM meta WHERE key = 'history_walk') ORDER BY h LIMIT 1",
    )
    .pluck()

  const add = db.transaction((snapshot: Omit<Snapshot, 'seq'>, most: number): Snapshot | undefined => {
    closed.check()
    const { id, name = null, at } = snapshot
    if (name !== null && countNamed.get()! >= most) return undefined
    const added = insert.get(id, name, at)
    return added && toSnapshot(added)
  })
  const removeOne = db.transaction((deletion: typeof remove, id: string): boolean => {
    closed.check()
    walkAgain.run()
    return deletion.run(id).changes > 0
  })
  const hold = db.transaction(({ id, seq, at }: StateHold): number | undefined => {
    closed.check()
    if (seq !== undefined && isComplete.get({ seq }) !== 1) return undefined
    return addHold.get({ id, seq: seq ?? null, at })
  })
  const expire = db.transaction((before: number): boolean => {
    closed.check()
    removeDays.run(before)
    if (endHolds.run(before).changes > 0) walkAgain.run()
    return writes.expire(before)
  })

  return {
    listByPage: async (pageId, limit) => ofPage.all({ key: pageId, limit: rows(limit) }).map(toSummary),
    listByRecords: async (ids, limit) =>
      ofRecords
        .all({ key: JSON.stringify(ids), limit: rows(limit) })
        .map((row) => ({ ...toState(row), ended: row.ended })),
    pageAt: async (pageId, seq) => pageAt.all({ key: pageId, seq }).map(toState),
    recordAt: async (id, seq) => {
      const row = recordAt.get({ key: id, seq })
      return row && toState(row)
    },
    recordsAt: async (ids, seq) => recordsAt.all({ key: JSON.stringify(ids), seq }).map(toState),
    listAt: async (seq, after, limit) => {
      const found = allAt.all(after, seq, seq, limit)
      const last = found.at(-1)
      return { states: found.map(toState), ...(found.length === limit && last && { next: last.h }) }
    },
    isComplete: async (seq) => isComplete.get({ seq }) === 1,
    authorships: async (seqs) =>
      new Map(authors.all(JSON.stringify([...new Set(seqs)])).map((row) => [row.seq, toAuthorship(row)])),
    lastAuthorship: async (pageId, seq) => {
      const row = lastAuthor.get({ key: pageId, seq })
      return row && toAuthorship(row)
    },
    numberAt: async (time) => numberAt.get(time) ?? undefined,
    snapshots: async () => snapshots.all().map(toSnapshot),
    addSnapshot: async (snapshot, most) => line(() => add.immediate(snapshot, most)),
    hold: async (given) => line(() => hold.immediate(given)),
    release: async (id) => line(() => void removeOne.immediate(endHold, id)),
    removeSnapshot: async (id) => line(() => removeOne.immediate(remove, id)),
    expire: async (before) => line(() => expire.immediate(before)),
    forget: forgetStates(db, line),
    oldest: async () => oldest.get() ?? undefined,
  }
}
