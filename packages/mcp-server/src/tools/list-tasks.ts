import {
  isOpen,
  isoDay,
  parseBlock,
  readDay,
  type Day,
  type Marker,
  type Priority,
} from '@notegraph/block-text'
import { LIMITS, ListTasksArguments } from '@notegraph/contract'
import { outline, readMore, type BlockMore } from '@notegraph/graph'
import { findBlock, finishedDays, ok, numbered, readNested } from '@notegraph/service'
import type { FoundBlock, NestedBlocks } from '@notegraph/store'
import { bullet, cut } from '../markdown/block.ts'
import { awayWords, dateWords, dayWords } from '../markdown/day.ts'
import { nestedWords } from '../markdown/grouped-blocks.ts'
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
    const { limit, offset, nested: most, undated, after: afterId, ...filters } = args
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
    const { total, status, dueBy, dueFrom } = found.value
    const today = reader.today(caller)
    const graph = reader.graph(caller)
    const nested = await readNested(graph, found.value.blocks, most, READ_CUT)
    const blocks = found.value.blocks.slice(0, nested.size)
    const finished = await finishedDays(graph, blocks, caller.zone)
    const seen = after.value ? [after.value.id] : []
    const ids = [...seen, ...blocks.flatMap(({ id }) => [id, ...nested.get(id)!.blocks.map((one) => one.id)])]
    const short = await graph.blocks.shortIds(ids, LIMITS.shortId)
    const shortIds = new Map(ids.map((id, i) => [id, short[i]!]))
    const sheet = new BoundedText()
    // A total behind a task is not that of the list.
    const behind = seen.map((id) => ` behind ^${shortIds.get(id)!}`).join('')
    sheet.add(
      `${headWords(total, status)}${behind}${dueWords(dueFrom, dueBy, undated)}${filterWords(args)}; today is ${dayWords(today)}.`,
    )
    let count = 0
    let group = ''
    for (const block of blocks) {
      const more = readMore(block)
      const due = dueOf(more)
      const next = groupOf(more, due?.day, today)
      const heading = next === group ? '' : `\n## ${next}\n`
      const when = whenWords(block.content, more, due, finished.get(block.id), today)
      if (!sheet.add(`${heading}${taskLines(block, when, nested.get(block.id)!, shortIds)}`)) break
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
      nested: most || undefined,
    }
    const part = { tool: 'list_tasks', args: named, offset, limit, usualLimit: LIMITS.tasksDefault } as const
    const last = blocks[count - 1]
    // A place in the list stays right while tasks before it are finished.
    const rest = last && restCall({ ...part, args: { ...named, after: shortIds.get(last.id) } }, undefined)
    return ok(sheet.end(partWords('Tasks', part, count, total, rest)))
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

/** The deadline and the scheduled day with their times and repeaters, or else the linked day; before them the day of the end. */
function whenWords(
  content: string,
  { marker, deadline, scheduled }: BlockMore,
  due: Due | undefined,
  finished: Day | undefined,
  today: Day,
): string {
  // Columns have the days alone; their times and repeaters are in the text.
  const hasDates = deadline !== undefined || scheduled !== undefined
  const layout = hasDates ? parseBlock(content).layout : undefined
  const away = (day: Day): string => `${dayWords(day)}, ${awayWords(day, today)}`
  const dates = (['deadline', 'scheduled'] as const).flatMap((by) => {
    const date = layout?.[by]
    if (!date) return []
    const distance = by === due?.by ? `, ${awayWords(date.day, today)}` : ''
    return [`${by} ${dateWords(date)}${distance}`]
  })
  if (due?.by === 'linked') dates.push(`linked ${away(due.day)}`)
  if (finished !== undefined)
    dates.unshift(`${marker === 'CANCELED' ? 'canceled' : 'finished'} ${away(finished)}`)
  return dates.map((date) => `${date}, `).join('')
}

/** `- TODO [#A] oil the mill ^9b7e1d40 deadline 2026-11-18 Wed 09:00, 2 days ago, on [[Plans]] (1 nested)` */
function taskLines(
  task: FoundBlock,
  when: string,
  nested: NestedBlocks,
  shortIds: ReadonlyMap<string, string>,
): string {
  const wordsOf = ({ content, text }: FoundBlock): string => cut(visible(text ?? content), MOST)
  const after = [`${when}on ${linkTo(task.pageName)}`, nestedWords(nested)].filter(Boolean).join(' ')
  return outline([task, ...nested.blocks])
    .map(({ item, depth }) =>
      bullet({
        text: wordsOf(item),
        depth,
        shortId: shortIds.get(item.id)!,
        ...(item === task && { after }),
      }),
    )
    .join('\n')
}
