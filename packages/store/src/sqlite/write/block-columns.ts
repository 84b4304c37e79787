/** A block's row as the columns that a store keeps of it. */
import { isOpen } from '@notegraph/block-text'
import type { BlockRow } from '@notegraph/graph'
import type { BlockColumns } from './derived-statements.ts'
import { FINISHED, NO_DAY, NO_PRIORITY, OPEN, PRIORITY_CODES } from '../schema/codes.ts'

/** @param rev the revision of a plain block's words; any other block's record says it itself */
export function blockColumns(row: BlockRow, page: number, rev: string | null): BlockColumns {
  const { counts, priority, marker } = row
  return [
    page,
    row.parentId,
    row.order,
    row.createdAt,
    row.updatedAt,
    rev,
    marker === undefined ? null : isOpen(marker) ? OPEN : FINISHED,
    marker ?? null,
    priority === undefined ? NO_PRIORITY : PRIORITY_CODES[priority],
    row.scheduled ?? null,
    row.deadline ?? null,
    row.due ?? NO_DAY,
    counts.words,
    counts.sentences,
    counts.paragraphs,
    counts.characters,
    row.content,
    row.text ?? null,
    row.places ?? null,
    row.more ?? null,
    row.folded ?? null,
  ]
}
