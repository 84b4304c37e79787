/** The pages that a rule would publish, for the owner to check first. @see sharing 5 */
import type { GraphStore, SiteRule } from '@notegraph/store'
import { LIMITS } from '@notegraph/contract'
import { contactFields } from './contact-fields.ts'
import { checkedText } from './checked-text.ts'
import type { ContactKind } from './contact-words.ts'
import { privateMarks } from './private-pages.ts'
import type { SiteContent } from './site-content.ts'
import type { SelectedPage, SelectedPages, SelectedSet } from './site-pages.ts'
import { sitePreview, type SitePreview } from './site-preview.ts'

/** A page that readers would see. */
export interface CheckedPage {
  readonly id: string
  readonly name: string
  /** Whether readers do not see the page yet. */
  readonly isNew: boolean
  /** Whether it was edited since readers saw it last. */
  readonly isChanged: boolean
  /** The keys of its contact details, such as `email`. */
  readonly contact: readonly string[]
  /** Contact details among the words of its blocks. */
  readonly contactText: readonly ContactKind[]
  /** Whether its blocks have comments in percent signs, which readers do not see. */
  readonly hasComments: boolean
}

/** A page that the rule selects and that stays private. */
export interface KeptPage {
  readonly id: string
  readonly name: string
  /** The marks that keep it private, as a person writes them: `public:: false`, `#draft`. */
  readonly marks: readonly string[]
}

/** The pages of a site beside those that readers see now. */
export interface SiteCheck {
  /** By name. */
  readonly pages: readonly CheckedPage[]
  /** Pages that readers would lose. */
  readonly leaving: readonly SelectedPage[]
  /** Pages that a mark keeps off the site. */
  readonly kept: readonly KeptPage[]
  /** The number of pages whose words were not searched for contact details and comments, because the site is large. */
  readonly unread: number
  /** Reads how the site will look. */
  readonly preview: () => Promise<SitePreview>
}

/**
 * @param seen the pages that readers see now
 * @param rule the rule of the next pages
 * @param content the site as readers will see it
 */
export async function checkSite(
  graph: GraphStore,
  seen: SelectedSet,
  { pages: next, kept }: SelectedPages,
  { except, start }: Pick<SiteRule, 'except' | 'start'>,
  content: Pick<SiteContent, 'read' | 'fileIds'>,
): Promise<SiteCheck> {
  const contact = await contactFields(graph, next)
  const marks = await privateMarks(graph, except, [...kept.keys()])
  const text = await checkedText(graph, next, LIMITS.siteContacts)
  const pages = Array.from(next.values(), ({ id, name, editedAt }) => ({
    id,
    name,
    isNew: !seen.has(id),
    isChanged: seen.has(id) && seen.get(id)!.editedAt !== editedAt,
    contact: contact.get(id) ?? [],
    contactText: text.contacts.get(id) ?? [],
    hasComments: text.commented.has(id),
  }))
  return {
    pages,
    leaving: [...seen.values()].filter(({ id }) => !next.has(id)),
    kept: Array.from(kept.values(), ({ id, name }) => ({ id, name, marks: marks.get(id) ?? [] })),
    unread: text.unread,
    preview: async () => sitePreview(graph, content, next, seen, start),
  }
}
