/** The file at a former address of a page. A folder has no redirects, so the browser follows its address. @see sharing 9 */
import type { PublishedPage } from '@notegraph/service'
import { html } from '../html.ts'
import { titleOf, type Titled } from '../readers/site-title.ts'
import { encodedPath, partPath } from './site-addresses.ts'

/** @param canonical the address of the page on the web, if it is known */
export async function movedPage(
  site: Titled,
  page: PublishedPage,
  canonical: string | undefined,
): Promise<string> {
  const [to, title] = [encodedPath(partPath(page.address, 0)), titleOf(site, page)]
  return String(
    await html`<!doctype html>
      <html lang="${site.rule.lang ?? 'en'}">
        <meta charset="utf-8" />
        <title>${title}</title>
        <meta http-equiv="refresh" content="0; url=${to}" />
        <link rel="canonical" href="${canonical ?? to}" />
        <p><a href="${to}">${title}</a></p>
      </html>`,
  )
}
