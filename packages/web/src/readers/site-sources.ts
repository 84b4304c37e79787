/**
 * The sources of the renderer for a page of a site: those of a shared page, and the results of queries. No macro is shown
 * as it is written, since readers can't use it.
 * @see sharing 10
 */
import { withoutPercentComments } from '@notegraph/block-text'
import { createRenderer, escapeHtml, needsOf, queryIn, readBlock, tableHtml, type Sources } from '@notegraph/render'
import type { SharedResult, SharedView } from '@notegraph/service'
import { blockOf, note, orgQueryTitle, queryFrame, sharedSources } from './shared-sources.ts'
import { titleOf, type Titled } from './site-title.ts'

const ONLY_LOGSEQ = 'This query runs in Logseq only.'
const TOO_MANY = 'This page has too many queries to run this one.'

/** @param fileAddress returns the address of a file by its number */
export function siteSources(
  site: Titled,
  view: SharedView,
  fileAddress: (number: number) => string | undefined,
): Sources {
  const { linkTo, words, results, skipped, tables, origin } = view
  const own = sharedSources(view, fileAddress, (lines) => within(lines))
  let shown = 0

  /** The sources of blocks of other pages. An embed in them is a link to its page, or the first words of its block. */
  const within = (blocks: readonly { readonly content: string }[]): Sources => ({
    page: linkTo,
    block: blockOf(words),
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

  return { ...own, query, macro }
}
