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
    const { state, scheduled, deadline, priority, repeat, if_unchanged } = args
    const written = await writes.setTask(caller, found.value.id, {
      ...(state !== undefined && { state }),
      ...(scheduled !== undefined && { scheduled }),
      ...(deadline !== undefined && { deadline }),
      ...(priority !== undefined && { priority }),
      ...(repeat !== undefined && { repeat }),
      ...(if_unchanged !== undefined && { if_unchanged }),
    })
    if (!written.ok) return written
    const { block, changed, repeats } = written.value.value()
    const what = changed ? resultWords(args, block) : UNCHANGED
    const next = repeats === undefined || repeat === true ? '' : ` ${nextWords(repeats, id)}`
    return ok(await blockResult(reader, caller, `${what}${next}`, written.value))
  },
)

type Asked = { readonly [K in 'state' | 'scheduled' | 'deadline' | 'priority' | 'repeat']?: unknown }

/** `Set to DONE.`, `Set to TODO, deadline 2026-11-25 Wed, no priority.` */
function resultWords(asked: Asked, { marker, scheduled, deadline, priority }: Block): string {
  const moved = asked.repeat === true
  const parts = [
    asked.state !== undefined && (marker ?? 'no task'),
    (asked.scheduled !== undefined || (moved && scheduled !== undefined)) &&
      (scheduled === undefined ? 'not scheduled' : `scheduled ${dayWords(scheduled)}`),
    (asked.deadline !== undefined || (moved && deadline !== undefined)) &&
      (deadline === undefined ? 'no deadline' : `deadline ${dayWords(deadline)}`),
    asked.priority !== undefined && (priority === undefined ? 'no priority' : `priority ${priority}`),
  ]
  return `Set to ${parts.filter((part) => part !== false).join(', ')}.`
}

/** The next day of a task that repeats, and the call that moves the task there. */
const nextWords = (day: number, id: string): string =>
  `It repeats: to move it to ${dayWords(day)} and keep it open, ${callWords('set_task', { block_id: id, state: 'done', repeat: true })}.`
