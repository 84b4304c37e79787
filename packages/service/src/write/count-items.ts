import { LIMITS } from '@notegraph/contract'

/**
 * The number of list items that a text would become as an outline.
 *
 * @example
 * ```ts
 * await countItems('- a\n  - b') // 2
 * ```
 */
export async function countItems(text: string): Promise<number> {
  const { readBody } = await import('@notegraph/folder')
  const read = readBody(text, { blocks: LIMITS.outlineBlocks })
  return read.ok ? read.blocks.filter(({ isItem }) => isItem).length : LIMITS.outlineBlocks
}
