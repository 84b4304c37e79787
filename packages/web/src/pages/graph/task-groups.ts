/**
 * Open tasks by when they are due: Overdue, Today, Next, Later. The list is soonest first, so each group is a range of
 * it, and its length is that of a list with the group's days.
 */
import type { TasksQuery } from '@notegraph/contract'
import type { Caller, NotesReader, Result } from '@notegraph/service'

export interface TaskGroup {
  readonly title: string
  /** The meaning of the title, for screen readers. */
  readonly words: string
  /** The place in the whole list after its last task. */
  readonly end: number
  readonly count: number
}

/** The days of the group Next, from tomorrow. */
const NEXT_DAYS = 7

type Days = Pick<TasksQuery, 'due_by' | 'due_from'>

const DATED: readonly (readonly [title: string, words: string, days: Days])[] = [
  ['Overdue', 'due before today', { due_by: { kind: 'yesterday' } }],
  ['Today', 'due today', { due_from: { kind: 'today' }, due_by: { kind: 'today' } }],
  [
    'Next',
    `due in the next ${NEXT_DAYS} days`,
    { due_from: { kind: 'tomorrow' }, due_by: { kind: 'offset', count: NEXT_DAYS, unit: 'd' } },
  ],
]

type Filters = Omit<TasksQuery, 'limit' | 'offset' | 'due_by' | 'due_from'>

/**
 * @param total the length of the whole list
 * @returns the groups with tasks, in the order of the list
 */
export async function taskGroups(
  reader: Pick<NotesReader, 'listTasks'>,
  caller: Caller,
  filters: Filters,
  total: number,
): Promise<Result<readonly TaskGroup[]>> {
  const groups: TaskGroup[] = []
  let end = 0
  for (const [title, words, days] of DATED) {
    const listed = await reader.listTasks(caller, { ...filters, ...days, limit: 0, offset: 0 })
    if (!listed.ok) return listed
    const count = listed.value.total
    end += count
    groups.push({ title, words, count, end })
  }
  groups.push({ title: 'Later', words: 'due later, or without a day', count: total - end, end: total })
  return { ok: true, value: groups.filter(({ count }) => count > 0) }
}

/** A part of a list, divided where a group ends. @param offset the place of the part in the list */
export function inGroups<T>(
  groups: readonly TaskGroup[],
  items: readonly T[],
  offset: number,
): { readonly group: TaskGroup; readonly items: readonly T[] }[] {
  return groups
    .map((group) => ({
      group,
      items: items.slice(Math.max(0, group.end - group.count - offset), Math.max(0, group.end - offset)),
    }))
    .filter((shown) => shown.items.length > 0)
}
