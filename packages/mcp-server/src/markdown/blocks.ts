/** Blocks of one page as nested bullets, as many as fit. */
import type { OutlinedBlock, StoredBlock } from '@notegraph/store'
import { counted } from '@notegraph/service'
import { bullet, cut, noteText, shownOf, type Bullet } from './block.ts'
import type { BoundedText } from './bounded-text.ts'
import { callWords } from './words.ts'

/**
 * Adds blocks in outline order.
 * @param shortIds the short ids of the blocks, in the same order
 * @param from characters of the first block that an earlier answer has
 * @returns the number of added blocks; at least one, unless there are none
 */
export function addBlocks(
  sheet: BoundedText,
  blocks: readonly OutlinedBlock[],
  shortIds: readonly string[],
  from = 0,
): number {
  for (const [i, block] of blocks.entries()) {
    const { text, after } = shownOf(block)
    const line = {
      text: i === 0 && from > 0 ? `…${text.slice(from)}` : text,
      after: [after, foldedWords(block)].filter(Boolean).join(' '),
      depth: block.depth,
      shortId: shortIds[i]!,
    }
    if (sheet.add(bullet(line))) continue
    if (i > 0) return i
    addCut(sheet, line, from)
    return 1
  }
  return blocks.length
}

/** `(3 blocks folded away)` */
const foldedWords = ({ folded }: OutlinedBlock): string =>
  folded === undefined ? '' : `(${counted(folded, 'block')} folded away)`

/** Adds a block that does not fit in any answer, with the call that goes on. @see assistants 12.5 */
function addCut(sheet: BoundedText, line: Bullet, from: number): void {
  const indented = bullet(line).length - line.text.length
  const text = cut(line.text, Math.max(0, sheet.room - indented - 200))
  // The marks of a cut are no characters of the text.
  const before = from > 0 ? 1 : 0
  const shown = from + text.length - 1 - before
  const call = callWords('read_block', { block_id: line.shortId, from: shown })
  const all = from + line.text.length - before
  sheet.add(bullet({ ...line, text, after: `(cut: ${shown} of ${all} characters, ${call})` }))
  sheet.goesOn(call)
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
