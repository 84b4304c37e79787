/**
 * The sources of the renderer for a shared page. Every function answers: without an answer, the renderer would show a
 * reference as written. @see sharing 2
 */
import { embedKey, HIDDEN, type SharedLine, type SharedView } from '@notegraph/service'
import { createRenderer, type Sources } from '@notegraph/render'
import { nestedLists } from '../components/nested-lists.ts'

const HIDDEN_HTML = `<p class="muted">${HIDDEN}</p>`
const HIDDEN_BLOCK = { words: HIDDEN }

/** Quoted words lead nowhere, and hide what they quote in turn. */
export const QUOTED: Sources = {
  block: () => HIDDEN_BLOCK,
  embeddedBlock: () => HIDDEN_HTML,
  embeddedPage: () => HIDDEN_HTML,
}

/** @param fileAddress returns the address of a file by its number */
export function sharedSources(view: SharedView, fileAddress: (number: number) => string): Sources {
  const { linkTo, words, own, embeddedBlocks, embeddedPages, files, origin } = view
  return {
    page: linkTo,
    block: (blockId) => {
      const line = words.get(blockId)
      return line === undefined ? HIDDEN_BLOCK : { words: line }
    },
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

function quoted(lines: readonly SharedLine[] | undefined): string {
  if (lines === undefined || lines.length === 0) return HIDDEN_HTML
  const { block } = createRenderer(QUOTED)
  const items = lines.map(({ depth, content }) => ({ depth, html: block(content) }))
  return `<blockquote class="outline">${nestedLists(items)}</blockquote>`
}
