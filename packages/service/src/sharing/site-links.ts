/** The addresses of a site, and the links between its pages. @see sharing 2, 3 */
import { fold, readDay } from '@notegraph/block-text'
import { journalId } from '@notegraph/graph'
import type { GraphStore } from '@notegraph/store'
import { MOST_NAMES, pageOfPart, type LinkTo } from './share-links.ts'
import type { PageSet, PublishedPage } from './site-pages.ts'

/** The path of all sites. */
export const SITE_PATH = '/p'

/**
 * The path of a site.
 *
 * @example
 * siteAddress('garden') // '/p/garden'
 */
export const siteAddress = (slug: string): string => `${SITE_PATH}/${slug}`

/**
 * The path of a page of a site.
 *
 * @example
 * sitePageAddress('garden', { address: 'boat' }) // '/p/garden/boat'
 */
export const sitePageAddress = (slug: string, { address }: Pick<PublishedPage, 'address'>): string =>
  `${siteAddress(slug)}/${encodeURIComponent(address)}`

/**
 * The path of a file of a site.
 *
 * @example
 * siteFileAddress('garden', 'boat.png') // '/p/garden/files/boat.png'
 */
export const siteFileAddress = (slug: string, name: string): string =>
  `${siteAddress(slug)}/files/${encodeURIComponent(name)}`

/** Every page of a site needs the links, so they are found once for each set. */
const found = new WeakMap<PageSet, Promise<LinkTo>>()

/** Links to the pages of a site, by name, alias or day. */
export function siteLinks(graph: GraphStore, slug: string, set: PageSet): Promise<LinkTo> {
  const known = found.get(set)
  if (known) return known
  const links = findLinks(graph, slug, set)
  found.set(set, links)
  links.catch(() => found.delete(set)) // the next request tries again
  return links
}

async function findLinks({ pages }: GraphStore, slug: string, set: PageSet): Promise<LinkTo> {
  const byName = new Map<string, string>()
  for (const { id, aliases } of set.values())
    for (const alias of aliases.slice(0, MOST_NAMES).map(fold))
      // Another page, which may be private, may own a name that is an alias of this one.
      if ((await pages.findByName(alias))?.id === id) byName.set(alias, id)
  for (const { id, name } of set.values()) byName.set(fold(name), id)
  const idOf = (name: string): string | undefined => {
    const day = readDay(name)
    const journal = day === undefined ? undefined : journalId(day)
    return journal !== undefined && set.has(journal) ? journal : byName.get(fold(name.trim()))
  }
  return (name) => {
    const id = idOf(name) ?? idOf(pageOfPart(name) ?? '')
    return id === undefined ? undefined : sitePageAddress(slug, set.get(id)!)
  }
}
