/** Blocks of one page as nested bullets, as many as fit. */
import type { OutlinedBlock, StoredBlock } from '@notegraph/store'
import { bullet, cut, noteText, shownOf, type Bullet } from './block.ts'
import type { Sheet } from './sheet.ts'

/**
 * Adds blocks in outline order.
 * @param shortIds of the blocks, in their order
 * @returns how many were added; at least one, where there is one
 */
export function addBlocks(
  sheet: Sheet,
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
function addCut(sheet: Sheet, line: Bullet): void {
  const indented = bullet(line).length - line.text.length
  const text = cut(line.text, Math.max(0, sheet.room - indented - 100))
  sheet.add(bullet({ ...line, text, after: `(cut: ${text.length} of ${line.text.length} characters)` }))
}

/** Characters of a block that only tells where others stand. */
const CONTEXT = 80

/** The blocks that one is nested under, outermost first, as a part of a page begins with them. */
export function chainAbove(block: OutlinedBlock, above: readonly StoredBlock[]): OutlinedBlock[] {
  const byId = new Map(above.map((one) => [one.id, one]))
  const chain: OutlinedBlock[] = []
  let { parentId } = block
  // As many as it is deep: the parents of a circle go on for ever.
  for (let depth = block.depth - 1; depth >= 0 && parentId !== null; depth--) {
    const parent = byId.get(parentId)
    if (!parent) break
    chain.unshift({ ...parent, depth })
    parentId = parent.parentId
  }
  return chain
}

/** Adds blocks that others stand under, in few words each. */
export function addAbove(sheet: Sheet, above: readonly OutlinedBlock[], shortIds: readonly string[]): void {
  for (const [i, block] of above.entries())
    sheet.add(bullet({ text: firstLine(block), depth: block.depth, shortId: shortIds[i]!, after: '(above)' }))
}

/** The first line of a block, in few words. */
export const firstLine = (block: StoredBlock): string => cut(noteText(block).split('\n', 1)[0]!, CONTEXT)
