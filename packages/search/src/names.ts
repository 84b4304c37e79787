/**
 * Names lead to pages: a day to the page of that day, in whatever form it is written; else a name before an alias, and the
 * page made first before another one.
 *
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

/** The page to which a link with this name leads; undefined where there is none yet. */
export function pageNamed(notes: Notes, name: string): NotePage | undefined {
  const { byId, byName, byAlias } = indexOf(notes)
  const day = readDay(name)
  const folded = fold(name)
  return (
    (day === undefined ? undefined : byId.get(journalId(day))) ?? byName.get(folded) ?? byAlias.get(folded)
  )
}

/** Whether names mean the page that `name` means, also where that page is not there. */
export function sameAs(notes: Notes, name: string): (other: string) => boolean {
  const page = pageNamed(notes, name)
  if (page) return (other) => pageNamed(notes, other) === page
  const form = linkName(name)
  return (other) => linkName(other) === form
}
