/** Lists the content that blocks show from elsewhere, so that a caller can load all of it before it renders them. */
import { embeddedPage, isEmbedded, queryIn } from './embed.ts'
import { footnotesIn } from './footnotes.ts'
import { queryTable, type QueryTable } from './query-table.ts'
import type { ReadBlock } from './read-block.ts'

/** Each list has one entry for each id, name or query, in order of appearance. */
export interface Needs {
  /** Ids of all blocks that are referred to, embedded ones included. */
  readonly blocks: readonly string[]
  readonly embeddedBlocks: readonly string[]
  /** Names of pages. */
  readonly embeddedPages: readonly string[]
  readonly queries: readonly string[]
  /** The queries whose results are tables. */
  readonly tables: ReadonlyMap<string, QueryTable>
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
  const tables = new Map<string, QueryTable>()
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
        if (query === undefined) continue
        queries.add(query)
        const table = queryTable(block)
        if (table) tables.set(query, table)
      }
    }
  }
  return {
    blocks: [...blocks],
    embeddedBlocks: [...embeddedBlocks],
    embeddedPages: [...embeddedPages],
    queries: [...queries],
    tables,
    files: [...files],
    footnotes: [...footnotes],
  }
}
