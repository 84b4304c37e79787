/**
 * Keeps what commits replace, in their transactions. Each page of the file that a commit changes costs it time, so the
 * indexes take states in some at a time. Old states go by their number, in bounded steps.
 */
import type { GraphRecord } from '@notegraph/graph'
import type { Author, Authorship } from '../../graph/history.ts'
import { DROPPED_AT_ONCE } from '../../dropped-at-once.ts'
import { countAsOne, mostHistoryBytes, type LatestState } from '../../history-rules.ts'
import { GIVEN, type Db } from '../database/database.ts'
import { storedJson, type StoredRow } from '../read/stored-record.ts'
import { HISTORY } from '../schema/codes.ts'
import { commitMakers } from './commit-makers.ts'
import { BYTES_OF_STATE, stateBytes, storage } from './storage.ts'

/** The kept states of one transaction. */
export interface KeptStateBatch {
  /** Notes the author of a commit. */
  note(seq: number, by: Authorship): void
  /** Keeps the state that a commit replaces. */
  keep(before: StoredRow, record: GraphRecord, until: number, by: Authorship): void
  /** Notes that a commit without an author replaced a state. */
  skip(until: number): void
  /** Updates the sums, and deletes the oldest states if all occupy more than they may. @param graph bytes of records and files */
  finish(graph: number, quota: number): void
}

export interface KeptStateWrites {
  begin(): KeptStateBatch
  /** Deletes some of the states that were replaced before a time. @returns whether there may be more */
  expire(before: number): boolean
}

/** The columns of an author; all null if nobody knows who it was. */
export interface AuthorColumns {
  readonly kind: string | null
  readonly who: string | null
  readonly name: string | null
}

export const authorOf = ({ kind, who, name }: AuthorColumns): { readonly by?: Author } =>
  kind === null ? {} : { by: { kind: kind as Author['kind'], id: who!, name: name! } }

/** The id of the page that a state belongs to; a page's own id. */
export const pageOf = (record: GraphRecord): string =>
  record.kind === 'page' ? record.id : record.place.pageId

interface LatestRow extends Omit<LatestState, 'until' | 'deleted' | 'by'>, AuthorColumns {
  readonly h: number
  readonly deleted: number
  readonly bytes: number
}

interface OldestRow {
  readonly h: number
  readonly ended: number
  readonly until: number
  readonly bytes: number
  readonly needed: number
}

/** The bytes of all states, the last h that the indexes have, and the last h. */
interface Extent {
  readonly bytes: number
  readonly indexed: number
  readonly last: number
}

const EXPIRED_AT_ONCE = 1_000
/** Readers scan up to so many states that the indexes lack. */
const UNINDEXED = 32

