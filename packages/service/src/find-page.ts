/** Finds the page or day of a name in a path. @see decisions 1.1, 1.4, 1.5 */
import { addDays, fold, isoDay, looksLikeIsoDay, readDay, readIsoDay, type Day } from '@notegraph/block-text'
import { journalId } from '@notegraph/graph'
import type { GraphStore, StoredPage } from '@notegraph/store'
import { ok, refuse, type Result } from './refusal.ts'
import { notADay } from './error-messages.ts'

/** The most similar names in a refusal. */
const MOST_NEAR = 3

/**
 * Finds a page by name or alias. Any form of a day means its journal page if that exists. Otherwise it
 * means the page with the day, in any form, as its name or an alias.
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
  const near = day === undefined ? await graph.pages.similarNames(fold(written), MOST_NEAR) : []
  return refuse({ code: 'not_found', what: 'page', name: written, ...(near.length > 0 && { near }) })
}

export const RELATIVE_DAYS = ['yesterday', 'today', 'tomorrow'] as const
export type RelativeDay = (typeof RELATIVE_DAYS)[number]

/** Accepts exactly one of the words, or `YYYY-MM-DD`. */
export function dayNamed(name: string, today: Day, words: readonly RelativeDay[]): Day | undefined {
  const word = words.find((one) => one === name)
  return word === undefined ? readIsoDay(name) : addDays(today, RELATIVE_DAYS.indexOf(word) - 1)
}
