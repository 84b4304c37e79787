/**
 * The sources of the renderer for a shared page. Every function answers: without an answer, the renderer would show a
 * reference as written. @see sharing 2
 */
import { numbersOf } from '@notegraph/block-text'
import { embedKey, HIDDEN, type SharedLine, type SharedView } from '@notegraph/service'
import { createRenderer, escapeHtml, lineWords, type BlockView, type Sources } from '@notegraph/render'
import { nestedLists } from '../components/nested-lists.ts'

const HIDDEN_HTML = `<p class="muted">${HIDDEN}</p>`
const HIDDEN_BLOCK = { words: HIDDEN }

/** The title of a query in an Org block. */
const TITLE = /:title\s+(?:\[[^"\]]*)?"([^"]{1,200})"/

/** The title of a query in an Org block, as HTML; undefined for another macro. */
export const orgQueryTitle = (source: string): string | undefined =>
  /^#\+BEGIN_QUERY/i.test(source) ? escapeHtml(TITLE.exec(source)?.[1] ?? 'Query') : undefined

export const queryFrame = (title: string, html: string): string =>
  `<div class="embed query"><p class="embed-title">${title}</p>${html}</div>`

export const note = (words: string): string => `<p class="muted small">${words}</p>`

const hiddenQuery = (title: string): string => queryFrame(title, note('Results of queries are not shared.'))

/** No macro shows as it is written, since readers can't use it. */
const MACROS: Sources = {
  query: (text) => hiddenQuery(`<code>${escapeHtml(text)}</code>`),
  macro: (source) => {
    const title = orgQueryTitle(source)
    return title === undefined ? '' : hiddenQuery(title)
  },
}

/** Quoted words lead nowhere, and hide what they quote in turn. */
const QUOTED: Sources = {
  ...MACROS,
  block: () => HIDDEN_BLOCK,
  embeddedBlock: () => HIDDEN_HTML,
  embeddedPage: () => HIDDEN_HTML,
}

/** The words of a referenced block, or `…`. */
export const blockOf =
  (words: SharedView['words']) =>
  (id: string): BlockView => {
    const line = words.get(id)
    return line === undefined ? HIDDEN_BLOCK : { words: lineWords(line) }
  }

/**
 * @param fileAddress returns the address of a file by its number
 * @param within returns the sources of the lines of an embed
 */
export function sharedSources(
  view: SharedView,
  fileAddress: (number: number) => string | undefined,
  within: (lines: readonly SharedLine[]) => Sources = () => QUOTED,
): Sources {
  const { page, linkTo, words, own, embeddedBlocks, embeddedPages, files, footnotes, origin } = view
  let embeds = 0
  const quoted = (lines: readonly SharedLine[] = []): string =>
    lines.length === 0 ? HIDDEN_HTML : quotedLines(lines, { ...within(lines), notes: `embed${++embeds}-` })
  return {
    ...MACROS,
    page: (name) => linkTo(name.startsWith('#') ? page.name + name : name), // `[[#Hull]]` is a part of this page
    footnotes,
    block: blockOf(words),
    // The page shows its own blocks in their places.
    embeddedBlock: (blockId) => (own.has(blockId) ? undefined : quoted(embeddedBlocks.get(blockId))),
    embeddedPage: (name) => quoted(embeddedPages.get(embedKey(name))),
    file: (fileId) => {
      const file = files.get(fileId)
      return file && { name: file.name, type: file.type, address: fileAddress(file.number) }
    },
    origin,
  }
}

function quotedLines(lines: readonly SharedLine[], sources: Sources): string {
  const { block } = createRenderer(sources)
  const numbers = numbersOf(lines)
  const items = lines.map(({ depth, content }, n) => ({ depth, html: block(content), number: numbers[n] }))
  return `<blockquote class="outline">${nestedLists(items)}</blockquote>`
}
