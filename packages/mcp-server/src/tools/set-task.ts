import { hasTime, isoDay } from '@notegraph/block-text'
import { SetTaskArguments, type Block } from '@notegraph/contract'
import { findBlock, ok, type NextDates } from '@notegraph/service'
import { dayWords } from '../markdown/day.ts'
import { callWords } from '../markdown/words.ts'
import { toolHandler, type ToolHandler } from './tool-handler.ts'
import { blockResult, UNCHANGED } from './write-result.ts'

export const setTask: ToolHandler = toolHandler(
  'set_task',
  SetTaskArguments,
  async ({ reader, writes }, caller, { block_id: id, ...args }) => {
    const found = await findBlock(reader.graph(caller), id)
    if (!found.ok) return found
    const { state, scheduled, deadline, shift, priority, repeater, repeat, if_unchanged } = args
    const written = await writes.setTask(caller, found.value.id, {
      ...(state !== undefined && { state }),
      ...(scheduled !== undefined && { scheduled }),
      ...(deadline !== undefined && { deadline }),
      ...(shift !== undefined && { shift }),
      ...(priority !== undefined && { priority }),
      ...(repeater !== undefined && { repeater }),
      ...(repeat !== undefined && { repeat }),
      ...(if_unchanged !== undefined && { if_unchanged }),
    })
    if (!written.ok) return written
    const { block, changed, repeats, shortened = [] } = written.value.value()
    const what = changed ? resultWords(args, block) : UNCHANGED
    const isDone = repeats !== undefined && repeat !== true
    const next = isDone ? nextWords(reader.nextDates(caller, block.content), id) : ''
    return ok(await blockResult(reader, caller, `${what}${shorterWords(shortened)}${next}`, written.value))
  },
)

type Asked = {
  readonly [K in 'state' | 'scheduled' | 'deadline' | 'shift' | 'priority' | 'repeater' | 'repeat']?: unknown
}

/** `Set to DONE.`, `Set to TODO, deadline 2026-11-25 Wed, no priority.`, `Done this time, and moved on: TODO, …` */
function resultWords(asked: Asked, { marker, scheduled, deadline, priority }: Block): string {
  const repeated = asked.repeat === true
  const moved = repeated || asked.shift !== undefined
  const parts = [
    asked.state !== undefined && (marker ?? 'no task'),
    (asked.scheduled !== undefined || (moved && scheduled !== undefined)) &&
      (scheduled === undefined ? 'not scheduled' : `scheduled ${dayWords(scheduled)}`),
    (asked.deadline !== undefined || (moved && deadline !== undefined)) &&
      (deadline === undefined ? 'no deadline' : `deadline ${dayWords(deadline)}`),
    asked.priority !== undefined && (priority === undefined ? 'no priority' : `priority ${priority}`),
  ]
  if (asked.repeater !== undefined) parts.push('no repeater')
  const said = parts.filter((part) => part !== false).join(', ')
  return repeated ? `Done this time, and moved on: ${said}.` : `Set to ${said}.`
}

/** The next day of a finished task that repeats, and the call that opens it again with all its dates moved on. */
function nextWords(next: NextDates, id: string): string {
  const first = next.deadline ?? next.scheduled
  if (!first) return ''
  const dates = Object.entries(next).map(([name, { date }]) => {
    const [time] = hasTime(date) ? date.rest.split(' ', 1) : []
    return [name, [isoDay(date.day), ...(time === undefined ? [] : [time])].join(' ')] as const
  })
  const call = callWords('set_task', { block_id: id, state: 'todo', ...Object.fromEntries(dates) })
  const shortened = Object.keys(next).filter((name) => next[name as keyof NextDates]!.shortened)
  return ` It repeats: to open it again for ${dayWords(first.date.day)}, ${call}.${shorterWords(shortened)}`
}

/** @see assistants 3.3 */
const shorterWords = (dates: readonly string[]): string =>
  dates.length === 0
    ? ''
    : ` The month lacks the old day, so the ${dates.join(' and the ')} day is its last one, and stays that day of the month from now on.`
