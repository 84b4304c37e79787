/** Blocks in outline order as nested lists, and blocks of many pages, each with its page. */
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
}

/** @returns HTML */
export function outlineHtml(
  blocks: readonly OutlinedBlock[],
  shown: ShownBlocks,
  { parents = [] }: OutlineOptions = {},
): string {
  const item = (block: OutlinedBlock, isContext: boolean) => ({
    depth: block.depth,
    html: shown.get(block.id) ?? '',
    isContext,
    fold: { key: block.id, isFolded: !isContext && isCollapsed(block) },
  })
  const items = [...parents.map((block) => item(block, true)), ...blocks.map((block) => item(block, false))]
  return `<div class="outline">${nestedLists(items)}</div>`
}

const isCollapsed = (block: OutlinedBlock): boolean =>
  typeof block.more === 'string' && readMore(block).collapsed === true

/** The parents of the first block of a later part of a page. */
export async function parentsOf(
  reader: NotesReader,
  { caller }: Visit,
  [first]: readonly OutlinedBlock[],
): Promise<readonly OutlinedBlock[]> {
  if (first === undefined || first.depth === 0) return []
  return ancestorsOf(first, await reader.graph(caller).blocks.ancestors([first.id], LEVELS))
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
