/** The block of a write, and the edit that changes its text. */
import { reword, type BlockRecord } from '@notegraph/graph'
import type { VersionedRecord } from '@notegraph/store'
import type { Edit, WriteContext } from './edit.ts'

export interface TargetBlock extends VersionedRecord<BlockRecord> {
  /** As readers see it. */
  readonly pageName: string
}

export function rewordedBlock(
  { record, seq, pageName }: TargetBlock,
  content: string,
  summary: string,
  context: WriteContext,
): Edit {
  const after = reword(record, content, context.newId(), context.now)
  const { id, place } = record
  return {
    puts: [{ record: after, from: seq }],
    touched: [{ kind: 'block', id, before: record, after }],
    summary,
    page: pageName,
    pageId: place.pageId,
    blockId: id,
  }
}
