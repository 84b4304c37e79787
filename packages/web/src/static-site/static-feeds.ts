/** The feeds of a static site, whose address on the web is known. @see sharing 3, 4, 9 */
import type { FolderTarget, OpenSite, PublishedPage, SiteReaders } from '@notegraph/service'
import { feedContents } from '../readers/feed-contents.ts'
import { atomFeed, jsonFeed } from '../readers/site-feed.ts'

/** The files of Atom feeds, by kind. */
export const FEED_FILES = { pages: 'feed.xml', journals: 'journals.xml' } as const
export const JSON_FEED_FILE = 'feed.json'

/**
 * Writes the feeds.
 *
 * @param base the address of the folder on the web, without a slash at its end
 * @param urlOf the complete address of a page's file, by the page
 * @param complete the complete address of the file for a path of the server
 */
export async function writeFeeds(
  readers: Pick<SiteReaders, 'read' | 'feed'>,
  opened: OpenSite,
  target: FolderTarget,
  base: string,
  urlOf: (page: PublishedPage) => string,
  complete: (path: string) => string,
): Promise<void> {
  const { site } = opened
  for (const kind of site.rule.journals ? (['pages', 'journals'] as const) : (['pages'] as const)) {
    const entries = await readers.feed(opened, kind)
    const contents = await feedContents(readers, opened, entries, complete)
    const addresses = (file: string) => ({
      feed: `${base}/${file}`,
      site: `${base}/`,
      page: urlOf,
      // The address of a page changes with its name.
      entryId: (id: string) => `${base}/#${encodeURIComponent(id)}`,
    })
    const file = FEED_FILES[kind]
    await target.write(file, atomFeed(site, entries, addresses(file), contents))
    if (kind === 'pages')
      await target.write(JSON_FEED_FILE, jsonFeed(site, entries, addresses(JSON_FEED_FILE), contents))
  }
}
