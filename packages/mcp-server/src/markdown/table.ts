/** Found blocks as a table of their properties. The person's words are in quotes, so that no cell looks like the service's. */
import { parseInOrder, type Block } from '@notegraph/contract'
import { blockJson } from '@notegraph/graph'
import { blockValues } from '@notegraph/service'
import { cut } from './block.ts'
import type { BoundedText } from './bounded-text.ts'
import { nestedWords, type BlocksByPage } from './grouped-blocks.ts'
import { keyWords, linkTo } from './page.ts'
import { quoted, visibleLine } from './visible.ts'

/** The most characters of the words of a block, and of a value. */
const MOST_OF_WORDS = 80
const MOST_OF_VALUE = 200

/**
 * Adds a table with one row for each block, in the order found.
 * @param keys the properties
 * @returns the number of added rows
 * @see assistants 12.6
 */
export function addTable(
  sheet: BoundedText,
  { found, shortIds, nested }: BlocksByPage,
  keys: readonly string[],
): number {
  const heads = ['block', 'page', ...keys.map((key) => keyWords(key))]
  sheet.add(`\n${rowOf(heads)}\n${rowOf(heads.map(() => '---'))}`)
  for (const [i, block] of found.entries()) {
    const { content, text, pageName } = block
    const words = quoted(cut(visibleLine(text ?? content), MOST_OF_WORDS))
    // A row has no place for nested blocks, so it says none of them are shown.
    const under = nested?.get(block.id)
    const first = [words, `^${shortIds.get(block.id)!}`, nestedWords(under && { ...under, blocks: [] })]
    const values = blockValues(parseInOrder(blockJson(block, pageName)) as Block, keys)
    const cells = values.map(([, value]) =>
      value === undefined ? '' : quoted(cut(visibleLine(value), MOST_OF_VALUE)),
    )
    if (!sheet.add(rowOf([first.filter(Boolean).join(' '), linkTo(pageName), ...cells]))) return i
  }
  return found.length
}

const rowOf = (cells: readonly string[]): string =>
  `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
