/** Blocks of one page as nested bullets, as many as fit. */
import type { OutlinedBlock, StoredBlock } from '@notegraph/store'
import { bullet, cut, noteText, shownOf, type Bullet } from './block.ts'
import type { BoundedText } from './bounded-text.ts'

/**
 * Adds blocks in outline order.
 * @param shortIds of the blocks, in their order
 * @returns how many were added; at least one, where there is one
 */
export function addBlocks(
  sheet: BoundedText,
  blocks: readonly OutlinedBlock[],
  shortIds: readonly string[],
): number {
  for (const [i, block] of blocks.entries()) {
    const line = { ...shownOf(block), depth: block.depth, shortId: shortIds[i]! }
    if (sheet.add(bullet(line))) continue
    if (i > 0) return i
    addCut(sheet, line)
    return 1
  }
  return blocks.length
}

/** A block that no answer holds whole. */
function addCut(sheet: BoundedText, line: Bullet): void {
  const indented = bullet(line).length - line.text.length
  const text = cut(line.text, Math.max(0, sheet.room - indented - 100))
  sheet.add(bullet({ ...line, text, after: `(cut: ${text.length} of ${line.text.length} characters)` }))
}

/** Characters of a block that only tells where others stand. */
const CONTEXT = 80

/** Adds blocks that others stand under, in few words each. */
export function addAbove(
  sheet: BoundedText,
  above: readonly OutlinedBlock[],
  shortIds: readonly string[],
): void {
  for (const [i, block] of above.entries())
    sheet.add(bullet({ text: firstLine(block), depth: block.depth, shortId: shortIds[i]!, after: '(above)' }))
}

/** The first line of a block, in few words. */
export const firstLine = (block: StoredBlock): string => cut(noteText(block).split('\n', 1)[0]!, CONTEXT)
