/** Blocks of one page as nested bullets, as many as fit. */
import type { OutlinedBlock, StoredBlock } from '@notegraph/store'
import { counted } from '@notegraph/service'
import { bullet, cut, noteText, shownOf, type Bullet } from './block.ts'
import type { BoundedText } from './bounded-text.ts'

/**
 * Adds blocks in outline order.
 * @param shortIds the short ids of the blocks, in the same order
 * @returns the number of added blocks; at least one, unless there are none
 */
export function addBlocks(
  sheet: BoundedText,
  blocks: readonly OutlinedBlock[],
  shortIds: readonly string[],
): number {
  for (const [i, block] of blocks.entries()) {
    const { text, after } = shownOf(block)
    const line = {
      text,
      after: [after, foldedWords(block)].filter(Boolean).join(' '),
      depth: block.depth,
      shortId: shortIds[i]!,
    }
    if (sheet.add(bullet(line))) continue
    if (i > 0) return i
    addCut(sheet, line)
    return 1
  }
  return blocks.length
}

/** `(3 blocks folded away)` */
const foldedWords = ({ folded }: OutlinedBlock): string =>
  folded === undefined ? '' : `(${counted(folded, 'block')} folded away)`

/** Adds a block that does not fit in any answer. */
function addCut(sheet: BoundedText, line: Bullet): void {
  const indented = bullet(line).length - line.text.length
  const text = cut(line.text, Math.max(0, sheet.room - indented - 100))
  sheet.add(bullet({ ...line, text, after: `(cut: ${text.length} of ${line.text.length} characters)` }))
}

/** The most characters of a block that only gives context. */
const CONTEXT = 80

/** Adds the shortened parents of other blocks. */
export function addAbove(
  sheet: BoundedText,
  above: readonly OutlinedBlock[],
  shortIds: readonly string[],
): void {
  for (const [i, block] of above.entries())
    sheet.add(bullet({ text: firstLine(block), depth: block.depth, shortId: shortIds[i]!, after: '(above)' }))
}

/** The shortened first line of a block. */
export const firstLine = (block: StoredBlock): string => cut(noteText(block).split('\n', 1)[0]!, CONTEXT)
