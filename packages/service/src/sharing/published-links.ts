/** Links from shared pages to published ones: a page on several sites is read on the oldest. @see sharing 2 */
import type { Account, Store } from '@notegraph/store'
import type { LinkTo } from './share-links.ts'
import { siteLinks } from './site-links.ts'
import type { SiteSets } from './site-sets.ts'

/**
 * The links to the pages on the open sites of an account.
 *
 * @example
 * ```ts
 * const linkTo = await publishedLinks(store, account, siteSets(store, Date.now))
 * ```
 */
export async function publishedLinks(store: Store, account: Account, sets: SiteSets): Promise<LinkTo> {
  const links: LinkTo[] = []
  for (const site of await store.sites.list(account.id))
    if (site.endedAt === undefined)
      links.push(await siteLinks(store.graph(account.id), site.slug, await sets.pages(site, account)))
  return (name) => {
    for (const linkTo of links) {
      const path = linkTo(name)
      if (path !== undefined) return path
    }
    return undefined
  }
}
