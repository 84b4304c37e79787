/** The pages of a site as its readers see them: the index, and one page with those that link it. @see sharing 3 */
import { isoDay } from '@notegraph/block-text'
import { LIMITS } from '@notegraph/contract'
import { journalDay } from '@notegraph/graph'
import { htmlWords } from '@notegraph/render'
import {
  siteAddress,
  siteFileAddress,
  sitePageAddress,
  type PageSet,
  type PublishedPage,
  type NamedSitePage,
  type SiteLink,
  counted,
} from '@notegraph/service'
import type { Site } from '@notegraph/store'
import { SITE_SCRIPT } from '../assets.ts'
import { html, type Html } from '../html.ts'
import { nothingHere, paging } from '../components/paging.ts'
import { readerPage, type ReaderSite } from './reader-page.ts'
import { sharedContent } from './shared-content.ts'
import { feedsOf } from './site-feed.ts'
import type { ShownLook } from './site-look.ts'
import { pageByPath, pageGraph, siteGraph } from './site-graph.ts'
import { pageOutline } from './site-outline.ts'
import { pageAddresses, siteSources } from './site-sources.ts'
import { pageMarkdownAddress } from './site-texts.ts'
import { dayWords, titleOf } from './site-title.ts'
import { besideJournal, besidePage, breadcrumbs, dayOf, siteNavigation } from './site-tree.ts'

/** The place of a page on the web. */
export interface SitePlace {
  readonly site: Site
  readonly look: ShownLook
  /** All pages of the site. */
  readonly pages: PageSet
  /** The path of the page on the server. */
  readonly path: string
  /** The complete address of the page, if that is known. */
  readonly canonical?: string | undefined
  /** Returns the complete address of a file by its path on the server, if that is known. */
  readonly completeFile?: ((path: string) => string) | undefined
  /** The content security policy, for files that a host sends without one. */
  readonly policy?: string | undefined
  /** A folder of files has feeds only if its address is known. */
  readonly hasFeeds: boolean
}

const readerSite = (
  { site, look, pages, canonical, hasFeeds }: SitePlace,
  current?: PublishedPage,
  graph?: Html,
): ReaderSite => ({
  pages: siteNavigation(site, pages, current),
  graph,
  look,
  title: site.title,
  path: siteAddress(site.slug),
  lang: site.rule.lang,
  canonical,
  feeds: hasFeeds ? feedsOf(site) : [],
  ...SCRIPTED,
})

/** The script of every page of a site. */
export const SCRIPTED: Pick<ReaderSite, 'scripts'> = { scripts: [SITE_SCRIPT.path] }

/** The frame of a page of a site that search engines are asked to leave out. */
export const unlistedOn = (site: Site, look: ShownLook, hasFeeds: boolean): ReaderSite => ({
  title: site.title,
  look,
  path: siteAddress(site.slug),
  feeds: hasFeeds ? feedsOf(site) : [],
  isUnlisted: true,
})

/** A part of the names on a site. */
export interface SiteIndex {
  readonly pages: readonly PublishedPage[]
  readonly total: number
  readonly offset: number
}

/**
 * A part of the index of a site, by name.
 * @returns HTML
 * @example
 * await siteIndexPage({ pages, total: 12, offset: 0 }, { site, path: '/p/garden/index', hasFeeds: true })
 */
export async function siteIndexPage({ pages, total, offset }: SiteIndex, place: SitePlace): Promise<string> {
  const { site, path } = place
  const list = { path, query: new URLSearchParams(), total }
  return readerPage({
    title: site.title,
    site: readerSite(place),
    policy: place.policy,
    body: html`<p class="muted" lang="en">${counted(total, 'page')}</p>
      ${place.look.theme === 'blog' ? posts(site, pages) : html`<div class="site-index">${names(site, pages)}</div>`}
      ${pages.length === 0 && nothingHere(list, html`<p class="empty" lang="en">This site has no pages yet.</p>`)}
      ${paging({ ...list, offset, limit: LIMITS.webBlocks, shown: pages.length })}`,
  })
}

/** The pages of a picture of the links of a site. */
export interface SiteGraph {
  readonly pages: readonly PublishedPage[]
  /** The pages that it could show. */
  readonly total: number
  readonly links: readonly SiteLink[]
}

/**
 * The picture of the links of a site.
 * @returns HTML
 * @example
 * await siteGraphPage({ pages, total: 12, links: [] }, { site, path: '/p/garden/graph', hasFeeds: true })
 */
export const siteGraphPage = ({ pages, total, links }: SiteGraph, place: SitePlace): Promise<string> =>
  readerPage({
    title: 'Graph',
    site: readerSite(place),
    policy: place.policy,
    body: siteGraph(place.site, pages, total, links),
  })

