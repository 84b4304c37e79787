/** The pages of a feed as HTML with complete addresses: what each shows first. @see sharing 9 */
import {
  partAt,
  siteFileAddress,
  sitePageAddress,
  type FeedEntry,
  type OpenSite,
  type SiteReaders,
} from '@notegraph/service'
import { mapAddresses } from '../components/map-addresses.ts'
import { sharedContent } from './shared-content.ts'
import type { FeedContents } from './site-feed.ts'
import { pageAddresses, siteSources } from './site-sources.ts'

/**
 * Renders the pages of a feed.
 *
 * @param address returns the complete address for a path of the server
 * @example
 * const contents = await feedContents(siteReaders, opened, entries, (path) => `https://notes.example${path}`)
 */
export async function feedContents(
  readers: Pick<SiteReaders, 'read'>,
  opened: OpenSite,
  entries: readonly FeedEntry[],
  address: (path: string) => string,
): Promise<FeedContents> {
  const contents = new Map<string, string>()
  for (const { page } of entries) {
    const read = await readers.read(opened, page.id, partAt(0))
    if (!read) continue
    const { view, fileNames } = read
    const fileAddress = (n: number): string => siteFileAddress(opened.site.slug, fileNames.get(n) ?? '')
    const sources = siteSources(opened.site, view, fileAddress, pageAddresses(opened.site, opened.pages))
    const html = String(await sharedContent(view, sources, fileAddress))
    const more = view.shown < view.total && `<p lang="en"><a href="${sitePageAddress(opened.site.slug, page)}?offset=${view.shown}">The rest of the page</a></p>` // prettier-ignore
    contents.set(page.id, mapAddresses(html + (more || ''), address))
  }
  return contents
}
