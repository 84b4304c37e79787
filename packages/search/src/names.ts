/**
 * Finds pages by name. A day in any written form leads to its journal page. Otherwise a name wins over an alias, and
 * the older page wins. Each name and alias is found in the form of links, so a day in any written form finds them.
 * @see decisions 1.1, 1.2
 */
import { fold, isoDay, readDay } from '@notegraph/block-text'
import { journalDay, journalId, linkName } from '@notegraph/graph'
import type { NotePage, Notes } from './notes.ts'

interface Index {
  readonly byId: ReadonlyMap<string, NotePage>
  readonly byName: ReadonlyMap<string, NotePage>
  readonly byAlias: ReadonlyMap<string, NotePage>
}

const indexes = /* @__PURE__ */ new WeakMap<Notes['pages'], Index>()

/** A part of the notes, or one of the same pages with other blocks. */
type OfPages = Pick<Notes, 'pages'>

function indexOf({ pages }: OfPages): Index {
  let index = indexes.get(pages)
  if (!index) indexes.set(pages, (index = makeIndex(pages)))
  return index
}

function makeIndex(pages: Notes['pages']): Index {
  const byName = new Map<string, NotePage>()
  const byAlias = new Map<string, NotePage>()
  const add = (to: Map<string, NotePage>, form: string, page: NotePage): void => {
    if (!to.has(form)) to.set(form, page)
  }
  for (const page of pages) {
    add(byName, fold(page.name), page)
    for (const name of [page.name, ...page.aliases]) add(byAlias, linkName(name), page)
  }
  return { byId: new Map(pages.map((page) => [page.record.id, page])), byName, byAlias }
}

/**
 * The page of a link with this name; undefined if no page has the name yet.
 * @example
 * pageNamed(readNotes([]), 'Bread') // undefined
 */
export function pageNamed(notes: OfPages, name: string): NotePage | undefined {
  const { byId, byName, byAlias } = indexOf(notes)
  const day = readDay(name)
  const form = linkName(name)
  return (day === undefined ? undefined : byId.get(journalId(day))) ?? byName.get(form) ?? byAlias.get(form)
}

/**
 * The names that lead to the page of a name, in the form of links: its own and its aliases. Names of other pages are left
 * out. If there is no such page, only the name leads there.
 * @example
 * formsOf(readNotes([]), 'Bread') // ['bread']
 */
export function formsOf(notes: OfPages, name: string): string[] {
  const page = pageNamed(notes, name)
  if (!page) return [linkName(name)]
  const day = journalDay(page.record.id)
  const forms = new Set([page.name, ...page.aliases].map(linkName))
  if (day !== undefined) forms.add(isoDay(day))
  return [...forms].filter((form) => pageNamed(notes, form) === page)
}

/** Whether a name refers to the same page as `name`, also for a page that does not exist. */
export function sameAs(notes: OfPages, name: string): (other: string) => boolean {
  const page = pageNamed(notes, name)
  if (page) return (other) => pageNamed(notes, other) === page
  const form = linkName(name)
  return (other) => linkName(other) === form
}
