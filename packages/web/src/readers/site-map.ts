/** The map of a site for search engines. @see sharing 3 */
import { escapeHtml } from '@notegraph/render'
import { siteAddress, sitePageAddress, type PublishedPage } from '@notegraph/service'

/**
 * Lists the addresses of a site, with the day of the latest edit of each page.
 *
 * @param baseUrl the public address of the server, without a slash at its end
 * @returns XML, as sitemaps.org describes it
 * @example
 * siteMap('garden', [], 'https://notes.example')
 */
export function siteMap(slug: string, pages: Iterable<PublishedPage>, baseUrl: string): string {
  const urls = [address(`${baseUrl}${siteAddress(slug)}`)]
  for (const { id, editedAt } of pages) urls.push(address(`${baseUrl}${sitePageAddress(slug, id)}`, editedAt))
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join('\n')}
</urlset>
`
}

function address(url: string, editedAt?: number): string {
  const day =
    editedAt === undefined ? '' : `<lastmod>${new Date(editedAt).toISOString().slice(0, 10)}</lastmod>`
  return `<url><loc>${escapeHtml(url)}</loc>${day}</url>`
}
