/** The file at a former address of a page. A folder has no redirects, so the browser follows its address. @see sharing 9 */
import type { PublishedPage } from '@notegraph/service'
import { html } from '../html.ts'
import { encodedPath, partPath } from './site-addresses.ts'

/** @param canonical the address of the page on the web, if it is known */
export async function movedPage(
  { name, address }: PublishedPage,
  canonical: string | undefined,
): Promise<string> {
  const to = encodedPath(partPath(address, 0))
  return String(
    await html`<!doctype html>
      <html lang="en">
        <meta charset="utf-8" />
        <title>${name}</title>
        <meta http-equiv="refresh" content="0; url=${to}" />
        <link rel="canonical" href="${canonical ?? to}" />
        <p><a href="${to}">${name}</a></p>
      </html>`,
  )
}
