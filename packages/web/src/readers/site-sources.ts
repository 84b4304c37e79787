/**
 * The sources of the renderer for a page of a site: those of a shared page, and the results of queries. No macro is shown
 * as it is written, since readers can't use it.
 * @see sharing 10
 */
import { withoutPercentComments } from '@notegraph/block-text'
import { createRenderer, escapeHtml, tableHtml, type Sources } from '@notegraph/render'
import type { SharedResult, SharedView } from '@notegraph/service'
import { note, orgQueryTitle, queryFrame, QUOTED, sharedSources } from './shared-sources.ts'

const ONLY_LOGSEQ = 'This query runs in Logseq only.'
const QUERY = /^\{\{query\s+([\s\S]*?)\s*\}\}$/i

/** @param fileAddress returns the address of a file by its number */
export function siteSources(view: SharedView, fileAddress: (number: number) => string): Sources {
  const { linkTo, results, tables, footnotes } = view
  const found: Sources = { ...QUOTED, page: linkTo, macro }

  function macro(source: string): string {
    const query = QUERY.exec(source)?.[1]
    if (query !== undefined) return inLine(results.get(query), linkTo)
    const title = orgQueryTitle(source)
    return title === undefined ? '' : queryFrame(title, note(ONLY_LOGSEQ))
  }

  function query(text: string): string {
    const title = `<code>${escapeHtml(text)}</code>`
    const blocks = results.get(text)
    if (!blocks) return queryFrame(title, note(ONLY_LOGSEQ))
    if (blocks.length === 0) return queryFrame(title, note('No matches.'))
    const { block, line } = createRenderer(found)
    const table = tables.get(text)
    if (table) {
      const rows = blocks.map((one) => ({ ...one, page: pageLink(one, linkTo), block: block(one.content) }))
      return queryFrame(
        title,
        tableHtml(table, rows, (value) => line(withoutPercentComments(value))),
      )
    }
    const items = blocks.map(
      (one) => `<li>${block(one.content)}<p class="muted small">${pageLink(one, linkTo)}</p></li>`,
    )
    return queryFrame(title, `<ul class="found">${items.join('')}</ul>`)
  }

  return { ...sharedSources(view, fileAddress), footnotes, query, macro }
}

/** A query among words shows the pages of its results. */
function inLine(found: readonly SharedResult[] | undefined, linkTo: SharedView['linkTo']): string {
  const pages = new Map(found?.map((one) => [one.pageId, one]))
  return Array.from(pages.values(), (one) => pageLink(one, linkTo)).join(', ')
}

function pageLink({ pageName }: SharedResult, linkTo: SharedView['linkTo']): string {
  const [to, name] = [linkTo(pageName), `<bdi>${escapeHtml(pageName)}</bdi>`]
  return to === undefined ? name : `<a href="${escapeHtml(to)}">${name}</a>`
}
