/**
 * Finds pages by name. A day in any written form leads to its journal page. Otherwise a name wins over an alias, and
 * the older page wins. Each name and alias is found in the form of links, so a day in any written form finds them.
 * @see decisions 1.1, 1.2
 */
import { fold, readDay } from '@notegraph/block-text'
import { journalId, linkName } from '@notegraph/graph'
import type { NotePage, Notes } from './notes.ts'

interface Index {
  readonly byId: ReadonlyMap<string, NotePage>
  readonly byName: ReadonlyMap<string, NotePage>
  readonly byAlias: ReadonlyMap<string, NotePage>
}

const indexes = /* @__PURE__ */ new WeakMap<Notes, Index>()

function indexOf(notes: Notes): Index {
  let index = indexes.get(notes)
  if (!index) indexes.set(notes, (index = makeIndex(notes)))
  return index
}

function makeIndex({ pages }: Notes): Index {
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
export function pageNamed(notes: Notes, name: string): NotePage | undefined {
  const { byId, byName, byAlias } = indexOf(notes)
  const day = readDay(name)
  const form = linkName(name)
  return (day === undefined ? undefined : byId.get(journalId(day))) ?? byName.get(form) ?? byAlias.get(form)
}

/** Whether a name refers to the same page as `name`, also for a page that does not exist. */
export function sameAs(notes: Notes, name: string): (other: string) => boolean {
  const page = pageNamed(notes, name)
  if (page) return (other) => pageNamed(notes, other) === page
  const form = linkName(name)
  return (other) => linkName(other) === form
}
