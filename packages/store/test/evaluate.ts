/**
 * Evaluates a query on the records one by one with `@notegraph/search`, without the rows and the SQL of a store. A
 * driver must find the same.
 */
import type { GraphRecord } from '@notegraph/graph'
import type { Query, SearchOrder } from '@notegraph/query'
import { listTasks, readNotes, search, type Asked, type Notes, type TasksAsked } from '@notegraph/search'
import type { FileEntry, Window } from '../src/index.ts'

export type { Asked }

export interface Kept {
  /** All records, also deleted ones. */
  readonly records: readonly GraphRecord[]
  readonly files: readonly FileEntry[]
}

export interface Found {
  readonly ids: string[]
  readonly total: number
  readonly truncated: boolean
}

/** Finds blocks, the latest edit first, then by id, or in another order. Counts up to the ceiling. @see decisions 5.4 */
export function evaluate(
  query: Query,
  kept: Kept,
  asked: Asked,
  window: Window,
  ceiling: number,
  order: SearchOrder = 'updated',
): Found {
  const part = { ...window, ceiling, order }
  const { blocks, total, truncated } = search(notesOf(kept), query, asked, part)
  return { ids: blocks.map(({ record }) => record.id), total, truncated }
}

/** @see decisions 5.5 */
export function evaluateTasks(kept: Kept, asked: TasksAsked, window: Window): Omit<Found, 'truncated'> {
  const { blocks, total } = listTasks(notesOf(kept), asked, window)
  return { ids: blocks.map(({ record }) => record.id), total }
}

const read = new WeakMap<Kept, Notes>()

/** Reads the same notes once, however many questions there are. */
function notesOf(kept: Kept): Notes {
  const { records, files } = kept
  const notes = read.get(kept) ?? readNotes(records, { file: (id) => files.find((file) => file.id === id) })
  read.set(kept, notes)
  return notes
}
