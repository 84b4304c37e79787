/**
 * The addresses of sites, as the store keeps them. Several processes may name pages at once, so each replaces only what it has
 * read.
 * @see sharing 9
 */
import type { Site, Store } from '@notegraph/store'
import { readAddresses, type SiteAddresses } from './site-addresses.ts'

/** Tries before addresses are used that are not kept, such as those of an account that moves. */
const MOST_TRIES = 5

/**
 * Changes the addresses of a site.
 *
 * @param change returns the same addresses if there is nothing to change
 * @example
 * ```ts
 * const addresses = await changeAddresses(store, site, (held) => withPages(held, pages.values()))
 * ```
 */
export async function changeAddresses(
  { sites }: Pick<Store, 'sites'>,
  { accountId, slug }: Pick<Site, 'accountId' | 'slug'>,
  change: (held: SiteAddresses) => SiteAddresses,
): Promise<SiteAddresses> {
  for (let n = 1; ; n++) {
    const text = await sites.findAddresses(slug)
    const held = readAddresses(text)
    const next = change(held)
    if (next === held || n > MOST_TRIES) return next
    if (await sites.keepAddresses(accountId, slug, text, JSON.stringify(next))) return next
  }
}
