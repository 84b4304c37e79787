import { isoDay, nextDay, parseBlock } from '@notegraph/block-text'
import { SetTaskArguments, type Block } from '@notegraph/contract'
import { findBlock, ok } from '@notegraph/service'
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
    const next = repeats === undefined || repeat === true ? '' : ` ${nextWords(repeats, id, block)}`
    const shorter = shortened.length === 0 ? '' : ` ${shorterWords(shortened)}`
    return ok(await blockResult(reader, caller, `${what}${shorter}${next}`, written.value))
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

/** The next day of a finished task that repeats, and the call that opens it again for that day. */
function nextWords(day: number, id: string, { content }: Block): string {
  const { deadline } = parseBlock(content).layout
  const date = deadline && nextDay(deadline, day) !== undefined ? 'deadline' : 'scheduled'
  const call = callWords('set_task', { block_id: id, state: 'todo', [date]: isoDay(day) })
  return `It repeats: to open it again for ${dayWords(day)}, ${call}.`
}

/** @see assistants 3.3 */
const shorterWords = (dates: readonly string[]): string =>
  `The month lacks the old day, so the ${dates.join(' and the ')} day is its last one, and stays that day of the month from now on.`
