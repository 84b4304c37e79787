/**
 * The pages of sites in memory, so that a reader's request need not select them. A set is used again only for the
 * same commit of the graph, the same rule and the same day. So a page that leaves is gone at once.
 * @see sharing 3, 5
 */
import { dayAt } from '@notegraph/graph'
import type { Account, Site, Store } from '@notegraph/store'
import { zoneOf } from '../access.ts'
import { sitePages, type PageSet } from './site-pages.ts'

/** The sites whose sets are in memory: up to 10,000 names each. */
const MOST_SETS = 20

/** Returns the pages of an open site, as they are now. */
export type SiteSets = (site: Site, account: Account) => Promise<PageSet>

/**
 * Creates the memory of a process.
 *
 * @param clock returns the time in milliseconds since 1970
 * @example
 * ```ts
 * const pages = await siteSets(store, Date.now)(site, account)
 * ```
 */
export function siteSets(store: Store, clock: () => number): SiteSets {
  /** The site that was read last comes last. */
  const sets = new Map<string, { readonly state: string; readonly pages: Promise<PageSet> }>()
  return async (site, account) => {
    const { slug, rule } = site
    const graph = store.graph(account.id)
    const [now, zone] = [clock(), zoneOf(account.zone)]
    const { epoch, head } = await graph.feed.state()
    const state = JSON.stringify([account.id, epoch, head, dayAt(now, zone), zone, rule])
    const kept = sets.get(slug)
    const set = kept?.state === state ? kept : { state, pages: sitePages(graph, rule, now, zone) }
    sets.delete(slug)
    sets.set(slug, set)
    for (const oldest of sets.keys()) if (sets.size > MOST_SETS) sets.delete(oldest)
    try {
      return await set.pages
    } catch (error) {
      if (sets.get(slug) === set) sets.delete(slug)
      throw error
    }
  }
}