/**
 * A part of a page, with the pages of the site that link it.
 * @returns HTML
 * @example
 * await sitePage(page, { site, path, hasFeeds: true }, 0)
 */
export async function sitePage(
  { view, linkedFrom, fileNames }: NamedSitePage,
  place: SitePlace,
  offset: number,
): Promise<string> {
  const { page, shown, total } = view
  const { site, pages, path } = place
  const list = { path, query: new URLSearchParams(), total }
  const fileAddress = (n: number): string => siteFileAddress(site.slug, fileNames.get(n) ?? '')
  const listed = pages.get(page.id)
  const outline = pageOutline(view)
  const linked = new Set<PublishedPage>()
  const linkTo = (name: string): string | undefined => {
    const to = view.linkTo(name)
    const other = to === undefined ? undefined : pageByPath(site, pages, to)
    if (other) linked.add(other)
    return to
  }
  const shownView = { ...view, linkTo }
  const content = sharedContent(
    shownView,
    siteSources(site, shownView, fileAddress, pageAddresses(site, pages)),
    fileAddress,
    outline.anchors,
  )
  return readerPage({
    title: titleOf(site, page),
    icon: listed?.icon,
    site: {
      ...readerSite(place, listed, pageGraph(site, page, linkedFrom, [...linked])),
      above: breadcrumbs(view, view.linkTo),
      outline: outline.html,
      image: pictureOf(view, fileAddress, place),
      description: beginningOf(String(await content)),
      ...(listed && { markdown: pageMarkdownAddress(site.slug, listed) }),
    },
    policy: place.policy,
    body: html`${place.look.theme === 'blog' && listed && postDay(site, listed)} ${content}
    ${shown === 0 && nothingHere(list, html`<p class="empty">This page has no blocks yet.</p>`)}
    ${paging({ ...list, offset, limit: LIMITS.webBlocks, shown })}
    ${besideJournal(site, pages, page.id) ?? (place.look.theme === 'handbook' && besidePage(site, pages, page.id))}
    ${
      linkedFrom.length > 0 &&
      html`<section class="linked-from" aria-labelledby="linked-from">
        <h2 id="linked-from" lang="en">Linked from</h2>
        ${names(site, linkedFrom)}
      </section>`
    }`,
  })
}

/** The HTML in which the first words are looked for. */
const FIRST_HTML = 4_000

/** The first words of a page; undefined without any. */
function beginningOf(content: string): string | undefined {
  const words = htmlWords(content.slice(0, content.lastIndexOf('<', FIRST_HTML)))
  if (words === '') return undefined
  return words.length > LIMITS.snippet ? `${words.slice(0, LIMITS.snippet).toWellFormed()}…` : words
}

/** Programs that show links read no vectors. */
const PICTURE = /^image\/(?:png|jpeg|gif|webp|avif)$/i

/** The complete address of the picture of a page, or of the first one among its words. */
function pictureOf(
  { files, picture }: NamedSitePage['view'],
  fileAddress: (n: number) => string,
  { completeFile }: SitePlace,
): string | undefined {
  const own = picture === undefined ? undefined : files.get(picture)
  const shown = [...(own ? [own] : []), ...files.values()].find(
    ({ type, from }) => from === undefined && PICTURE.test(type),
  )
  return shown && completeFile?.(fileAddress(shown.number))
}

/** The pages of a blog, each with its day. */
const posts = (site: Site, pages: readonly PublishedPage[]): Html | false =>
  pages.length > 0 &&
  html`<ul class="posts">
    ${pages.map(
      (page) =>
        html`<li>
          ${postDay(site, page)}
          <a href="${sitePageAddress(site.slug, page)}"
            >${page.icon !== undefined && html`<span class="icon" aria-hidden="true">${page.icon}</span> `}<bdi
              >${titleOf(site, page)}</bdi
            ></a
          >
        </li>`,
    )}
  </ul>`

/** The day of a page; the title of a journal is its day. */
function postDay(site: Site, page: PublishedPage): Html | undefined {
  const day = journalDay(page.id) === undefined ? dayOf(page) : undefined
  return day === undefined
    ? undefined
    : html`<p class="post-day muted small">
        <time datetime="${isoDay(day)}">${dayWords(site, day, 'long')}</time>
      </p>`
}

const names = (site: Site, pages: readonly PublishedPage[]): Html | false =>
  pages.length > 0 &&
  html`<ul>
    ${pages.map(
      (page) =>
        html`<li>
          <a href="${sitePageAddress(site.slug, page)}"
            >${page.icon !== undefined && html`<span class="icon" aria-hidden="true">${page.icon}</span> `}<bdi
              >${titleOf(site, page)}</bdi
            ></a
          >
        </li>`,
    )}
  </ul>`
