/**
 * The layout of a page for readers: nothing of an account beside what it shows, and no script but the search of a static site. Search engines are asked to leave
 * it out, unless it belongs to a site.
 * @see sharing 1, 3, 6
 */
import { LIMITS } from '@notegraph/contract'
import { ICON, READER_STYLE, SITE_STYLE } from '../assets.ts'
import { DRAWS, hasDiagram } from '../components/diagrams.ts'
import { plainName } from '../components/plain-name.ts'
import { raw } from 'hono/html'
import { html, type Html } from '../html.ts'
import type { ShownLook } from './site-look.ts'

export interface ReaderView {
  readonly title: string
  readonly body: Html
  /** A picture sign before the title. */
  readonly icon?: string | undefined
  /** The site of the page. */
  readonly site?: ReaderSite
  /** The content security policy, for a file that a host sends without one. */
  readonly policy?: string | undefined
  /** The style sheet itself, for a file that a host shows at any address. */
  readonly style?: string
}

/** A feed; Atom by default. */
export interface Feed {
  readonly type?: string
  readonly title: string
  readonly path: string
}

/** The site that a page belongs to, for its readers, search engines, and programs that show links. */
export interface ReaderSite {
  readonly title: string
  /** The path of the site. */
  readonly path: string
  readonly look: ShownLook
  /** The language of the page; English by default. */
  readonly lang?: string | undefined
  /** The complete address of the page, if that is known. */
  readonly canonical?: string | undefined
  /** The complete address of a picture of the page, for programs that show links. */
  readonly image?: string | undefined
  /** The navigation leads to the first. */
  readonly feeds: readonly Feed[]
  /** The address of the page as Markdown. */
  readonly markdown?: string | undefined
  /** The navigation among the pages. */
  readonly pages?: Html | undefined
  /** The picture of the links of the page. On a narrow screen, it follows the words. */
  readonly graph?: Html | undefined
  /** The way to the page, above its title. */
  readonly above?: Html | undefined
  /** The outline of the page. */
  readonly outline?: Html | undefined
  /** The first words of the page, for search engines and programs that show links. */
  readonly description?: string | undefined
  /** Search engines are asked to leave out the page. */
  readonly isUnlisted?: true
  /** The words of the search that the page shows. */
  readonly searched?: string
  /** Addresses of scripts, in the order in which they run. */
  readonly scripts?: readonly string[]
}

/** @returns the page as HTML text */
export async function readerPage({ title, icon, body, site, policy, style }: ReaderView): Promise<string> {
  const draws = hasDiagram(String(await body))
  return String(
    await html`<!doctype html>
      <html lang="${site?.lang ?? 'en'}">
        <head>
          <meta charset="utf-8" />
          ${policy !== undefined && policyOf(draws ? `${policy}; frame-src 'self'` : policy)}
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="color-scheme" content="light dark" />
          ${site && site.isUnlisted !== true ? siteHead(title, site) : html`<meta name="robots" content="noindex" />`}
          ${site?.feeds.map(feedLink)}
          ${site?.markdown !== undefined && html`<link rel="alternate" type="text/markdown" href="${site.markdown}" />`}
          <title>${plainName(site && site.title !== title ? `${title} · ${site.title}` : title)}</title>
          ${style === undefined ? loaded(site?.look) : raw(`<style>${style}</style>`)}
          ${site?.scripts?.map((address) => html`<script src="${address}" defer></script>`)} ${draws && DRAWS}
        </head>
        <body class="${site ? 'reader site' : 'reader'}">
          ${site && siteBar(site)} ${site?.pages}
          <main id="main" class="text">
            ${site?.above}
            <h1 dir="auto">${iconBefore(icon)}${title}</h1>
            ${body}
          </main>
          ${site?.graph}${site?.outline} ${site?.look.footer && footer(site)}
        </body>
      </html>`,
  )
}

const iconBefore = (icon: string | undefined): Html | false =>
  icon !== undefined && html`<span class="icon" aria-hidden="true">${icon}</span>`

const sheet = (path: string): Html => html`<link rel="stylesheet" href="${path}" />`

const loaded = (look: ShownLook | undefined): Html => {
  const { path, type } = look?.icon ?? ICON
  return html`<link rel="icon" href="${path}" type="${type}" /> ${sheet(READER_STYLE.path)}
    ${look && sheet(SITE_STYLE.path)} ${look?.style !== undefined && sheet(look.style)}`
}

const footer = ({ look }: ReaderSite): Html =>
  html`<footer class="site-footer words" dir="auto">${look.footer}</footer>`

const policyOf = (policy: string): Html =>
  html`<meta http-equiv="Content-Security-Policy" content="${policy}" />`

const siteHead = (title: string, { title: ofSite, canonical, description, image }: ReaderSite): Html =>
  html`${description !== undefined && html`<meta name="description" property="og:description" content="${description}" />`}
    ${canonical !== undefined && html`<link rel="canonical" href="${canonical}" />`}
    <meta property="og:title" content="${plainName(title)}" />
    <meta property="og:site_name" content="${plainName(ofSite)}" />
    <meta property="og:type" content="website" />
    ${canonical !== undefined && html`<meta property="og:url" content="${canonical}" />`}
    ${image !== undefined && html`<meta property="og:image" content="${image}" />`}`

const feedLink = ({ title, path, type = 'application/atom+xml' }: Feed): Html =>
  html`<link rel="alternate" type="${type}" title="${plainName(title)}" href="${path}" />`

const siteBar = ({ title, path, feeds, searched, look, lang = 'en' }: ReaderSite): Html =>
  html`<a class="skip" href="#main" lang="en">Skip to content</a>
    <header class="text" lang="en">
      <a class="brand" href="${path}" lang="${lang}"
        >${look.logo !== undefined && html`<img src="${look.logo}" alt="" />`}<bdi>${title}</bdi></a
      >
      <nav aria-label="Site">
        <a href="${path}/index">All pages</a>
        <a href="${path}/graph">Graph</a>
        ${feeds[0] && html`<a href="${feeds[0].path}" type="application/atom+xml">Feed</a>`}
      </nav>
      ${searchForm(path, searched)}
    </header>`

const searchForm = (path: string, searched = ''): Html =>
  html`<form method="get" action="${path}/search" role="search" class="search" aria-label="This site">
    <label class="unseen" for="q">Search this site</label>
    <input
      id="q"
      name="q"
      type="search"
      dir="auto"
      maxlength="${LIMITS.siteQuery}"
      placeholder="Search this site"
      value="${searched}"
    />
    <button>Search</button>
  </form>`
