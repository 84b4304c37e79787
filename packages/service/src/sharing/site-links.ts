/** The addresses of a site, and the links between its pages. @see sharing 2, 3 */
import { fold, readDay } from '@notegraph/block-text'
import { journalId } from '@notegraph/graph'
import type { GraphStore } from '@notegraph/store'
import { MOST_NAMES, withParts, type LinkTo } from './share-links.ts'
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

/** The ids of the pages of a site, by their folded names and aliases. */
export type LinkNames = ReadonlyMap<string, string>

/** Every page of a site needs the names, so they are found once for each set. */
const found = new WeakMap<PageSet, Promise<LinkNames>>()

/** Finds the names that lead to pages of a site. */
export function linkNames(graph: GraphStore, set: PageSet): Promise<LinkNames> {
  const known = found.get(set)
  if (known) return known
  const names = findNames(graph, set)
  found.set(set, names)
  names.catch(() => found.delete(set)) // the next request tries again
  return names
}

async function findNames({ pages }: GraphStore, set: PageSet): Promise<LinkNames> {
  const byName = new Map<string, string>()
  for (const { id, aliases } of set.values())
    for (const alias of aliases.slice(0, MOST_NAMES).map(fold))
      // Another page, which may be private, may own a name that is an alias of this one.
      if ((await pages.findByName(alias))?.id === id) byName.set(alias, id)
  for (const { id, name } of set.values()) byName.set(fold(name), id)
  return byName
}

/** Links to the pages of a site, by name, alias or day. */
export const siteLinks = async (graph: GraphStore, slug: string, set: PageSet): Promise<LinkTo> =>
  linksByName(slug, set, await linkNames(graph, set))

/**
 * As `siteLinks`, from data alone.
 * @example
 * linksByName('garden', pages, new Map([['boat', 'a1']]))('Boat') // '/p/garden/boat'
 */
export function linksByName(slug: string, set: PageSet, names: LinkNames): LinkTo {
  const idOf = (name: string): string | undefined => {
    const day = readDay(name)
    const journal = day === undefined ? undefined : journalId(day)
    return journal !== undefined && set.has(journal) ? journal : names.get(fold(name.trim()))
  }
  return withParts((name) => {
    const id = idOf(name)
    return id === undefined ? undefined : sitePageAddress(slug, set.get(id)!)
  })
}
