/** The blocks beside a block: the one before and the one after it, under the same parent. */
import { parseBlock } from '@notegraph/block-text'
import type { GraphStore, OutlinedBlock, Subtree } from '@notegraph/store'
import { html, type Html } from '../html.ts'
import { blockName } from './block-name.ts'
import { blockAddress } from './links.ts'

/** The blocks before this one that are searched for its sibling; one with more nested blocks is left out. */
const SEARCHED = 200

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
    ${isBeside(before) && html`<a rel="prev" href="${blockAddress(before.id)}"><bdi>${blockName(parseBlock(before.content))}</bdi></a>`}
    ${isBeside(after) && html`<a rel="next" href="${blockAddress(after.id)}"><bdi>${blockName(parseBlock(after.content))}</bdi></a>`}
  </nav>`
}
