import { isoDay } from '@notegraph/block-text'
import { journalDay, nameOf, type PageRecord } from '@notegraph/graph'

/** The name of a page; that of a day is like `2026-11-20`. */
export function shownName(page: PageRecord): string {
  const day = journalDay(page.id)
  return day === undefined ? nameOf(page) : isoDay(day)
}
