/** Finds the page or day of a name in a path. @see decisions 1.1, 1.4, 1.5 */
import { fold, isoDay, looksLikeIsoDay, readDay, readIsoDay, type Day } from '@notegraph/block-text'
import { journalDay, journalId } from '@notegraph/graph'
import { dayOf, readDayTerm } from '@notegraph/query'
import type { GraphStore, StoredPage } from '@notegraph/store'
import { ok, refuse, type Result } from './refusal.ts'
import { notADay } from './error-messages.ts'

/** The most similar names in a refusal. */
const MOST_NEAR = 3

/**
 * Finds a page by name or alias. Any form of a day means its journal page if that exists. Otherwise it
 * means the page with the day, in any form, as its name or an alias.
 * @returns 404 if there is no such page, 400 if the name looks like a day that is not on the calendar
 * @example
 * ```ts
 * const page = await findPage(store.graph('me'), 'Ada Lovelace')
 * ```
 */
export async function findPage(graph: Pick<GraphStore, 'pages'>, name: string): Promise<Result<StoredPage>> {
  const written = name.trim()
  const day = readDay(written)
  if (day === undefined && looksLikeIsoDay(written))
    return refuse({ code: 'bad_request', error: notADay(written) })
  const page =
    (day === undefined ? undefined : await graph.pages.find(journalId(day))) ??
    (await graph.pages.findByName(fold(written))) ??
    (day === undefined ? undefined : await graph.pages.findByName(isoDay(day)))
  if (page) return ok(page)
  const inner = nameInMarks(written)
  if (inner !== undefined) return findPage(graph, inner)
  const near = day === undefined ? await graph.pages.similarNames(fold(written), MOST_NEAR) : []
  return refuse({ code: 'not_found', what: 'page', name: written, ...(near.length > 0 && { near }) })
}

const MARKED = /^(?:#?\[\[(.+)\]\]|#(.+))$/s

/**
 * The name in a link or a tag, as answers show it. @see assistants 13.2
 * @example
 * nameInMarks('[[Garden]]') // 'Garden'
 */
function nameInMarks(written: string): string | undefined {
  const [, linked, tagged] = MARKED.exec(written) ?? []
  const name = (linked ?? tagged)?.trim()
  return name === '' ? undefined : name
}

/** A name by which a query finds the page: a journal page goes by its day. */
export function queryName(page: StoredPage): string {
  const day = journalDay(page.id)
  return day === undefined ? page.name : isoDay(day)
}

/** Words that always mean a day; no page can be created with such a name. */
export const RELATIVE_DAYS = ['yesterday', 'today', 'tomorrow'] as const

/** A day in the one grammar. @see assistants 6 */
export function dayNamed(name: string, today: Day): Day | undefined {
  const term = readDayTerm(name)
  return term && dayOf(term, today)
}

/** Whether a name means a day even if a page has the name: `today` and the like, or `YYYY-MM-DD`. */
export const isSurelyDay = (name: string): boolean =>
  readIsoDay(name) !== undefined || RELATIVE_DAYS.some((word) => word === name.toLowerCase())

/**
 * The page of a name, or the day, whose page may not exist yet. @see decisions 1.5; assistants 6
 * @example
 * ```ts
 * const found = await findPageOrDay(store.graph('me'), 'today', dayAt(Date.now(), 'UTC'))
 * ```
 */
export async function findPageOrDay(
  graph: Pick<GraphStore, 'pages'>,
  name: string,
  today: Day,
): Promise<Result<{ page: StoredPage | undefined; day?: Day }>> {
  const day = dayNamed(name, today)
  if (day === undefined || !isSurelyDay(name)) {
    const page = await findPage(graph, name)
    if (page.ok) return ok({ page: page.value })
    const inner = day === undefined ? nameInMarks(name.trim()) : undefined
    if (inner !== undefined) return findPageOrDay(graph, inner, today)
    if (day === undefined)
      return readDayTerm(name) ? refuse({ code: 'bad_request', error: notADay(name) }) : page
  }
  return ok({ page: await graph.pages.find(journalId(day)), day })
}
