/** Tasks in the order of the API: open ones by day and priority, then finished ones, the latest edit first. */
import { isOpen, type Day } from '@notegraph/block-text'
import { dueOf } from './days.ts'
import type { NoteBlock, Notes } from './notes.ts'
import { cut, latestFirst, type Part } from './search.ts'

/** The filters of a list of tasks. */
export interface TasksAsked {
  /** `open` by default. */
  readonly status?: 'open' | 'done' | 'all'
  /** Only tasks with this day or an earlier one: `YYYYMMDD` as a number. */
  readonly dueBy?: Day
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
  { blocks }: Notes,
  { status = 'open', dueBy = NO_DAY }: TasksAsked = {},
  part: Part = {},
): { readonly blocks: readonly NoteBlock[]; readonly total: number } {
  const tasks: Task[] = []
  for (const block of blocks) {
    const { marker, priority = NO_RANK } = block.parsed
    if (marker === undefined) continue
    const task = { block, open: isOpen(marker), due: dueOf(block.parsed) ?? NO_DAY, rank: priority }
    if (task.due <= dueBy && (status === 'all' || task.open === (status === 'open'))) tasks.push(task)
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
