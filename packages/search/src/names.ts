/**
 * Finds pages by name. A day in any written form leads to its journal page. Otherwise a name wins over an alias, and
 * the older page wins.
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
  const add = (to: Map<string, NotePage>, name: string, page: NotePage): void => {
    const folded = fold(name)
    if (!to.has(folded)) to.set(folded, page)
  }
  for (const page of pages) {
    add(byName, page.name, page)
    for (const alias of page.aliases) add(byAlias, alias, page)
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
  const folded = fold(name)
  return (
    (day === undefined ? undefined : byId.get(journalId(day))) ?? byName.get(folded) ?? byAlias.get(folded)
  )
}

/** Whether a name refers to the same page as `name`, also for a page that does not exist. */
export function sameAs(notes: Notes, name: string): (other: string) => boolean {
  const page = pageNamed(notes, name)
  if (page) return (other) => pageNamed(notes, other) === page
  const form = linkName(name)
  return (other) => linkName(other) === form
}
