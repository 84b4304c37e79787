/**
 * Pictures of the links of a site, which the server draws: around one page, and of the site. Each has the same links as a list
 * for those who do not see it.
 * @see sharing 10
 */
import { journalDay } from '@notegraph/graph'
import { counted, numbered, sitePageAddress, type PageSet, type PublishedPage } from '@notegraph/service' // prettier-ignore
import type { Site } from '@notegraph/store'
import { html, type Html } from '../html.ts'
import { graphPlaces } from './graph-layout.ts'
import { titleOf } from './site-title.ts'

/** Pages of each kind in a picture around a page, and pages of a picture of a site. */
const MOST_BESIDE = 8
const MOST_IN_GRAPH = 300
/** Pages whose names a picture of a site has. Others have a dot. */
const MOST_NAMED = 40
/** Characters of a name in a picture. */
const LONGEST = 22

/** The pages by their paths, made once for each set. */
const byPath = new WeakMap<PageSet, ReadonlyMap<string, PublishedPage>>()

/** The page at a path of a site, or at that of a part of it. */
export function pageByPath({ slug }: Site, pages: PageSet, path: string): PublishedPage | undefined {
  const known =
    byPath.get(pages) ?? new Map(Array.from(pages.values(), (page) => [sitePageAddress(slug, page), page]))
  byPath.set(pages, known)
  return known.get(path.split('#', 1)[0]!)
}

/**
 * The pages around a page: those that link it, then others that it links. The list has the pages that it links, since those that
 * link it have a list of their own on the page.
 * @param linked the pages that it links
 * @returns undefined if there are none
 */
export function pageGraph(
  site: Site,
  page: { readonly id: string },
  linkedFrom: readonly PublishedPage[],
  linked: readonly PublishedPage[],
): Html | undefined {
  const to = new Set(linked.filter(({ id }) => id !== page.id))
  const left = linkedFrom.slice(0, MOST_BESIDE)
  const right = [...to].filter((one) => !linkedFrom.includes(one)).slice(0, MOST_BESIDE)
  const others = [...left, ...right]
  if (others.length === 0) return undefined
  const height = ROW * others.length + 20
  const here = { x: 14, y: height / 2 }
  /** A curve around the page. */
  const drawn = others.map((one, n): DrawnPage => {
    const y = 10 + ROW * (n + 0.5)
    const bend = (2 * (y - here.y)) / height
    return { page: one, x: here.x + 20 + 34 * Math.sqrt(1 - bend * bend), y }
  })
  const line = ({ page: one, x, y }: DrawnPage): Html =>
    html`<path class="${to.has(one) ? 'to' : 'from'}" d="M${here.x} ${here.y}L${round(x)} ${round(y)}" />`
  const dots = drawn.map((one) => dot(site, one, 4, { x: one.x + 9, y: one.y + 4 }, 'start'))
  return html`<aside aria-label="Graph" class="page-graph">
    <details>
      <summary lang="en">Graph</summary>
      ${picture(BESIDE, height, html`${drawn.map(line)}<circle class="here" cx="${here.x}" cy="${here.y}" r="6" />${dots}`)}
      ${
        to.size > 0 &&
        html`<p class="muted small" lang="en">Links to</p>
          ${pageList(site, [...to])}`
      }
    </details>
  </aside>`
}

