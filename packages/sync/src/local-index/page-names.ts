/**
 * Pages by name, as links find them. A day in any written form leads to its journal page. Otherwise a name wins over an
 * alias, and the older page wins.
 *
 * @see decisions 1.1, 1.2
 */
import { fold, isoDay, readDay } from '@notegraph/block-text'
import { journalDay, journalId, linkName, nameOf } from '@notegraph/graph'
import type { Draft } from '../device/draft.ts'
import { named } from '../device/local.ts'
import { isPage, type PageLocal } from '../device/merge-pages.ts'
import { aliased, aliasesOf } from './index-marks.ts'

type Reading = Pick<Draft, 'get' | 'find'>

/** Finds the page that a link with this name leads to. */
export async function findPage(reading: Reading, name: string): Promise<PageLocal | undefined> {
  const form = linkName(name)
  if (form === '') return undefined
  const day = readDay(name)
  const journal = day === undefined ? undefined : await reading.get(journalId(day))
  if (journal && isPage(journal) && journal.record.deleted === undefined) return journal
  const found = [...(await reading.find(named(name))), ...(await reading.find(aliased(form)))].filter(isPage)
  return found.toSorted(
    (a, b) =>
      Number(fold(nameOf(b.record)) === form) - Number(fold(nameOf(a.record)) === form) ||
      a.record.createdAt - b.record.createdAt ||
      (a.record.id < b.record.id ? -1 : 1),
  )[0]
}

/** Lists the names that lead to a page, in the form of links: its own name and its aliases, but for those of other pages. */
export async function formsOf(reading: Reading, { record }: PageLocal): Promise<string[]> {
  const day = journalDay(record.id)
  const forms = new Set([nameOf(record), ...aliasesOf(record)].map(linkName))
  if (day !== undefined) forms.add(isoDay(day))
  const own: string[] = []
  for (const form of forms) if ((await findPage(reading, form))?.record.id === record.id) own.push(form)
  return own
}
