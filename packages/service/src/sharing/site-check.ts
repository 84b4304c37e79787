/** The pages that a rule would publish, for the owner to check first. @see sharing 5 */
import type { GraphStore } from '@notegraph/store'
import { contactFields } from './contact-fields.ts'
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
}

/** The pages of a site beside those that readers see now. */
export interface SiteCheck {
  /** By name. */
  readonly pages: readonly CheckedPage[]
  /** Pages that readers would lose. */
  readonly leaving: readonly PublishedPage[]
}

/** @param seen the pages that readers see now */
export async function checkSite(graph: GraphStore, seen: PageSet, next: PageSet): Promise<SiteCheck> {
  const contact = await contactFields(graph, next)
  const pages = Array.from(next.values(), ({ id, name, editedAt }) => ({
    id,
    name,
    isNew: !seen.has(id),
    isChanged: seen.has(id) && seen.get(id)!.editedAt !== editedAt,
    contact: contact.get(id) ?? [],
  }))
  return { pages, leaving: [...seen.values()].filter(({ id }) => !next.has(id)) }
}
