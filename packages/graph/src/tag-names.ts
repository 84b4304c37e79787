/** The names by which a record has a tag. */
import { parseBlock } from '@notegraph/block-text'
import { linkNames } from './name.ts'
import { pageTags } from './page-row.ts'
import type { BlockRecord, PageRecord } from './record.ts'

/**
 * Returns the names that a block links or tags, or the tags of a page, in the form of `linkName`. File names in them stay as
 * their ids.
 *
 * @example
 * tagNames(makeBlock({ id: 'b', content: 'call #work', rev: 'r', pageId: 'p', parentId: null, order: 1, now: 1 })) // ['work']
 */
export function tagNames(record: BlockRecord | PageRecord): readonly string[] {
  if (record.kind === 'page') return pageTags(record, { file: () => undefined })
  const { links, tags } = parseBlock(record.words.text)
  return linkNames([...links, ...tags])
}
