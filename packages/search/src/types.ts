/**
 * The resolved type of a page, which depends on how all other records name the page.
 * @see decisions 3.2
 */
import { kindOf, resolveType, type ResolvedType } from '@notegraph/graph'
import { pageNamed } from './names.ts'
import type { NotePage, Notes, SearchBlock } from './notes.ts'

/** The number of blocks and pages that tag each page, and the number that link it otherwise. */
interface Uses {
  readonly tagged: ReadonlyMap<NotePage, number>
  readonly linked: ReadonlyMap<NotePage, number>
}

const uses = /* @__PURE__ */ new WeakMap<Notes<SearchBlock>, Uses>()

export function typeOf(notes: Notes<SearchBlock>, page: NotePage): ResolvedType<string> {
  const { tagged, linked } = usesIn(notes)
  const { declared, pdf, record } = page
  return resolveType({
    ...(declared !== undefined && { declared }),
    kind: kindOf(record),
    pdf,
    tagged: tagged.get(page) ?? 0,
    linked: linked.get(page) ?? 0,
  })
}

function usesIn(notes: Notes<SearchBlock>): Uses {
  let counted = uses.get(notes)
  if (!counted) uses.set(notes, (counted = { tagged: count(notes, 'tags'), linked: count(notes, 'links') }))
  return counted
}

/** A page or block that names a page twice counts once. */
function count(notes: Notes<SearchBlock>, side: 'tags' | 'links'): Map<NotePage, number> {
  const counts = new Map<NotePage, number>()
  for (const sources of [notes.pages, notes.blocks])
    for (const source of sources)
      for (const page of new Set(source[side].map((name) => pageNamed(notes, name))))
        if (page) counts.set(page, (counts.get(page) ?? 0) + 1)
  return counts
}
