/** Finds the pages and blocks that a record refers to. File names in a name stay as their ids. */
import { parseBlock } from '@notegraph/block-text'
import { linkNames } from './name.ts'
import { derivePage, pageTags } from './page-row.ts'
import type { BlockRecord, GraphRecord, PageRecord } from './record.ts'

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

/**
 * Returns the names by which a record has a tag, in the form of `linkName`. A block has the names that it links or tags, and
 * a page its tags.
 *
 * @example
 * tagNames(makeBlock({ id: 'b', content: 'call #work', rev: 'r', pageId: 'p', parentId: null, order: 1, now: 1 })) // ['work']
 */
export const tagNames = (record: BlockRecord | PageRecord): readonly string[] =>
  record.kind === 'page' ? pageTags(record, { file: () => undefined }) : referencesOf(record).names
