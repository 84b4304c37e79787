/** The result of a search over a site. @see sharing 3 */
import { snippetOf } from '@notegraph/block-text'
import { LIMITS } from '@notegraph/contract'
import { sitePageAddress, type SiteMatch, type SiteMatches, counted, numbered } from '@notegraph/service'
import type { Site } from '@notegraph/store'
import { marked, markedAt } from '../components/marked.ts'
import { html, type Html } from '../html.ts'
import { readerPage } from './reader-page.ts'
import type { ShownLook } from './site-look.ts'
import { SCRIPTED, unlistedOn } from './site-pages.ts'
import { titleOf } from './site-title.ts'

/**
 * A page with the result of a search.
 * @param q the text of the search form
 * @returns HTML
 * @example
 * await siteSearchPage(site, look, 'boat', await siteReaders.search(opened, 'boat', (page) => titleOf(site, page)))
 */
export const siteSearchPage = (
  site: Site,
  look: ShownLook,
  q: string,
  { words, matches, isMore }: SiteMatches,
): Promise<string> =>
  readerPage({
    title: 'Search',
    site: { ...unlistedOn(site, look, true), ...SCRIPTED, searched: q },
    body:
      words.length === 0
        ? html`<p class="empty">Type words to find the pages that contain all of them.</p>`
        : html`<p class="muted" role="status">
              ${isMore ? `More than ${numbered(matches.length)} pages. Add a word to see fewer.` : counted(matches.length, 'page')}
            </p>
            ${
              matches.length > 0
                ? html`<ul class="plain pages">
                    ${matches.map((match) => item(site, match, words))}
                  </ul>`
                : html`<p class="empty">No matches. Try fewer words, or part of a word.</p>`
            }`,
  })

function item(site: Site, { page, text }: SiteMatch, words: readonly string[]): Html {
  const snippet = text === undefined ? undefined : snippetOf(text, words, LIMITS.snippet)
  return html`<li>
    <a href="${sitePageAddress(site.slug, page)}"><bdi>${marked(titleOf(site, page), words)}</bdi></a>
    ${snippet && html`<p class="snippet" dir="auto">${markedAt(snippet.text, snippet.matches)}</p>`}
  </li>`
}
