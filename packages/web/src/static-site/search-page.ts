/**
 * Search in a static site: a page, a script, and the index as another script, because a browser reads no other file from a
 * disk. Other pages load both when a reader types in their search.
 * @see sharing 3, 4, 6
 */
import { numbered, siteAddress } from '@notegraph/service'
import type { Site } from '@notegraph/store'
import { SITE_SEARCH } from '../assets.ts'
import { html } from '../html.ts'
import { readerPage } from '../readers/reader-page.ts'
import { SCRIPTED, unlistedOn, type SitePlace } from '../readers/site-pages.ts'

/** The path of the index on a server, if it had one. */
export const searchIndexPath = (slug: string): string => `${siteAddress(slug)}/search-index.js`

/** @param cutAt the characters of each page that the index has, if it lacks words of a page */
export const staticSearchPage = (
  site: Site,
  { look, policy, hasFeeds }: Pick<SitePlace, 'look' | 'policy' | 'hasFeeds'>,
  cutAt: number | undefined,
): Promise<string> =>
  readerPage({
    title: 'Search',
    policy,
    site: {
      ...unlistedOn(site, look, hasFeeds),
      searched: '',
      scripts: [searchIndexPath(site.slug), SITE_SEARCH.path, ...SCRIPTED.scripts!],
    },
    body: html`<noscript>
        <p class="empty">
          Search needs JavaScript. <a href="${siteAddress(site.slug)}/index">All pages</a> lists every page by
          name.
        </p>
      </noscript>
      <p class="muted" role="status" id="count"></p>
      <ul class="plain pages" id="matches"></ul>
      ${cutAt !== undefined && html`<p class="muted">${wordsOfCut(cutAt)}</p>`}`,
  })

const wordsOfCut = (cutAt: number): string =>
  cutAt === 0
    ? 'This site is large, so the search looks at names only.'
    : `This site is large, so the search looks at names and at the first ${numbered(cutAt)} characters of each page.`
