/** The map of a site for search engines. @see sharing 3 */
import { escapeHtml } from '@notegraph/render'
import type { OpenSite } from '@notegraph/service'
import { startOf, type SiteDocumentName } from './site-document.ts'

/**
 * Lists the addresses of a site, with the day of the latest edit of each page. The start page is there once.
 *
 * @returns XML, as sitemaps.org describes it
 * @example
 * siteMap(opened, (name) => completeOf(site)(siteDocumentPath('garden', name)))
 */
export function siteMap(
  { site, pages }: Pick<OpenSite, 'site' | 'pages'>,
  urlOf: (name: SiteDocumentName) => string,
): string {
  const start = startOf(site, pages)
  const others = [...pages.values()].filter(({ id }) => id !== start)
  const lines = others.map((page) => line(urlOf({ page }), page.editedAt))
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${[line(urlOf('start'), pages.get(start ?? '')?.editedAt), ...lines].join('\n')}
</urlset>
`
}

function line(url: string, editedAt: number | undefined): string {
  const day =
    editedAt === undefined ? '' : `<lastmod>${new Date(editedAt).toISOString().slice(0, 10)}</lastmod>`
  return `<url><loc>${escapeHtml(url)}</loc>${day}</url>`
}
