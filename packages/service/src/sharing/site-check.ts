/** The pages that a rule would publish, for the owner to check first. @see sharing 5 */
import type { GraphStore } from '@notegraph/store'
import { LIMITS } from '@notegraph/contract'
import { contactFields } from './contact-fields.ts'
import { contactText } from './contact-text.ts'
import type { ContactKind } from './contact-words.ts'
import type { PageSet, PublishedPage } from './site-pages.ts'

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
}

/** The pages of a site beside those that readers see now. */
export interface SiteCheck {
  /** By name. */
  readonly pages: readonly CheckedPage[]
  /** Pages that readers would lose. */
  readonly leaving: readonly PublishedPage[]
  /** The number of pages whose words were not searched for contact details, because the site is large. */
  readonly unread: number
}

/** @param seen the pages that readers see now */
export async function checkSite(graph: GraphStore, seen: PageSet, next: PageSet): Promise<SiteCheck> {
  const contact = await contactFields(graph, next)
  const text = await contactText(graph, next, LIMITS.siteContacts)
  const pages = Array.from(next.values(), ({ id, name, editedAt }) => ({
    id,
    name,
    isNew: !seen.has(id),
    isChanged: seen.has(id) && seen.get(id)!.editedAt !== editedAt,
    contact: contact.get(id) ?? [],
    contactText: text.found.get(id) ?? [],
  }))
  return { pages, leaving: [...seen.values()].filter(({ id }) => !next.has(id)), unread: text.unread }
}
