/** Finds the pages and blocks that a record refers to. */
import { parseBlock } from '@notegraph/block-text'
import { linkNames } from './name.ts'
import { derivePage } from './page-row.ts'
import type { GraphRecord } from './record.ts'

/** The pages and blocks that one record refers to. */
export interface References {
  /** The names of pages that it links or tags, in the form of `linkName`, each once. */
  readonly names: readonly string[]
  /** The ids of blocks that it refers to or embeds, each once. */
  readonly blocks: readonly string[]
}

/**
 * Returns what a block, or a page by its properties, refers to. Shapes refer to nothing.
 *
 * @example
 * referencesOf(makeBlock({ id: 'b', content: 'call [[Ann]]', rev: 'r', pageId: 'p', parentId: null, order: 1, now: 1 })) // { names: ['ann'], blocks: [] }
 */
export function referencesOf(record: GraphRecord): References {
  if (record.kind === 'page') {
    const { links, tags } = derivePage(record, { file: () => undefined })
    return { names: linkNames([...links, ...tags]), blocks: [] }
  }
  if (record.kind === 'shape') return { names: [], blocks: [] }
  const { links, tags, blockRefs } = parseBlock(record.words.text)
  return { names: linkNames([...links, ...tags]), blocks: blockRefs }
}
