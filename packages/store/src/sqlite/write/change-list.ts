/** The change list in a graph's database: the entries in their order, each with the items that it changed. */
import type {
  ChangeEntry,
  ChangeFilter,
  ChangeRecord,
  ChangesToKeep,
  ChangeStore,
  ChangeSummary,
  EntryState,
  ItemChange,
} from '../../graph/changes.ts'
import { DROPPED_AT_ONCE } from '../../dropped-at-once.ts'
import { changeChecksum } from '../../graph/change-checksum.ts'
import type { NewChangeEntry } from '../../graph/commits.ts'
import type { Window } from '../../graph/window.ts'
import { NO_LINE, type Line } from '../bulk/bulk.ts'
import { rows, snapshot, type Db } from '../database/database.ts'
import { fitting } from '../read/byte-window.ts'
import { closedMark } from './closed.ts'
import { RefusalError } from './refusal.ts'
import { storage } from './storage.ts'

interface Row extends Omit<ChangeEntry, 'blockId' | 'tokenId' | 'own' | 'touched'> {
  readonly tokenId: string | null
  readonly blockId: string | null
  readonly state: EntryState
  readonly keptAt: number | null
  readonly seenAt: number | null
  readonly own: 0 | 1
}
interface WholeRow extends Row {
  readonly touched: string
}
/** The condition of each filter beside the time. */
const CONDITIONS = {
  token: 'token = ?',
  tokenId: 'token_id = ?',
  notTokenId: 'token_id IS NOT ?',
  pageId: 'page_id = ?',
  idStart: "id GLOB ? || '*'",
  seen: '(seen_at IS NOT NULL) = ?',
} as const satisfies Partial<Record<keyof ChangeFilter, string>>

type Condition = keyof typeof CONDITIONS

const conditionsOf = (filter: ChangeFilter): Condition[] =>
  (Object.keys(CONDITIONS) as Condition[]).filter((name) => filter[name] !== undefined)

/** SQLite has no booleans. */
const valueOf = (value: string | boolean): string | number =>
  typeof value === 'boolean' ? Number(value) : value

/** The state of an entry, and the person's dealings with it. */
export const STATE =
  "iif(open = 1, 'open', iif(kept_at IS NULL, 'reverted', 'kept')) AS state, kept_at AS keptAt, seen_at AS seenAt"
const LISTED = `id, at, token, token_id AS tokenId, action, summary, page, page_id AS pageId, block_id AS blockId, own, ${STATE}`
const WHOLE = `${LISTED}, touched`

const toListed = ({ own, blockId, tokenId, keptAt, seenAt, ...row }: Row): ChangeSummary => ({
  ...row,
  ...(tokenId !== null && { tokenId }),
  ...(blockId !== null && { blockId }),
  ...(own === 1 && { own: true }),
  ...(keptAt !== null && { keptAt }),
  ...(seenAt !== null && { seenAt }),
})

const toRecord = ({ touched, ...row }: WholeRow): ChangeRecord => ({
  ...toListed(row),
  touched: JSON.parse(touched) as ItemChange[],
})

/** The writes of a commit to the change list. `add` and `revert` throw `RefusalError`. */
export interface ChangeWrites {
  add(listed: NewChangeEntry): void
  revert(id: string): void
  drop(id: string): void
}

