/** Tasks in the order of the API: open ones by day and priority, then finished ones, the latest edit first. */
import { isOpen, type Day } from '@notegraph/block-text'
import type { SettledQuery } from '@notegraph/query'
import { dueOf } from './days.ts'
import { matcher } from './match.ts'
import type { NoteBlock, Notes } from './notes.ts'
import { cut, latestFirst, type Part } from './search.ts'

/** The filters of a list of tasks. */
export interface TasksAsked {
  /** `open` by default. */
  readonly status?: 'open' | 'done' | 'all'
  /** Only tasks with this day or an earlier one: `YYYYMMDD` as a number. */
  readonly dueBy?: Day
  /** Only tasks with this day or a later one. */
  readonly dueFrom?: Day
  /** Only tasks that match this query. */
  readonly where?: SettledQuery
}

interface Task {
  readonly block: NoteBlock
  readonly open: boolean
  /** The day of the task; after all days if the task has none. */
  readonly due: Day
  /** A before B before C before none. */
  readonly rank: string
}

const NO_DAY = 99_999_999
const NO_RANK = 'D'

/**
 * Tasks in the order of the API.
 * @example
 * listTasks(readNotes([]), { status: 'open' }) // { blocks: [], total: 0 }
 * @see decisions 5.5, 5.6
 */
export function listTasks(
  notes: Notes,
  { status = 'open', dueFrom, dueBy = dueFrom === undefined ? NO_DAY : NO_DAY - 1, where }: TasksAsked = {},
  part: Part = {},
): { readonly blocks: readonly NoteBlock[]; readonly total: number } {
  const matches = where ? matcher(where, notes) : () => true
  const tasks: Task[] = []
  for (const block of notes.blocks) {
    const { marker, priority = NO_RANK } = block.parsed
    if (marker === undefined) continue
    const task = { block, open: isOpen(marker), due: dueOf(block.parsed) ?? NO_DAY, rank: priority }
    const isDue = task.due >= (dueFrom ?? 0) && task.due <= dueBy
    if (isDue && (status === 'all' || task.open === (status === 'open')) && matches(block)) tasks.push(task)
  }
  const all = tasks.toSorted(inOrder).map(({ block }) => block)
  return { blocks: cut(all, part), total: all.length }
}

function inOrder(a: Task, b: Task): number {
  if (a.open !== b.open) return a.open ? -1 : 1
  if (!a.open) return latestFirst(a.block, b.block)
  const [{ createdAt: madeA, id: idA }, { createdAt: madeB, id: idB }] = [a.block.record, b.block.record]
  return a.due - b.due || compare(a.rank, b.rank) || madeA - madeB || compare(idA, idB)
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
