/** Deletes blocks, each with those nested under it. References to them stay. @see assistants 10.2 */
import { remove } from '@notegraph/graph'
import type { Edit, WriteContext } from './edit.ts'
import { Changed } from './move-blocks.ts'
import { named } from './summary.ts'
import type { Trees } from './trees.ts'

/** Deletes them. @param page the page of the first block */
export function deleteBlocks(
  { trees }: Trees,
  page: { readonly id: string; readonly name: string },
  context: WriteContext,
): Edit {
  const edits = new Changed(context.now)
  for (const { root, nested } of trees)
    for (const { record, seq } of [root, ...nested]) edits.put(record, remove(record, context.now), seq)
  const { puts, touched } = edits
  const { id } = trees[0]!.root.record
  return {
    puts,
    touched,
    summary: `Deleted ${puts.length === 1 ? 'a block' : `${puts.length} blocks`} of ${named(page.name)}`,
    page: page.name,
    pageId: page.id,
    blockId: id,
  }
}
