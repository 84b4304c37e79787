/** The Atom feeds of a site. @see sharing 3 */
import { escapeHtml } from '@notegraph/render'
import { siteAddress, sitePageAddress, type FeedEntry, type FeedKind } from '@notegraph/service'
import type { Site } from '@notegraph/store'
import type { Feed } from './reader-page.ts'

/**
 * The path of a feed.
 * @example
 * feedAddress('garden', 'pages') // '/p/garden/feed.xml'
 */
export const feedAddress = (slug: string, kind: FeedKind): string =>
  `${siteAddress(slug)}/${kind === 'pages' ? 'feed' : 'journals'}.xml`

/** The feeds of a site, that of its pages first. */
export const feedsOf = ({ slug, title, rule }: Site): readonly Feed[] => [
  { title: `${title}: pages`, path: feedAddress(slug, 'pages') },
  ...(rule.journals ? [{ title: `${title}: journals`, path: feedAddress(slug, 'journals') }] : []),
]

/**
 * A feed. Addresses are the ids of entries, because they stay the same when a page gets another name.
 *
 * @param entries the latest first
 * @param baseUrl the public address of the server, without a slash at its end
 * @returns XML, as RFC 4287 describes it
 * @example
 * atomFeed(site, 'pages', [], 'https://notes.example')
 */
export function atomFeed(site: Site, kind: FeedKind, entries: readonly FeedEntry[], baseUrl: string): string {
  const { slug, title, createdAt, rule } = site
  const own = `${baseUrl}${feedAddress(slug, kind)}`
  const updated = Math.max(createdAt, ...entries.map(({ page }) => page.editedAt))
  return `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${text(rule.lang ?? 'en')}">
<id>${text(own)}</id>
<title>${text(title)}</title>
<author><name>${text(title)}</name></author>
<updated>${instant(updated)}</updated>
<link rel="self" type="application/atom+xml" href="${text(own)}"/>
<link rel="alternate" type="text/html" href="${text(`${baseUrl}${siteAddress(slug)}`)}"/>
${entries.map((entry) => entryXml(entry, `${baseUrl}${sitePageAddress(slug, entry.page.id)}`)).join('')}</feed>
`
}

const entryXml = ({ page, summary }: FeedEntry, address: string): string =>
  `<entry>
<id>${text(address)}</id>
<title>${text(page.name)}</title>
<updated>${instant(page.editedAt)}</updated>
<link rel="alternate" type="text/html" href="${text(address)}"/>
<summary>${text(summary)}</summary>
</entry>
`

const instant = (at: number): string => new Date(at).toISOString()

/** XML has no way to write these characters. */
// oxlint-disable-next-line no-control-regex -- the control characters that XML cannot hold are what it looks for
const NOT_XML = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g

const text = (words: string): string => escapeHtml(words.toWellFormed().replaceAll(NOT_XML, ''))
