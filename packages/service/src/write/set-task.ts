/**
 * Sets a task: its marker, its dates and its priority, each in its place. A part that the body does not name stays. A
 * repeating task can move its dates to their next day and stay open instead of becoming `DONE`.
 * @see decisions 2.10; assistants 3.1, 3.2, 3.3
 */
import {
  editTask,
  hasTime,
  idleHours,
  idleRepeater,
  isOpen,
  keepTimes,
  nextDate,
  parseBlock,
  readShift,
  setMarker,
  shiftDate,
  withoutRepeater,
  type BlockText,
  type DateMark,
  type Marker,
  type NextDate,
  type TaskEdit,
} from '@notegraph/block-text'
import type { SetTask, TaskState } from '@notegraph/contract'
import { dayAt, startOfDay } from '@notegraph/graph'
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
const KINDS = { scheduled: 'SCHEDULED', deadline: 'DEADLINE' } as const

const markOf = (name: (typeof DATES)[number], { layout }: BlockText): DateMark | undefined => layout[name]

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

/** The members of an answer about a task that repeats. */
export interface Repeats {
  /** The next day of a task that became done, or that moved on: that of its deadline, else of its scheduled day. */
  readonly repeats?: number
  /** The dates that moved on to the last day of a shorter month, and stay there. */
  readonly shortened?: readonly (typeof DATES)[number][]
}

/** @param content the text of the block before the write */
export function repeatsOf(content: string, body: SetTask, context: WriteContext): Repeats {
  const shifted = body.shift === undefined ? undefined : shiftedDates(parseBlock(content), body.shift)
  const shorter = shifted?.ok === true ? shifted.value.shortened : []
  if (body.state !== 'done') return shorter.length > 0 ? { shortened: shorter } : {}
  const edit = editOf(parseBlock(content), { ...body, repeat: false }, context)
  if (!edit.ok) return {}
  const dates = nextDatesOf(editTask(content, edit.value), context)
  const next = dates.deadline ?? dates.scheduled
  const shortened = DATES.filter((name) => dates[name]?.shortened)
  return {
    ...(next && { repeats: next.date.day }),
    ...(body.repeat === true && shortened.length > 0 && { shortened }),
  }
}

/** The next dates of a task that repeats. A date without a repeater has none. */
export type NextDates = { readonly [N in (typeof DATES)[number]]?: NextDate }

/** @param content the text of the block */
export function nextDatesOf(content: string, present: Present): NextDates {
  const { layout } = parseBlock(content)
  return Object.fromEntries(
    DATES.flatMap((name) => {
      const next = layout[name] && nextDateOf(layout[name], present)
      return next ? [[name, next]] : []
    }),
  )
}

type Present = Pick<WriteContext, 'now' | 'zone'>

const nextDateOf = (date: DateMark, { now, zone }: Present) => {
  const today = dayAt(now, zone)
  return nextDate(date, today, Math.floor((now - startOfDay(today, zone)) / 60_000))
}

const isMarkerAlone = (edit: TaskEdit): edit is { marker: Marker } =>
  typeof edit.marker === 'string' && Object.keys(edit).length === 1

function editOf(block: BlockText, body: SetTask, context: WriteContext): Result<TaskEdit> {
  const { state, priority, repeater, repeat = false, shift } = body
  if (shift !== undefined && (repeat || DATES.some((name) => typeof body[name] === 'string')))
    return refuse(BAD_REQUESTS.shiftWithDate)
  const shifted = shift === undefined ? undefined : shiftedDates(block, shift)
  if (shifted && !shifted.ok) return shifted
  const dates: { scheduled?: DateMark | null; deadline?: DateMark | null } = {}
  for (const name of DATES) {
    const date = dateOf(name, block, body[name], context)
    if (!date.ok) return date
    const now = shifted?.value.dates[name] ?? markOf(name, block)
    const isKept = date.value === undefined && (repeater === null || shifted?.value.dates[name])
    const kept = isKept ? now : date.value
    if (kept !== undefined) dates[name] = repeater === null && kept ? withoutRepeater(kept) : kept
  }
  const edit = { ...dates, ...(priority !== undefined && { priority }) }
  if (repeat) return movedOn(block, edit, context)
  if (state === undefined) return ok(edit)
  return ok({ ...edit, marker: state === 'none' ? null : MARKER[state] })
}

