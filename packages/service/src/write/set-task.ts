/**
 * Sets a task: its marker, its dates and its priority, each in its place. A part that the body does not name stays. A
 * repeating task can move its dates to their next day and stay open instead of becoming `DONE`.
 * @see decisions 2.10; assistants 3.1, 3.2, 3.3
 */
import {
  editTask,
  isOpen,
  keepTimes,
  nextDates,
  nextDay,
  parseBlock,
  setMarker,
  type BlockText,
  type DateMark,
  type Marker,
  type TaskEdit,
} from '@notegraph/block-text'
import type { SetTask, TaskState } from '@notegraph/contract'
import { dayAt } from '@notegraph/graph'
import { ok, refuse, type Result } from '../refusal.ts'
import { BAD_REQUESTS } from '../request-errors.ts'
import { rewordedBlock, type TargetBlock } from './block.ts'
import type { Edit, WriteContext } from './edit.ts'
import { named } from './summary.ts'
import { readTaskDate } from './task-date.ts'

const MARKER: { readonly [S in TaskState]: Marker } = {
  todo: 'TODO',
  doing: 'DOING',
  done: 'DONE',
  later: 'LATER',
  now: 'NOW',
  waiting: 'WAITING',
  canceled: 'CANCELED',
}

const DATES = ['scheduled', 'deadline'] as const

/**
 * The block may have any length, since imported tasks can be longer than the API writes. It grows by at most a marker, a
 * priority and two dates.
 * @returns undefined if the block already says all of this; 400 for an invalid date, or a repeat without a repeater
 */
export function setTask(block: TargetBlock, body: SetTask, context: WriteContext): Result<Edit | undefined> {
  const old = block.record.words.text
  const edit = editOf(parseBlock(old), body, context)
  if (!edit.ok) return edit
  const content = isMarkerAlone(edit.value) ? setMarker(old, edit.value.marker) : editTask(old, edit.value)
  if (content === old) return ok(undefined)
  return ok(rewordedBlock(block, content, summaryOf(edit.value, block.pageName), context))
}

/**
 * The next day of a task that became done, or that moved on: that of its deadline, else of its scheduled day.
 * @param content the text of the block before the write
 * @returns undefined if the task is not set to done, or does not repeat
 */
export function nextRepeat(content: string, body: SetTask, context: WriteContext): number | undefined {
  if (body.state !== 'done') return undefined
  const edit = editOf(parseBlock(content), { ...body, repeat: false }, context)
  const dates = edit.ok ? parseBlock(editTask(content, edit.value)).layout : undefined
  const today = dayAt(context.now, context.zone)
  const [deadline, scheduled] = [dates?.deadline, dates?.scheduled].map(
    (date) => date && nextDay(date, today),
  )
  return deadline ?? scheduled
}

const isMarkerAlone = (edit: TaskEdit): edit is { marker: Marker } =>
  typeof edit.marker === 'string' && Object.keys(edit).length === 1

function editOf(block: BlockText, body: SetTask, context: WriteContext): Result<TaskEdit> {
  const { state, priority, repeat = false } = body
  const dates: { scheduled?: DateMark | null; deadline?: DateMark | null } = {}
  for (const name of DATES) {
    const date = dateOf(name, block, body[name], context)
    if (!date.ok) return date
    if (date.value !== undefined) dates[name] = date.value
  }
  const edit = { ...dates, ...(priority !== undefined && { priority }) }
  if (repeat) return movedOn(block, edit, context)
  if (state === undefined) return ok(edit)
  return ok({ ...edit, marker: state === 'none' ? null : MARKER[state] })
}

function dateOf(
  name: (typeof DATES)[number],
  { layout }: BlockText,
  text: string | null | undefined,
  context: WriteContext,
): Result<DateMark | null | undefined> {
  if (text === undefined || text === null) return ok(text)
  const read = readTaskDate(name, text, context)
  if (!read.ok) return read
  const old = layout[name]
  const date: DateMark = { kind: name === 'scheduled' ? 'SCHEDULED' : 'DEADLINE', ...read.value }
  return ok(old ? keepTimes(date, old) : date)
}

/** Moves the repeating dates to their next day, and opens the task again if it is not open. */
function movedOn({ marker, layout }: BlockText, edit: TaskEdit, context: WriteContext): Result<TaskEdit> {
  const today = dayAt(context.now, context.zone)
  const dates = Object.fromEntries(
    DATES.flatMap((name) => {
      const date = edit[name] === undefined ? layout[name] : edit[name]
      return date ? [[name, { kind: 'SCHEDULED', ...date }]] : []
    }),
  )
  const moved = nextDates(dates, today)
  if (!moved) return refuse(BAD_REQUESTS.noRepeater)
  const opened = marker === undefined || !isOpen(marker) ? { marker: 'TODO' as const } : {}
  return ok({ ...edit, ...moved, ...opened })
}

function summaryOf(edit: TaskEdit, pageName: string): string {
  if (isMarkerAlone(edit)) return `Set a task on ${named(pageName)} to ${edit.marker}`
  const words = { marker: 'state', priority: 'priority', scheduled: 'scheduled day', deadline: 'deadline' }
  const parts = Object.entries(words).flatMap(([part, word]) => (part in edit ? [word] : []))
  return `Set the ${parts.join(', ').replace(/, ([^,]*)$/, ' and $1')} of a task on ${named(pageName)}`
}
