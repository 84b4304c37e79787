/** The filters of a list of tasks, as the store takes them. @see assistants 3 */
import { isOpen } from '@notegraph/block-text'
import type { TasksQuery } from '@notegraph/contract'
import { journalDay } from '@notegraph/graph'
import { dayOf, settleDays, type QueryDays, type SettledQuery } from '@notegraph/query'
import type { GraphStore, TaskQuery } from '@notegraph/store'
import { findPage, queryName } from './find-page.ts'
import { readQuery } from './read-query.ts'
import { ok, refuse, type Result } from './refusal.ts'
import { BAD_REQUESTS } from './request-errors.ts'

/** A page that no name finds and a fault of the query are refusals. */
export async function taskFilters(
  graph: Pick<GraphStore, 'pages' | 'blocks'>,
  asked: Omit<TasksQuery, 'limit' | 'offset'>,
  days: QueryDays,
): Promise<Result<TaskQuery>> {
  const { due_by: dueBy, due_from: dueFrom, page: name, priority, marker, q } = asked
  const { undated, after, status = marker !== undefined && !isOpen(marker) ? 'done' : 'open' } = asked
  const parts: SettledQuery[] = []
  if (name !== undefined) {
    const page = await findPage(graph, name)
    if (!page.ok) return page
    const day = journalDay(page.value.id)
    parts.push(
      day === undefined
        ? { kind: 'page', name: queryName(page.value), at: 0 }
        : { kind: 'journal', first: day, last: day },
    )
  }
  if (priority !== undefined) parts.push({ kind: 'priority', priorities: [priority], at: 0 })
  if (marker !== undefined) parts.push({ kind: 'task', markers: [marker], at: 0 })
  if (q !== undefined) {
    const query = readQuery(q)
    if (!query.ok) return query
    parts.push(settleDays(query.value, days))
  }
  const by = dueBy && dayOf(dueBy, days.today)
  const from = dueFrom && dayOf(dueFrom, days.today)
  if (dueBy && by === undefined) return refuse(BAD_REQUESTS.beyondCalendar('due_by'))
  if (dueFrom && from === undefined) return refuse(BAD_REQUESTS.beyondCalendar('due_from'))
  if (after !== undefined && !(await graph.blocks.find(after.trim())))
    return refuse({ code: 'not_found', what: 'block', name: after.trim() })
  return ok({
    status,
    ...(undated === 'true' && { undated: true }),
    ...(after !== undefined && { after: after.trim() }),
    ...(by !== undefined && { dueBy: by }),
    ...(from !== undefined && { dueFrom: from }),
    ...(parts.length > 0 && { where: { kind: 'and', operands: parts } }),
  })
}
