import { isOpen, isoDay, readDay, type Day, type Marker, type Priority } from '@notegraph/block-text'
import { LIMITS, ListTasksArguments } from '@notegraph/contract'
import { readMore, type BlockMore } from '@notegraph/graph'
import { findBlock, ok, numbered } from '@notegraph/service'
import type { FoundBlock } from '@notegraph/store'
import { bullet, cut } from '../markdown/block.ts'
import { awayWords, dayWords } from '../markdown/day.ts'
import { linkTo } from '../markdown/page.ts'
import { BoundedText } from '../markdown/bounded-text.ts'
import { quoted, visible } from '../markdown/visible.ts'
import { toolHandler, type ToolHandler } from './tool-handler.ts'
import { partWords, READ_CUT, restCall } from './window.ts'

/** The most characters of a task. */
const MOST = 600
/** The most characters of a query in the first line. */
const MOST_OF_QUERY = 200

export const listTasks: ToolHandler = toolHandler(
  'list_tasks',
  ListTasksArguments,
  async ({ reader }, caller, args) => {
    const { limit, offset, undated, after: afterId, ...filters } = args
    const after = afterId === undefined ? ok(undefined) : await findBlock(reader.graph(caller), afterId)
    if (!after.ok) return after
    const found = await reader.listTasks(caller, {
      ...filters,
      ...(undated !== undefined && { undated: undated ? 'true' : 'false' }),
      ...(after.value && { after: after.value.id }),
      limit,
      offset,
      bytes: READ_CUT,
    })
    if (!found.ok) return found
    const { blocks, total, status, dueBy, dueFrom } = found.value
    const today = reader.today(caller)
    const shortIds = await reader.graph(caller).blocks.shortIds(
      blocks.map(({ id }) => id),
      LIMITS.shortId,
    )
    const sheet = new BoundedText()
    sheet.add(
      `${headWords(total, status)}${dueWords(dueFrom, dueBy, undated)}${filterWords(args)}; today is ${dayWords(today)}.`,
    )
    let count = 0
    let group = ''
    for (const [i, block] of blocks.entries()) {
      const more = readMore(block)
      const due = dueOf(more)
      const next = groupOf(more, due?.day, today)
      const heading = next === group ? '' : `\n## ${next}\n`
      if (!sheet.add(`${heading}${taskLine(block, due, today, shortIds[i]!)}`)) break
      group = next
      count++
    }
    const { page, priority, marker, q } = args
    const named = {
      status: args.status === 'open' ? undefined : args.status,
      due_by: dueBy && isoDay(dueBy),
      due_from: dueFrom && isoDay(dueFrom),
      page,
      priority,
      marker,
      q,
      undated,
    }
    const part = { tool: 'list_tasks', args: named, offset, limit, usualLimit: LIMITS.tasksDefault } as const
    if (count === 0 || count >= total - offset) return ok(sheet.end(partWords('Tasks', part, count, total)))
    // A place in the list stays right while tasks before it are finished.
    const rest = { ...part, args: { ...named, after: shortIds[count - 1] }, offset: 0 }
    return ok(
      sheet.end(
        `Tasks 1-${numbered(count)} of ${numbered(total)}. For the rest: ${restCall(rest, undefined)}`,
      ),
    )
  },
)

const KINDS = {
  open: ['open task', 'open tasks'],
  done: ['finished task', 'finished tasks'],
  all: ['task', 'tasks'],
}

function headWords(total: number, status: 'open' | 'done' | 'all'): string {
  const [one, many] = KINDS[status]
  return `${numbered(total)} ${total === 1 ? one : many}`
}

function dueWords(from: Day | undefined, by: Day | undefined, undated?: boolean): string {
  if (undated) return ' without a day'
  if (from === undefined) return by === undefined ? '' : ` due by ${dayWords(by)}`
  return by === undefined ? ` due from ${dayWords(from)}` : ` due from ${dayWords(from)} to ${dayWords(by)}`
}

interface Filters {
  readonly page?: string | undefined
  readonly priority?: Priority | undefined
  readonly marker?: Marker | undefined
  readonly q?: string | undefined
}

/** ` on [[Plans]] with TODO, priority A, matching "rye"` */
function filterWords({ page, priority, marker, q }: Filters): string {
  const facts = [marker, priority === undefined ? undefined : `priority ${priority}`].filter(
    (fact) => fact !== undefined,
  )
  const place = page === undefined ? '' : ` on ${linkTo(page)}`
  const marks = facts.length === 0 ? '' : ` with ${facts.join(', ')}`
  const words = q === undefined ? '' : `${marks && ','} matching ${quoted(cut(q, MOST_OF_QUERY))}`
  return place + marks + words
}

interface Due {
  readonly day: Day
  /** The source of the day. */
  readonly by: 'deadline' | 'scheduled' | 'linked'
}

/** The deadline, else the scheduled day, else the earliest linked day. @see decisions 5.6 */
function dueOf({ deadline, scheduled, refs }: BlockMore): Due | undefined {
  if (deadline !== undefined) return { day: deadline, by: 'deadline' }
  if (scheduled !== undefined) return { day: scheduled, by: 'scheduled' }
  const days = refs.map(readDay).filter((day) => day !== undefined)
  return days.length === 0 ? undefined : { day: Math.min(...days), by: 'linked' }
}

function groupOf({ marker }: BlockMore, due: Day | undefined, today: Day): string {
  if (marker !== undefined && !isOpen(marker)) return marker === 'DONE' ? 'Done' : 'Canceled'
  if (due === undefined) return 'No day'
  return due < today ? 'Overdue' : due === today ? 'Today' : 'Later'
}

/** `- TODO [#A] oil the mill ^9b7e1d40 deadline 2026-11-18 Wed, 2 days ago, on [[Plans]]` */
function taskLine(
  { pageName, content, text: shown }: FoundBlock,
  due: Due | undefined,
  today: Day,
  shortId: string,
): string {
  const when = due ? `${due.by} ${dayWords(due.day)}, ${awayWords(due.day, today)}, ` : ''
  const text = cut(visible(shown ?? content), MOST)
  return bullet({ text, depth: 0, shortId, after: `${when}on ${linkTo(pageName)}` })
}
