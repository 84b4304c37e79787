/** The Atom feeds of a site. @see sharing 3 */
import { escapeHtml } from '@notegraph/render'
import {
  siteAddress,
  sitePageAddress,
  type FeedEntry,
  type FeedKind,
  type PublishedPage,
} from '@notegraph/service'
import type { Site } from '@notegraph/store'
import type { Feed } from './reader-page.ts'
import { titleOf } from './site-title.ts'

/**
 * The path of a feed.
 * @example
 * feedAddress('garden', 'pages') // '/p/garden/feed.xml'
 */
export const feedAddress = (slug: string, kind: FeedKind): string =>
  `${siteAddress(slug)}/${kind === 'pages' ? 'feed' : 'journals'}.xml`

/**
 * The path of the feed of pages as JSON.
 * @example
 * jsonFeedAddress('garden') // '/p/garden/feed.json'
 */
export const jsonFeedAddress = (slug: string): string => `${siteAddress(slug)}/feed.json`

/** The whole pages of a feed as HTML, by id. A page that is left out has its beginning alone. */
export type FeedContents = ReadonlyMap<string, string>

/** The feeds of a site, that of its pages first. */
export const feedsOf = ({ slug, title, rule }: Site): readonly Feed[] => [
  { title: `${title}: pages`, path: feedAddress(slug, 'pages') },
  { title: `${title}: pages`, path: jsonFeedAddress(slug), type: 'application/feed+json' },
  ...(rule.journals ? [{ title: `${title}: journals`, path: feedAddress(slug, 'journals') }] : []),
]

/** The complete addresses in a feed. */
export interface FeedAddresses {
  /** The address of the feed, which is its id. */
  readonly feed: string
  readonly site: string
  readonly page: (page: PublishedPage) => string
  /** The id of a page's entry, which stays the same when the page gets another name. */
  readonly entryId: (id: string) => string
}

/**
 * The addresses of a feed that a server sends.
 *
 * @param path the path of the feed
 * @param complete the complete address for a path of the server
 * @example
 * servedFeed('garden', '/p/garden/feed.xml', (path) => `https://notes.example${path}`).feed // 'https://notes.example/p/garden/feed.xml'
 */
export function servedFeed(slug: string, path: string, complete: (path: string) => string): FeedAddresses {
  return {
    feed: complete(path),
    site: complete(siteAddress(slug)),
    page: (page) => complete(sitePageAddress(slug, page)),
    // The address of a page changes with its name. Earlier versions sent this one, so programs know the entries by it.
    entryId: (id) => complete(`${siteAddress(slug)}/pages/${encodeURIComponent(id)}`),
  }
}

/**
 * A feed.
 *
 * @param entries the latest first
 * @returns XML, as RFC 4287 describes it
 * @example
 * atomFeed(site, [], servedFeed('garden', '/p/garden/feed.xml', complete))
 */
export function atomFeed(
  site: Site,
  entries: readonly FeedEntry[],
  addresses: FeedAddresses,
  contents: FeedContents = new Map(),
): string {
  const { title, createdAt, rule } = site
  const updated = Math.max(createdAt, ...entries.map(({ page }) => page.editedAt))
  return `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${text(rule.lang ?? 'en')}">
<id>${text(addresses.feed)}</id>
<title>${text(title)}</title>
<author><name>${text(title)}</name></author>
<updated>${instant(updated)}</updated>
<link rel="self" type="application/atom+xml" href="${text(addresses.feed)}"/>
<link rel="alternate" type="text/html" href="${text(addresses.site)}"/>
${entries.map((entry) => entryXml(site, entry, addresses, contents)).join('')}</feed>
`
}

const entryXml = (
  site: Site,
  { page, summary }: FeedEntry,
  { page: addressOf, entryId }: FeedAddresses,
  contents: FeedContents,
): string =>
  `<entry>
<id>${text(entryId(page.id))}</id>
<title>${text(titleOf(site, page))}</title>
<updated>${instant(page.editedAt)}</updated>
<link rel="alternate" type="text/html" href="${text(addressOf(page))}"/>
<summary>${text(summary)}</summary>
${contents.has(page.id) ? `<content type="html">${text(contents.get(page.id)!)}</content>\n` : ''}</entry>
`

/**
 * The feed of pages as JSON.
 *
 * @returns JSON, as jsonfeed.org describes version 1.1
 * @example
 * jsonFeed(site, [], servedFeed('garden', '/p/garden/feed.json', complete), new Map())
 */
export function jsonFeed(
  { title, rule }: Site,
  entries: readonly FeedEntry[],
  { feed, site, page: addressOf, entryId }: FeedAddresses,
  contents: FeedContents,
): string {
  const items = entries.map(({ page, summary }) => ({
    id: entryId(page.id),
    url: addressOf(page),
    title: titleOf({ rule }, page),
    summary,
    content_html: contents.get(page.id) ?? '',
    date_modified: instant(page.editedAt),
  }))
  const head = { version: 'https://jsonfeed.org/version/1.1', title, home_page_url: site, feed_url: feed }
  return JSON.stringify({ ...head, language: rule.lang ?? 'en', items })
}

const instant = (at: number): string => new Date(at).toISOString()

/** XML has no way to write these characters. */
// oxlint-disable-next-line no-control-regex -- the control characters that XML cannot hold are what it looks for
const NOT_XML = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g

const text = (words: string): string => escapeHtml(words.toWellFormed().replaceAll(NOT_XML, ''))