interface ShiftedDates {
  readonly dates: { readonly [N in (typeof DATES)[number]]?: DateMark }
  readonly shortened: readonly (typeof DATES)[number][]
}

/** Moves each date by an amount. Hours move those that have one. @see assistants 11.2 */
function shiftedDates(block: BlockText, text: string): Result<ShiftedDates> {
  const shift = readShift(text)!
  const there = DATES.flatMap((name) => {
    const date = markOf(name, block)
    return date ? [{ name, date }] : []
  })
  const moving = shift.unit === 'h' ? there.filter(({ date }) => hasTime(date)) : there
  if (moving.length === 0)
    return refuse(there.length === 0 ? BAD_REQUESTS.nothingToShift : BAD_REQUESTS.hoursWithoutTime)
  const dates: { [N in (typeof DATES)[number]]?: DateMark } = {}
  const shortened: (typeof DATES)[number][] = []
  for (const { name, date } of moving) {
    const next = shiftDate(date, shift)
    if (!next) return refuse(BAD_REQUESTS.shiftTooFar)
    dates[name] = next.date
    if (next.shortened) shortened.push(name)
  }
  return ok({ dates, shortened })
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
  const date: DateMark = { kind: KINDS[name], ...read.value }
  return ok(old ? keepTimes(date, old) : date)
}

const isSame = (one: Pick<DateMark, 'day' | 'rest'>, other: DateMark | undefined): boolean =>
  one.day === other?.day && one.rest === other.rest

/** Whether a date has a repeater that moves it. */
const isMoving = (date: DateMark): boolean =>
  withoutRepeater(date).rest !== date.rest && idleRepeater(date) === undefined

/** Moves the repeating dates of an open task to their next day. */
function movedOn(block: BlockText, edit: TaskEdit, context: WriteContext): Result<TaskEdit> {
  const { marker } = block
  if (DATES.some((name) => edit[name] && !isSame(edit[name], markOf(name, block))))
    return refuse(BAD_REQUESTS.repeatWithDate)
  if (marker !== undefined && !isOpen(marker)) return refuse(BAD_REQUESTS.repeatFinished)
  const dates = DATES.flatMap((name) => {
    const date = edit[name] === null ? undefined : markOf(name, block)
    return date ? [{ name, date, next: nextDateOf(date, context)?.date }] : []
  })
  const moved = dates.filter(({ next }) => next !== undefined)
  if (moved.length === 0) {
    const idle = dates.map(({ date }) => idleHours(date)).find((repeater) => repeater !== undefined)
    if (idle !== undefined) return refuse(BAD_REQUESTS.idleHours(idle))
    return refuse(
      dates.some(({ date }) => isMoving(date)) ? BAD_REQUESTS.repeatsTooFar : BAD_REQUESTS.noRepeater,
    )
  }
  const opened = marker === undefined ? { marker: 'TODO' as const } : {}
  return ok({ ...edit, ...Object.fromEntries(moved.map(({ name, next }) => [name, next])), ...opened })
}

function summaryOf(edit: TaskEdit, pageName: string): string {
  if (isMarkerAlone(edit)) return `Set a task on ${named(pageName)} to ${edit.marker}`
  const words = { marker: 'state', priority: 'priority', scheduled: 'scheduled day', deadline: 'deadline' }
  const parts = Object.entries(words).flatMap(([part, word]) => (part in edit ? [word] : []))
  return `Set the ${parts.join(', ').replace(/, ([^,]*)$/, ' and $1')} of a task on ${named(pageName)}`
}
