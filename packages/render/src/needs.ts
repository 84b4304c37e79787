/** Lists the content that blocks show from elsewhere, so that a caller can load all of it before it renders them. */
import { embeddedPage, isEmbedded, queryIn } from './embed.ts'
import { footnotesIn } from './footnotes.ts'
import type { ReadBlock } from './read-block.ts'

/** Each list has one entry for each id, name or query, in order of appearance. */
export interface Needs {
  /** Ids of all blocks that are referred to, embedded ones included. */
  readonly blocks: readonly string[]
  readonly embeddedBlocks: readonly string[]
  /** Names of pages. */
  readonly embeddedPages: readonly string[]
  readonly queries: readonly string[]
  /** Ids of files. */
  readonly files: readonly string[]
  /** Labels of footnotes, for `Sources.footnotes`. */
  readonly footnotes: readonly string[]
}

/**
 * Lists what the blocks show from elsewhere.
 *
 * @example
 * needsOf([readBlock('{{embed [[Ann]]}}')]).embeddedPages // ['Ann']
 */
export function needsOf(read: readonly ReadBlock[]): Needs {
  const blocks = new Set<string>()
  const embeddedBlocks = new Set<string>()
  const embeddedPages = new Set<string>()
  const queries = new Set<string>()
  const files = new Set<string>()
  const footnotes = new Set<string>()
  for (const { block, marks, files: places } of read) {
    const { content } = block
    for (const { id } of places) files.add(id)
    for (const id of block.blockRefs) blocks.add(id)
    for (const label of footnotesIn(content)) footnotes.add(label)
    for (const mark of marks) {
      if (mark.kind === 'block') {
        if (mark.id !== undefined && isEmbedded(content, mark)) embeddedBlocks.add(mark.id)
      } else if (mark.kind === 'link') {
        const name = embeddedPage(content, mark)
        if (name !== undefined) embeddedPages.add(name)
      } else if (mark.kind === 'macro') {
        const query = queryIn(content.slice(mark.start, mark.end))
        if (query !== undefined) queries.add(query)
      }
    }
  }
  return {
    blocks: [...blocks],
    embeddedBlocks: [...embeddedBlocks],
    embeddedPages: [...embeddedPages],
    queries: [...queries],
    files: [...files],
    footnotes: [...footnotes],
  }
}
