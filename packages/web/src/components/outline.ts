/** Blocks in outline order as nested lists, and blocks of many pages, each with its page. */
import { isNumbered, numbersOf } from '@notegraph/block-text'
import { LIMITS } from '@notegraph/contract'
import type { NotesReader } from '@notegraph/service'
import { ancestorsOf, readMore } from '@notegraph/graph'
import type { FoundBlock, OutlinedBlock } from '@notegraph/store'
import { raw } from 'hono/html'
import { html, type Html } from '../html.ts'
import type { Visit } from '../page.ts'
import { blockAddress, pageLink } from './links.ts'
import { nestedLists } from './nested-lists.ts'

/** The HTML of each block, by its id. */
export type ShownBlocks = ReadonlyMap<string, string>

/** The most levels of parents above a part of a page. */
export const LEVELS = 12

export interface OutlineOptions {
  /** The parents of the first block, which an earlier part of the page shows. */
  readonly parents?: readonly OutlinedBlock[]
  /** The blocks before the first one, which only its number and those of its parents need. */
  readonly before?: readonly OutlinedBlock[]
}

/** @returns HTML */
export function outlineHtml(
  blocks: readonly OutlinedBlock[],
  shown: ShownBlocks,
  { parents = [], before = [] }: OutlineOptions = {},
): string {
  const all = [...before, ...blocks]
  const counted = numbersOf(all)
  const numbers = new Map(all.map(({ id }, n) => [id, counted[n]]))
  const item = (block: OutlinedBlock, isContext: boolean) => ({
    depth: block.depth,
    html: shown.get(block.id) ?? '',
    isContext,
    number: numbers.get(block.id),
    fold: { key: block.id, isFolded: !isContext && isCollapsed(block) },
  })
  const items = [...parents.map((block) => item(block, true)), ...blocks.map((block) => item(block, false))]
  return `<div class="outline">${nestedLists(items)}</div>`
}

const isCollapsed = (block: OutlinedBlock): boolean =>
  typeof block.more === 'string' && readMore(block).collapsed === true

/** The blocks that are read at most for the numbers of a part. */
const COUNTED = 1_000

/**
 * The blocks around a part of a page: the parents of its first block, and, if numbers go on from there, the blocks before it.
 *
 * @param offset the place of the first block on its page
 */
export async function aroundPart(
  reader: NotesReader,
  { caller }: Visit,
  [first]: readonly OutlinedBlock[],
  offset: number,
): Promise<Required<OutlineOptions>> {
  if (first === undefined) return { parents: [], before: [] }
  const { blocks } = reader.graph(caller)
  const parents = first.depth === 0 ? [] : ancestorsOf(first, await blocks.ancestors([first.id], LEVELS))
  if (offset === 0 || ![...parents, first].some(({ content }) => isNumbered(content)))
    return { parents, before: [] }
  const from = Math.max(0, offset - COUNTED)
  const window = { limit: offset - from, offset: from, bytes: LIMITS.answerBytes }
  return { parents, before: (await blocks.listByPage(first.pageId, window)).blocks }
}

/** Blocks of many pages, each with its page. */
export function found(blocks: readonly FoundBlock[], shown: ShownBlocks): Html {
  return html`<ul class="found">
    ${blocks.map(
      ({ id, pageId, pageName }) =>
        html`<li>
          ${raw(shown.get(id) ?? '')}
          <p class="muted small">
            on ${pageLink(pageName, pageId)} · <a href="${blockAddress(id)}">Show in context</a>
          </p>
        </li>`,
    )}
  </ul>`
}
