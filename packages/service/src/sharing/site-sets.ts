/**
 * The pages of sites in memory, so that a reader's request need not select them. A set is used again only in the same state:
 * the commit of the graph, the site as it is stored, and the day. So a page that leaves is gone at once. A site that does not
 * follow the graph shows what it published, without the pages that its rule selects no longer.
 * @see sharing 3, 5
 */
import { dayAt } from '@notegraph/graph'
import type { Account, Site, Store } from '@notegraph/store'
import { zoneOf } from '../access.ts'
import { readPublication, type Publication } from './publication.ts'
import { sitePages, type PageSet } from './site-pages.ts'

/** The sites whose sets are in memory: up to 10,000 names each. */
const MOST_SETS = 20
/** The publications in memory. */
const MOST_PUBLICATIONS = 5

/** The pages of sites, as readers see them. */
export interface SiteSets {
  /** A text that is another one whenever a page of the site may read differently. */
  stateOf(site: Site, account: Account): Promise<string>
  /** The pages of an open site, as readers see them now. */
  pages(site: Site, account: Account): Promise<PageSet>
  /** The published state of a site that does not follow the graph. */
  publication(site: Site): Promise<Publication>
}

/** Called whenever the pages of a site are selected. */
type OnSelected = (site: Site, account: Account) => Promise<void>

/**
 * Creates the memory of a process.
 *
 * @param clock returns the time in milliseconds since 1970
 * @example
 * ```ts
 * const pages = await siteSets(store, Date.now).pages(site, account)
 * ```
 */
export function siteSets(store: Store, clock: () => number, onSelected?: OnSelected): SiteSets {
  const sets = lately<PageSet>(MOST_SETS)
  const publications = lately<Publication>(MOST_PUBLICATIONS)

  async function stateOf(
    { title, rule, createdAt, publishedAt = 0 }: Site,
    account: Account,
  ): Promise<string> {
    const zone = zoneOf(account.zone)
    const { epoch, head } = await store.graph(account.id).feed.state()
    const stored = [createdAt, publishedAt, title, rule]
    return JSON.stringify([account.id, epoch, head, dayAt(clock(), zone), zone, ...stored])
  }

  const publication = async ({ slug, createdAt, publishedAt }: Site): Promise<Publication> =>
    publications(slug, `${createdAt} ${publishedAt}`, async () =>
      readPublication((await store.sites.findPublication(slug)) ?? '[]'),
    )

  async function shown(site: Site, account: Account): Promise<PageSet> {
    await onSelected?.(site, account)
    const selected = await sitePages(store.graph(account.id), site.rule, clock(), zoneOf(account.zone))
    if (site.publishedAt === undefined) return selected
    const published = [...(await publication(site)).values()].filter(({ listed }) => selected.has(listed.id))
    return new Map(published.map(({ listed }) => [listed.id, listed]))
  }

  return {
    stateOf,
    publication,
    pages: async (site, account) =>
      sets(site.slug, await stateOf(site, account), async () => shown(site, account)),
  }
}

/**
 * Keeps the values that were read last, each as long as its state is the same.
 * @param most the number of values
 */
function lately<T>(most: number): (key: string, state: string, read: () => Promise<T>) => Promise<T> {
  /** The key that was read last comes last. */
  const values = new Map<string, { readonly state: string; readonly value: Promise<T> }>()
  return async (key, state, read) => {
    const kept = values.get(key)
    const one = kept?.state === state ? kept : { state, value: read() }
    values.delete(key)
    values.set(key, one)
    for (const oldest of values.keys()) if (values.size > most) values.delete(oldest)
    try {
      return await one.value
    } catch (error) {
      if (values.get(key) === one) values.delete(key)
      throw error
    }
  }
}
