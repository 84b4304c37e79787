/** The map of a site for search engines. @see sharing 3 */
import { escapeHtml } from '@notegraph/render'

/** An address in the map. */
export interface MappedAddress {
  readonly url: string
  /** The latest edit, in milliseconds since 1970. */
  readonly editedAt?: number
}

/**
 * Lists the addresses of a site, with the day of the latest edit of each page.
 *
 * @returns XML, as sitemaps.org describes it
 * @example
 * siteMap([{ url: 'https://notes.example/p/garden' }])
 */
export const siteMap = (addresses: Iterable<MappedAddress>): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${Array.from(addresses, line).join('\n')}
</urlset>
`

function line({ url, editedAt }: MappedAddress): string {
  const day =
    editedAt === undefined ? '' : `<lastmod>${new Date(editedAt).toISOString().slice(0, 10)}</lastmod>`
  return `<url><loc>${escapeHtml(url)}</loc>${day}</url>`
}
