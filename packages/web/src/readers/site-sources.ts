/**
 * The sources of the renderer for a page of a site: those of a shared page, and the results of queries. No macro is shown
 * as it is written, since readers can't use it.
 * @see sharing 10
 */
import { withoutPercentComments } from '@notegraph/block-text'
import {
  createRenderer,
  escapeHtml,
  needsOf,
  queryIn,
  readBlock,
  tableHtml,
  type BlockView,
  type Sources,
} from '@notegraph/render'
import { sitePageAddress, type PageSet, type SharedResult, type SharedView } from '@notegraph/service'
import type { Site } from '@notegraph/store'
import { blockOf, note, orgQueryTitle, queryFrame, sharedSources } from './shared-sources.ts'
import { titleOf, type Titled } from './site-title.ts'

const ONLY_LOGSEQ = 'This query runs in Logseq only.'
const TOO_MANY = 'This page has too many queries to run this one.'

/** Returns the address of a page of a site by its id. */
type PageAddress = (id: string) => string | undefined

export const pageAddresses =
  ({ slug }: Pick<Site, 'slug'>, pages: PageSet): PageAddress =>
  (id) => {
    const page = pages.get(id)
    return page && sitePageAddress(slug, page)
  }

/**
 * @param fileAddress returns the address of a file by its number
 * @param pageAddress without it, blocks that are referred to are words
 */
export function siteSources(
  site: Titled,
  view: SharedView,
  fileAddress: (number: number) => string | undefined,
  pageAddress: PageAddress = () => undefined,
): Sources {
  const { page, linkTo, words, parts, own: onPage, quotedFrom, results, skipped, tables, origin } = view
  const own = sharedSources(view, fileAddress, (lines) => within(lines))
  const wordsOf = blockOf(words)
  let shown = 0

  /** A block leads to its page, and to its place there if links can name it. */
  function block(id: string): BlockView {
    const to = words.has(id) ? pageAddress(onPage.has(id) ? page.id : (quotedFrom.get(id) ?? '')) : undefined
    const part = parts.get(id)
    return { ...wordsOf(id), address: to && part !== undefined ? `${to}#${encodeURIComponent(part)}` : to }
  }

  /** The sources of blocks of other pages. An embed in them is a link to its page, or the first words of its block. */
  const within = (blocks: readonly { readonly content: string }[]): Sources => ({
    page: linkTo,
    block,
    query,
    macro,
    file: own.file!,
    footnotes: needsOf(blocks.filter(({ content }) => content.includes('[^')).map(({ content }) => readBlock(content))).footnotes, // prettier-ignore
    origin,
  })

  function macro(source: string): string {
    const query = queryIn(source)
    if (query !== undefined) return inLine(results.get(query) ?? [])
    const title = orgQueryTitle(source)
    return title === undefined ? '' : queryFrame(title, note(ONLY_LOGSEQ))
  }

  function query(text: string): string {
    const title = `<code>${escapeHtml(text)}</code>`
    const blocks = results.get(text)
    if (!blocks) return queryFrame(title, note(skipped.has(text) ? TOO_MANY : ONLY_LOGSEQ))
    if (blocks.length === 0) return queryFrame(title, note('No matches.'))
    const { block, line } = createRenderer({
      ...within(blocks),
      notes: `result${++shown}-`,
      query: (other) => `<code>${escapeHtml(other)}</code>`, // results could show each other without an end
    })
    const table = tables.get(text)
    if (table) {
      const rows = blocks.map((one) => ({ ...one, page: pageLink(one), block: block(one.content) }))
      return queryFrame(
        title,
        tableHtml(table, rows, (value) => line(withoutPercentComments(value))),
      )
    }
    const items = blocks.map(
      (one) => `<li>${block(one.content)}<p class="muted small">${pageLink(one)}</p></li>`,
    )
    return queryFrame(title, `<ul class="found">${items.join('')}</ul>`)
  }

  /** A query among words shows the pages of its results. */
  function inLine(blocks: readonly SharedResult[]): string {
    const pages = new Map(blocks.map((one) => [one.pageId, one]))
    return Array.from(pages.values(), pageLink).join(', ')
  }

  function pageLink({ pageId, pageName }: SharedResult): string {
    const title = titleOf(site, { id: pageId, name: pageName })
    const [to, words] = [linkTo(pageName), `<bdi>${escapeHtml(title)}</bdi>`]
    return to === undefined ? words : `<a href="${escapeHtml(to)}">${words}</a>`
  }

  return { ...own, block, query, macro }
}