export function changeWrites(db: Db): ChangeWrites {
  // The condition names both states, so that SQLite uses the index.
  const dropExpired = db.prepare<[number, number]>(
    'DELETE FROM change WHERE n IN (SELECT n FROM change WHERE open IN (0, 1) AND at < ? LIMIT +?)',
  )
  const countOpen = db
    .prepare<[number], number>('SELECT count(*) FROM change WHERE open = 1 AND own = 0 AND at >= ?')
    .pluck()
  // Never fewer than the entries, from the numbers of two.
  const span = db
    .prepare<[], number | null>('SELECT (SELECT max(n) FROM change) - (SELECT min(n) FROM change) + 1')
    .pluck()
  const insert = db.prepare<(string | number | null)[]>(
    `INSERT INTO change (id, at, open, token, token_id, action, summary, page, page_id, block_id, own, touched, checksum)
     VALUES (?, ?, 1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const drop = db.prepare<[string]>('DELETE FROM change WHERE id = ?')
  const revert = db.prepare<[string]>('UPDATE change SET open = 0 WHERE id = ? AND open = 1')
  const emptyOldest = db.prepare<[number]>(
    `UPDATE change SET touched = '[]' WHERE n IN (SELECT n FROM change INDEXED BY change_whole
       WHERE open = 0 AND touched <> '[]' ORDER BY n LIMIT +?)`,
  )
  const dropOldest = db.prepare<[number]>(
    'DELETE FROM change WHERE n IN (SELECT n FROM change ORDER BY n LIMIT +?)',
  )
  const OWN = 'DELETE FROM change WHERE n IN (SELECT n FROM change WHERE own = 1 ORDER BY n'
  const dropOldestOwn = db.prepare<[number]>(`${OWN} LIMIT +?)`)
  const dropOwnBeyond = db.prepare<[number]>(`${OWN} DESC LIMIT -1 OFFSET +?)`)
  const { changeBytes } = storage(db)

  return {
    add({ entry, most, mostBytes = Infinity, since }) {
      const isFull = () => changeBytes() >= mostBytes
      const makeRoom = (step: () => { readonly changes: number }) => {
        while (isFull() && step().changes > 0);
      }
      const expire = () => dropExpired.run(since, DROPPED_AT_ONCE)
      expire()
      const own = entry.own === true
      if (!own && most > 0 && (span.get() ?? 0) >= most && countOpen.get(since)! >= most)
        throw new RefusalError('trail_full')
      if (isFull()) {
        makeRoom(expire)
        // The person's edits go first, then closed entries lose their records. Then entries limited in number refuse the
        // write; else the oldest go. An edit of the person takes nothing from the list.
        makeRoom(() => dropOldestOwn.run(DROPPED_AT_ONCE))
        makeRoom(() => emptyOldest.run(DROPPED_AT_ONCE))
        if (!own && most > 0 && isFull()) throw new RefusalError('trail_bytes')
        if (!own) makeRoom(() => dropOldest.run(DROPPED_AT_ONCE))
      }
      const { id, at, token, tokenId = null, action, summary, page, pageId, blockId = null } = entry
      const touched = JSON.stringify(entry.touched)
      const checksum = changeChecksum({ ...entry, touched })
      const texts = [token, tokenId, action, summary, page, pageId, blockId]
      insert.run(id, at, ...texts, own ? 1 : 0, touched, checksum)
      if (own) dropOwnBeyond.run(most)
    },
    revert(id) {
      if (revert.run(id).changes === 0) throw new RefusalError('not_open')
    },
    drop: (id) => void drop.run(id),
  }
}

/** The bytes of an entry without its items. */
const LISTED_BYTES = 'octet_length(token) + octet_length(summary) + octet_length(page)'
const WHOLE_BYTES = `${LISTED_BYTES} + octet_length(touched)`

export function changeStore(db: Db, line: Line = NO_LINE): ChangeStore {
  type Value = string | number
  const list = <R extends Row>(columns: string, length: string) => {
    const prepare = (conditions: readonly Condition[]) => {
      // Without the hint, SQLite would read whole entries until enough are of the page.
      const from = `FROM change ${conditions.includes('pageId') ? 'INDEXED BY change_listed' : ''}
        WHERE ${['at >= ?', 'own = 0', ...conditions.map((name) => CONDITIONS[name])].join(' AND ')}`
      const window = `${from} ORDER BY n DESC LIMIT +? OFFSET ?`
      return {
        page: db.prepare<Value[], R>(`SELECT ${columns} ${window}`),
        sizes: db.prepare<Value[], number>(`SELECT ${length} ${window}`).pluck(),
        count: db.prepare<Value[], number>(`SELECT count(*) ${from}`).pluck(),
      }
    }
    /** By their conditions: a condition that may be absent would keep SQLite from using an index. */
    const statements = new Map<string, ReturnType<typeof prepare>>()
    return (wanted: ChangeFilter, { limit, offset, bytes }: Window) =>
      snapshot(db, () => {
        const conditions = conditionsOf(wanted)
        const key = conditions.join()
        const { page, sizes, count } = statements.get(key) ?? prepare(conditions)
        statements.set(key, { page, sizes, count })
        const filter = [wanted.since, ...conditions.map((name) => valueOf(wanted[name]!))]
        const most = bytes === undefined ? limit : fitting(sizes.all(...filter, rows(limit), offset), bytes)
        return { found: page.all(...filter, rows(most), offset), total: count.get(...filter)! }
      })
  }
  const listed = list<Row>(LISTED, LISTED_BYTES)
  const whole = list<WholeRow>(WHOLE, WHOLE_BYTES)
  const one = db.prepare<[string], WholeRow>(`SELECT ${WHOLE} FROM change WHERE id = ?`)
  const open = db
    .prepare<[number], number>('SELECT count(*) FROM change WHERE open = 1 AND own = 0 AND at >= ?')
    .pluck()
  const closed = closedMark(db)
  const keepWhere = (where: string) =>
    db.prepare<(string | number)[], Pick<ChangeEntry, 'id' | 'action'>>(
      `UPDATE change SET open = 0, kept_at = ? WHERE open = 1 AND own = 0 AND ${where} RETURNING id, action`,
    )
  const keepIds = keepWhere('id IN (SELECT value FROM json_each(?))')
  const keepToken = keepWhere('token = ? AND at <= ?')
  const keep = db.transaction((which: ChangesToKeep, at: number) => {
    closed.check()
    return 'ids' in which
      ? keepIds.all(at, JSON.stringify(which.ids))
      : keepToken.all(at, which.token, which.until)
  })
  const seen = db.prepare<[number, string]>(
    'UPDATE change SET seen_at = ? WHERE seen_at IS NULL AND own = 0 AND id IN (SELECT value FROM json_each(?))',
  )
  const see = db.transaction((ids: readonly string[], at: number) => {
    closed.check()
    return seen.run(at, JSON.stringify(ids)).changes
  })
  return {
    list: async (filter, window) => {
      const { found, total } = listed(filter, window)
      return { changes: found.map(toListed), total }
    },
    listWithItems: async (filter, window) => {
      const { found, total } = whole(filter, window)
      return { changes: found.map(toRecord), total }
    },
    find: async (id) => {
      const row = one.get(id)
      return row && toRecord(row)
    },
    countOpen: async (since) => open.get(since)!,
    keep: async (which, at) => line(() => keep.immediate(which, at)),
    see: async (ids, at) => line(() => see.immediate(ids, at)),
  }
}