export function keptStateWrites(db: Db): KeptStateWrites {
  const author = db.prepare<[number], AuthorColumns & { readonly at: number }>(
    'SELECT at, kind, who, name FROM commit_maker WHERE seq = ? AND kind IS NOT NULL',
  )
  const extent = db.prepare<[], Extent>(
    `SELECT (SELECT bytes FROM storage WHERE kind = ${HISTORY}) AS bytes,
       (SELECT value FROM meta WHERE key = 'history_indexed') AS indexed,
       (SELECT coalesce(max(h), 0) FROM kept_state) AS last`,
  )
  const latestColumns = `h, since, began, deleted, page, kind, who, name, ${BYTES_OF_STATE} AS bytes`
  const latest = db.prepare<[string, number, number, string, number], LatestRow>(
    `SELECT ${latestColumns} FROM kept_state WHERE id = ${GIVEN} AND until = ${GIVEN} AND in_index = 1
     UNION ALL SELECT ${latestColumns} FROM kept_state WHERE h > +? AND id = +? AND until = +? AND in_index = 0`,
  )
  const isNamed = db
    .prepare<[number, number], number>('SELECT 1 FROM snapshot WHERE seq >= ? AND seq < ? LIMIT 1')
    .pluck()
  const insert = db.prepare<(string | number | null)[]>(
    `INSERT INTO kept_state (h, id, since, began, in_index, page, seq, until, at, ended, deleted, kind, who, name, doc)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const replace = db.prepare<(string | number | null)[]>(
    `UPDATE kept_state SET page = ?, seq = ?, until = ?, at = ?, ended = ?, deleted = ?, kind = ?, who = ?, name = ?, doc = ?
     WHERE h = ?`,
  )
  const remove = db.prepare<[number]>('DELETE FROM kept_state WHERE h = ?')
  const index = db.prepare<[number, number]>(
    'UPDATE kept_state SET in_index = 1 WHERE h > ? AND h <= ? AND in_index = 0',
  )
  const indexedTo = db.prepare<[number]>("UPDATE meta SET value = ? WHERE key = 'history_indexed'")
  const oldest = db.prepare<[number], OldestRow>(
    `SELECT h, ended, until, ${BYTES_OF_STATE} AS bytes, EXISTS (
       SELECT 1 FROM snapshot WHERE name IS NOT NULL AND snapshot.seq >= kept_state.since AND snapshot.seq < kept_state.until
     ) AS needed
     FROM kept_state WHERE h > (SELECT value FROM meta WHERE key = 'history_walk') ORDER BY h LIMIT +?`,
  )
  const walkTo = db.prepare<[number]>("UPDATE meta SET value = ? WHERE key = 'history_walk'")
  const floorTo = db.prepare<[number]>("UPDATE meta SET value = max(value, ?) WHERE key = 'history_floor'")
  const gap = db.prepare<[number]>("UPDATE meta SET value = ? WHERE key = 'history_gap'")
  const makers = commitMakers(db)
  const sums = storage(db)

  /** Looks at the oldest states that no named snapshot is known to need. @returns whether there may be more to delete */
  function drop(limit: number, mustGo: (state: OldestRow, freed: number) => boolean): boolean {
    const found = oldest.all(limit)
    let needed: number | undefined
    let until = 0
    let dropped = 0
    let freed = 0
    let seen = 0
    for (const row of found) {
      if (!mustGo(row, freed)) break
      seen++
      if (row.needed === 1) needed = row.h
      else {
        remove.run(row.h)
        dropped++
        freed += row.bytes
        until = Math.max(until, row.until)
      }
    }
    sums.addStates(-dropped, -freed)
    if (until > 0) floorTo.run(until)
    if (needed !== undefined) walkTo.run(needed)
    return seen === limit
  }

  function begin(): KeptStateBatch {
    let before: Extent | undefined
    let last = 0
    let kept = 0
    let count = 0
    let bytes = 0

    function first(): Extent {
      before = extent.get()!
      // A number is not used again, even if its state was deleted: the scan for states without an index would miss it.
      last = Math.max(before.last, before.indexed)
      return before
    }

    return {
      note: (seq, by) => makers.noteAuthor(seq, by),
      keep(replaced, record, until, by) {
        const { id, seq } = replaced
        const { indexed } = before ?? first()
        const wrote = author.get(seq) ?? { at: record.updatedAt, kind: null, who: null, name: null }
        const page = pageOf(record)
        const state = { seq, at: wrote.at, deleted: record.deleted !== undefined, page, ...authorOf(wrote) }
        const earlier =
          wrote.kind === null || state.deleted ? undefined : latest.get(id, seq, indexed, id, seq)
        const isOne =
          earlier !== undefined &&
          countAsOne(
            { ...earlier, until: seq, deleted: earlier.deleted === 1, ...authorOf(earlier) },
            state,
          ) &&
          isNamed.get(earlier.since, seq) === undefined
        const doc = storedJson(replaced)
        const columns = [
          page,
          seq,
          until,
          wrote.at,
          by.at,
          state.deleted ? 1 : 0,
          wrote.kind,
          wrote.who,
          wrote.name,
          doc,
        ]
        if (isOne && earlier.h === last) replace.run(...columns, last)
        else {
          if (isOne) remove.run(earlier.h)
          const inIndex = last - indexed > UNINDEXED ? 1 : 0
          insert.run(
            ++last,
            id,
            isOne ? earlier.since : seq,
            isOne ? earlier.began : wrote.at,
            inIndex,
            ...columns,
          )
        }
        kept++
        count += isOne ? 0 : 1
        bytes += stateBytes(doc) - (isOne ? earlier.bytes : 0)
      },
      skip: (until) => void gap.run(until),
      finish(graph, quota) {
        const { bytes: earlier, indexed } = before ?? first()
        sums.addStates(count, bytes)
        const most = mostHistoryBytes(graph, quota)
        const excess = earlier + bytes - most
        if (excess > 0) drop(DROPPED_AT_ONCE + kept, (_, freed) => freed < excess)
        if (last - indexed > UNINDEXED) {
          // The latest state often counts as one with the next, and is cheaper to replace outside the indexes.
          index.run(indexed, last - 1)
          indexedTo.run(last - 1)
        }
      },
    }
  }

  return { begin, expire: (before) => drop(EXPIRED_AT_ONCE, ({ ended }) => ended < before) }
}

/** Counts the states of a file that got them as rows, and notes that the indexes have them. */
export function settleStates(db: Db): void {
  db.exec(
    `UPDATE storage SET (count, bytes) = (SELECT count(*), coalesce(sum(${BYTES_OF_STATE}), 0) FROM kept_state)
       WHERE kind = ${HISTORY};
     UPDATE meta SET value = (SELECT coalesce(max(h), 0) FROM kept_state) WHERE key = 'history_indexed'`,
  )
}
