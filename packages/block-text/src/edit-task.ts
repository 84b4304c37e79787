/**
 * Changes the parts of a block that make it a task: marker, priority and dates. Each part changes in its place, and the
 * other parts stay as they are. If that is impossible, the block gets the layout of a rewrite.
 *
 * @see assistants 3.1
 */
import { isBlank, skipBlanks } from './char.ts'
import { type DateKind, type DateMark, readDateLine, writeDate } from './date-line.ts'
import type { Marker, Priority } from './marker.ts'
import { holdsNextLine } from './opening.ts'
import { parseBlock } from './parse.ts'
import { partsOf, renderBlock, saysParts } from './rewrite.ts'
import { setMarker } from './task.ts'

/** The parts to change; `null` removes one, and an absent one stays. */
export interface TaskEdit {
  readonly marker?: Marker | null
  readonly priority?: Priority | null
  readonly scheduled?: Omit<DateMark, 'kind'> | null
  readonly deadline?: Omit<DateMark, 'kind'> | null
}

/**
 * Returns the content with other task parts, or the same content if it has them already.
 *
 * @example
 * editTask('TODO call Ann', { priority: 'A' }) // 'TODO [#A] call Ann'
 * editTask('TODO call Ann', { marker: null }) // 'call Ann'
 */
export function editTask(content: string, edit: TaskEdit): string {
  const { marker, priority } = edit
  const before = partsOf(parseBlock(content))
  const wanted = {
    ...before,
    ...(marker !== undefined && { marker: marker ?? undefined }),
    ...(priority !== undefined && { priority: priority ?? undefined }),
    scheduled: dateIn('SCHEDULED', edit.scheduled, before.scheduled),
    deadline: dateIn('DEADLINE', edit.deadline, before.deadline),
  }
  let edited = content
  if (before.marker !== wanted.marker)
    edited = wanted.marker === undefined ? withoutMarker(edited) : setMarker(edited, wanted.marker)
  if (before.priority !== wanted.priority) edited = withPriority(edited, wanted.priority)
  if (!isSameDate(before.scheduled, wanted.scheduled))
    edited = withDate(edited, 'SCHEDULED', wanted.scheduled)
  if (!isSameDate(before.deadline, wanted.deadline)) edited = withDate(edited, 'DEADLINE', wanted.deadline)
  return edited === content || saysParts(edited, wanted) ? edited : renderBlock(wanted)
}

function dateIn(
  kind: DateKind,
  asked: Omit<DateMark, 'kind'> | null | undefined,
  before: DateMark | undefined,
): DateMark | undefined {
  if (asked === undefined) return before
  return asked === null ? undefined : { kind, day: asked.day, rest: asked.rest }
}

const isSameDate = (a: DateMark | undefined, b: DateMark | undefined): boolean =>
  a?.day === b?.day && a?.rest === b?.rest

function withoutMarker(content: string): string {
  const { content: text, marker = '', layout } = parseBlock(content)
  return without(text, layout.head.markerAt, layout.head.markerAt + marker.length)
}

/** The length of a priority such as `[#A]`. */
const PRIORITY = 4

function withPriority(content: string, priority: Priority | undefined): string {
  const { content: text, marker, priority: old, layout } = parseBlock(content)
  const { markerAt, wordsAt } = layout.head
  const at = marker === undefined ? markerAt : skipBlanks(text, markerAt + marker.length, wordsAt)
  if (old !== undefined)
    return priority === undefined
      ? without(text, at, at + PRIORITY)
      : `${text.slice(0, at)}[#${priority}]${text.slice(at + PRIORITY)}`
  const before = text.slice(0, at)
  const gap = before === '' || isBlank(before.charCodeAt(before.length - 1)) ? '' : ' '
  const after = text.slice(at)
  return `${before}${gap}[#${priority}]${after === '' || after.startsWith('\n') ? '' : ' '}${after}`
}

/** Cuts a mark of the head with the blanks after it, and its line if nothing else is on the line. */
function without(text: string, start: number, end: number): string {
  const after = text.slice(end).replace(/^[ \t]+/, '')
  const before = text.slice(0, start)
  if (before === '') return after.replace(/^\n/, '')
  const rest = before + after
  const cut = rest.indexOf('\n')
  const lineEnd = cut < 0 ? rest.length : cut
  let last = lineEnd
  while (isBlank(rest.charCodeAt(last - 1))) last--
  return rest.slice(0, last) + rest.slice(lineEnd)
}

/** Replaces the date of a kind where it is, or adds a line for it below the first line. */
function withDate(content: string, kind: DateKind, date: DateMark | undefined): string {
  const { content: text, layout } = parseBlock(content)
  const lines = layout.cuts.flatMap(({ kind: cut, start, end }) => {
    const read = cut === 'date' ? readDateLine(text.slice(start, end), false) : undefined
    return read && 'marks' in read ? [{ start, end, marks: read.marks }] : []
  })
  const last = lines.findLast(({ marks }) => marks.some((mark) => mark.kind === kind))
  if (!last) return date ? withDateLine(text, layout.head.wordsAt, date, lines) : text
  let edited = ''
  let at = 0
  for (const line of lines) {
    if (line !== last && date) continue
    const marks = line.marks.flatMap((mark) => (mark.kind === kind ? (date ? [date] : []) : [mark]))
    if (marks.length === line.marks.length && !date) continue
    // An empty line goes with its line break.
    const end = marks.length === 0 && text[line.end] === '\n' ? line.end + 1 : line.end
    edited += text.slice(at, line.start) + marks.map(writeDate).join(' ')
    at = end
  }
  return (edited + text.slice(at)).replace(/\n$/, text.endsWith('\n') ? '\n' : '')
}

/** The line of a new date: below the first line, or above a list or a table; a deadline below the scheduled day. */
function withDateLine(
  text: string,
  wordsAt: number,
  date: DateMark,
  dates: readonly { readonly start: number; readonly end: number }[],
): string {
  const place = dates.at(-1)
  const line = writeDate(date)
  if (place && date.kind === 'DEADLINE') return `${text.slice(0, place.end)}\n${line}${text.slice(place.end)}`
  const [first] = dates
  if (first) return `${text.slice(0, first.start)}${line}\n${text.slice(first.start)}`
  if (holdsNextLine(text, wordsAt)) return `${line}\n${text}`
  const end = text.includes('\n') ? text.indexOf('\n') : text.length
  return `${text.slice(0, end)}\n${line}${text.slice(end)}`
}
