/** The Atom feeds of a static site, whose address on the web is known. @see sharing 3, 4 */
import type { FolderTarget, OpenSite, PublishedPage, SiteReaders } from '@notegraph/service'
import { atomFeed } from '../readers/site-feed.ts'

/** The files of feeds, by kind. */
export const FEED_FILES = { pages: 'feed.xml', journals: 'journals.xml' } as const

/**
 * Writes the feeds.
 *
 * @param base the address of the folder on the web, without a slash at its end
 * @param urlOf the complete address of a page's file, by the page
 */
export async function writeFeeds(
  readers: Pick<SiteReaders, 'feed'>,
  opened: OpenSite,
  target: FolderTarget,
  base: string,
  urlOf: (page: PublishedPage) => string,
): Promise<void> {
  const { site } = opened
  for (const kind of site.rule.journals ? (['pages', 'journals'] as const) : (['pages'] as const)) {
    const file = FEED_FILES[kind]
    const feed = atomFeed(site, await readers.feed(opened, kind), {
      feed: `${base}/${file}`,
      site: `${base}/`,
      page: urlOf,
      // The address of a page changes with its name.
      entryId: (id) => `${base}/#${encodeURIComponent(id)}`,
    })
    await target.write(file, feed)
  }
}
