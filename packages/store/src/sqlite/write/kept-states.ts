/** Keeps what commits replace, in their transactions. Old states go by their number, in bounded steps. */
import type { GraphRecord } from '@notegraph/graph'
import type { Author, Authorship } from '../../graph/history.ts'
import {
  countAsOne,
  DROPPED_AT_ONCE,
  KNOWN_AUTHORS,
  mostHistoryBytes,
  type LatestState,
} from '../../history-rules.ts'
import { GIVEN, type Db } from '../database/database.ts'
import { storedJson, type StoredRow } from '../read/stored-record.ts'
import { storage } from './storage.ts'

export interface KeptStateWrites {
  /** Notes the author of a commit. */
  note(seq: number, by: Authorship): void
  /** Keeps the state that a commit replaces. */
  keep(before: StoredRow, record: GraphRecord, until: number, by: Authorship): void
  /** Notes that a commit without an author replaced a state. */
  skip(until: number): void
  /** Deletes the oldest states, if all occupy more than they may. */
  trim(quota: number): void
  /** Deletes some of the states that were replaced before a time. @returns whether there may be more */
  expire(before: number): boolean
}

interface LatestRow extends Omit<LatestState, 'deleted' | 'by'>, AuthorColumns {
  readonly h: number
  readonly deleted: number
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

interface OldestRow {
  readonly h: number
  readonly ended: number
  readonly until: number
  readonly needed: number
}

const EXPIRED_AT_ONCE = 1_000

export function keptStateWrites(db: Db): KeptStateWrites {
  const addAuthor = db.prepare<[number, number, string, string, string]>(
    'INSERT OR REPLACE INTO commit_author VALUES (?, ?, ?, ?, ?)',
  )
  const forgetAuthors = db.prepare<[number]>('DELETE FROM commit_author WHERE seq <= ?')
  const author = db.prepare<[number], AuthorColumns & { readonly at: number }>(
    'SELECT at, kind, who, name FROM commit_author WHERE seq = ?',
  )
  const latest = db.prepare<[string], LatestRow>(
    `SELECT h, since, until, began, deleted, kind, who, name FROM kept_state WHERE id = ${GIVEN} ORDER BY until DESC LIMIT 1`,
  )
  const isNamed = db
    .prepare<[number, number], number>('SELECT 1 FROM snapshot WHERE seq >= ? AND seq < ? LIMIT 1')
    .pluck()
  const insert = db.prepare<Record<string, string | number | null>[]>(
    `INSERT INTO kept_state (id, page, since, seq, until, began, at, ended, deleted, kind, who, name, doc)
     VALUES (@id, @page, @since, @seq, @until, @began, @at, @ended, @deleted, @kind, @who, @name, @doc)`,
  )
  const remove = db.prepare<[number]>('DELETE FROM kept_state WHERE h = ?')
  const oldest = db.prepare<[number], OldestRow>(
    `SELECT h, ended, until, EXISTS (SELECT 1 FROM snapshot WHERE name IS NOT NULL AND snapshot.seq >= kept_state.since AND snapshot.seq < kept_state.until) AS needed
     FROM kept_state WHERE h > (SELECT value FROM meta WHERE key = 'history_walk') ORDER BY h LIMIT +?`,
  )
  const walkTo = db.prepare<[number]>("UPDATE meta SET value = ? WHERE key = 'history_walk'")
  const floorTo = db.prepare<[number]>("UPDATE meta SET value = max(value, ?) WHERE key = 'history_floor'")
  const gap = db.prepare<[number]>("UPDATE meta SET value = ? WHERE key = 'history_gap'")
  const sums = storage(db)
  let kept = 0

  /** Looks at the oldest states that no named snapshot is known to need. @returns whether there may be more to delete */
  function drop(limit: number, mustGo: (ended: number) => boolean): boolean {
    const found = oldest.all(limit)
    let needed: number | undefined
    let dropped = 0
    let seen = 0
    for (const row of found) {
      if (!mustGo(row.ended)) break
      seen++
      if (row.needed === 1) needed = row.h
      else {
        remove.run(row.h)
        dropped = Math.max(dropped, row.until)
      }
    }
    if (dropped > 0) floorTo.run(dropped)
    if (needed !== undefined) walkTo.run(needed)
    return seen === limit
  }

  return {
    note(seq, { at, kind, id, name }) {
      kept = 0
      addAuthor.run(seq, at, kind, id, name)
      forgetAuthors.run(seq - KNOWN_AUTHORS)
    },
    keep(before, record, until, by) {
      const { id, seq } = before
      const wrote = author.get(seq)
      const columns = wrote ?? { at: record.updatedAt, kind: null, who: null, name: null }
      const state = { seq, at: columns.at, deleted: record.deleted !== undefined, ...authorOf(columns) }
      const last = latest.get(id)
      const isOne =
        last !== undefined &&
        countAsOne({ ...last, deleted: last.deleted === 1, ...authorOf(last) }, state) &&
        isNamed.get(last.since, last.until) === undefined
      if (isOne) remove.run(last.h)
      insert.run({
        id,
        page: pageOf(record),
        since: isOne ? last.since : seq,
        seq,
        until,
        began: isOne ? last.began : columns.at,
        at: columns.at,
        ended: by.at,
        deleted: state.deleted ? 1 : 0,
        kind: columns.kind,
        who: columns.who,
        name: columns.name,
        doc: storedJson(before),
      })
      kept++
    },
    skip: (until) => void gap.run(until),
    trim(quota) {
      const most = mostHistoryBytes(sums.bytes(), quota)
      if (sums.historyBytes() > most) drop(DROPPED_AT_ONCE + kept, () => sums.historyBytes() > most)
    },
    expire: (before) => drop(EXPIRED_AT_ONCE, (ended) => ended < before),
  }
}