/** A site as a picture, for its page. @param links pairs of ids, from the page that links */
export function siteGraph(
  site: Site,
  pages: readonly PublishedPage[],
  total: number,
  links: readonly (readonly [from: string, to: string])[],
): Html {
  const ids = new Set(pages.map(({ id }) => id))
  const shown = links.filter(([from, to]) => from !== to && ids.has(from) && ids.has(to))
  const joined = new Set(shown.flat())
  const linkedPages = pages.filter(({ id }) => joined.has(id))
  const number = new Map(linkedPages.map(({ id }, n) => [id, n]))
  const pairs = shown.map(([from, to]) => [number.get(from)!, number.get(to)!] as const)
  const degree = linkedPages.map(() => 0)
  for (const pair of pairs) for (const n of pair) degree[n]!++
  const height = Math.round(90 + 15 * Math.sqrt(linkedPages.length))
  const drawn = graphPlaces(linkedPages.length, pairs).map(({ x, y }, n) => ({
    page: linkedPages[n]!,
    x: 50 + (WIDTH - 100) * x,
    y: 16 + (height - 36) * y,
  }))
  const byLinks = [...linkedPages.keys()].toSorted((a, b) => degree[b]! - degree[a]! || a - b)
  const named = new Set(apart(site, drawn, byLinks))
  const line = ([a, b]: readonly [number, number]): Html => {
    const [from, to] = [drawn[a]!, drawn[b]!]
    return html`<path class="from" d="M${round(from.x)} ${round(from.y)}L${round(to.x)} ${round(to.y)}" />`
  }
  const dots = drawn.map((one, n) => {
    const radius = 1.6 + Math.min(3, Math.sqrt(degree[n]!) / 2)
    const name = named.has(n) ? { x: one.x, y: one.y + radius + 8 } : undefined
    return dot(site, one, radius, name, 'middle')
  })
  const byId = new Map(pages.map((page) => [page.id, page]))
  const linked = Map.groupBy(shown, ([from]) => from)
  const items = pages.map((page) => {
    const targets = (linked.get(page.id) ?? []).map(([, to]) => byId.get(to)!)
    return html`<li>${pageLink(site, page)}${targets.length > 0 && pageList(site, targets)}</li>`
  })
  return html`<p class="muted" lang="en">
      ${total > pages.length ? `The first ${numbered(pages.length)} of ${counted(total, 'page')}` : counted(total, 'page')},
      ${counted(shown.length, 'link')}
    </p>
    ${drawn.length > 0 && html`<div class="site-graph">${picture(WIDTH, height, html`${pairs.map(line)}${dots}`)}</div>`}
    <section aria-labelledby="links">
      <h2 id="links" lang="en">Pages and their links</h2>
      <ul>
        ${items}
      </ul>
    </section>`
}

/** The width of a sign, and the height of a name, in a picture of a site. */
const [SIGN, NAME] = [4.2, 10]

/** The pages whose names do not cover each other, the first of `order` before the others. */
function apart(site: Site, drawn: readonly DrawnPage[], order: readonly number[]): readonly number[] {
  const half = (n: number): number => (SIGN * short(titleOf(site, drawn[n]!.page)).length) / 2
  const kept: number[] = []
  for (const n of order) {
    if (kept.length === MOST_NAMED) break
    const { x, y } = drawn[n]!
    const isFree = kept.every(
      (one) => Math.abs(drawn[one]!.y - y) > NAME || Math.abs(drawn[one]!.x - x) > half(one) + half(n),
    )
    if (isFree) kept.push(n)
  }
  return kept
}

/** The widths of a picture of a site and of one around a page, and the height of a name. */
const WIDTH = 400
const BESIDE = 240
const ROW = 24

interface DrawnPage {
  readonly page: PublishedPage
  readonly x: number
  readonly y: number
}

/** Screen readers and keys have the list in its place. */
const picture = (width: number, height: number, content: Html): Html =>
  html`<svg viewBox="0 0 ${width} ${height}" aria-hidden="true">${content}</svg>`

/** The dot of a page. @param name the place of its name, if that is shown */
function dot(
  site: Site,
  { page, x, y }: DrawnPage,
  radius: number,
  name: { readonly x: number; readonly y: number } | undefined,
  anchor: 'start' | 'middle',
): Html {
  return html`<a href="${sitePageAddress(site.slug, page)}" tabindex="-1"
    ><title>${titleOf(site, page)}</title><circle cx="${round(x)}" cy="${round(y)}" r="${round(radius)}" />${
      name &&
      html`<text x="${round(name.x)}" y="${round(name.y)}" text-anchor="${anchor}"
        >${short(titleOf(site, page, 'medium'))}</text
      >`
    }</a
  >`
}

const pageLink = (site: Site, page: PublishedPage): Html =>
  html`<a href="${sitePageAddress(site.slug, page)}"><bdi>${titleOf(site, page)}</bdi></a>`

const pageList = (site: Site, pages: readonly PublishedPage[]): Html =>
  html`<ul>
    ${pages.map((page) => html`<li>${pageLink(site, page)}</li>`)}
  </ul>`

const round = (n: number): number => Math.round(10 * n) / 10

const short = (words: string): string => {
  const signs = Array.from(words)
  return signs.length > LONGEST ? `${signs.slice(0, LONGEST - 1).join('')}…` : words
}

/** The pages of a picture of a site: those that come first, without journals. */
export function pagesInGraph(
  { rule }: Site,
  pages: PageSet,
): { readonly shown: readonly PublishedPage[]; readonly total: number } {
  const first = (rule.navigation ?? []).flatMap((id) => pages.get(id) ?? [])
  const all = [...new Set([...first, ...pages.values()])].filter(({ id }) => journalDay(id) === undefined)
  return { shown: all.slice(0, MOST_IN_GRAPH), total: all.length }
}
