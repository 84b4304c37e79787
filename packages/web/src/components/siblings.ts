/** The blocks beside a block: the one before and the one after it, under the same parent. */
import { cutLine, parseBlock, visibleLine } from '@notegraph/block-text'
import type { GraphStore, OutlinedBlock, Subtree } from '@notegraph/store'
import { html, type Html } from '../html.ts'
import { blockAddress } from './links.ts'
import { lineWords } from './words-of.ts'

/** The blocks before this one that are searched for its sibling; one with more nested blocks is left out. */
const SEARCHED = 200
/** The most characters of a block in a link to it. */
const MOST_WORDS = 60

/** @returns undefined for an only child */
export async function siblings(
  { blocks }: Pick<GraphStore, 'blocks'>,
  { blocks: [block], total, offset }: Subtree,
): Promise<Html | undefined> {
  if (block === undefined) return undefined
  const from = Math.max(0, offset - SEARCHED)
  const above = await blocks.listByPage(block.pageId, { limit: offset - from, offset: from })
  const below = await blocks.listByPage(block.pageId, { limit: 1, offset: offset + total })
  const isBeside = (other: OutlinedBlock | undefined): other is OutlinedBlock => other?.depth === block.depth
  // A block at a lower depth is the parent, or a sibling of it.
  const before = above.blocks.findLast(({ depth }) => depth <= block.depth)
  const [after] = below.blocks
  if (!isBeside(before) && !isBeside(after)) return undefined
  return html`<nav class="paging siblings" aria-label="Blocks beside this one">
    ${isBeside(before) && html`<a rel="prev" href="${blockAddress(before.id)}"><bdi>${words(before)}</bdi></a>`}
    ${isBeside(after) && html`<a rel="next" href="${blockAddress(after.id)}"><bdi>${words(after)}</bdi></a>`}
  </nav>`
}

function words({ content }: OutlinedBlock): string {
  const text = lineWords(cutLine(visibleLine(parseBlock(content))).text)
  if (text === '') return 'Empty block'
  return text.length > MOST_WORDS ? `${text.slice(0, MOST_WORDS).toWellFormed()}…` : text
}
