/**
 * Numbers of numbered siblings. A run begins at 1 after a sibling without a number.
 *
 * @see outliner 3.1
 */
import { isNumbered } from '@notegraph/block-text'
import { blockIn, siblingsOf, type Outline } from './outline.ts'

/**
 * The number of a block, or `undefined` if it has none.
 *
 * @example
 * const numbered = (words) => `${words}\nlogseq.order-list-type:: number`
 * const outline = outlineOf('p', [
 *   { id: 'a', depth: 0, content: numbered('one') },
 *   { id: 'b', depth: 0, content: numbered('two') },
 * ])
 * numberOf(outline, 'b') // 2
 */
export function numberOf(outline: Outline, id: string): number | undefined {
  const isListed = (one: string): boolean => isNumbered(blockIn(outline, one).content)
  if (!isListed(id)) return undefined
  const siblings = siblingsOf(outline, id)
  const at = siblings.indexOf(id)
  let first = at
  while (first > 0 && isListed(siblings[first - 1]!)) first--
  return at - first + 1
}
