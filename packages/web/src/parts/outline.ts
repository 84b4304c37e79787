/** Blocks in outline order as nested lists. */
import type { NotesReader } from '@notegraph/service'
import { readMore } from '@notegraph/graph'
import type { FoundBlock, OutlinedBlock, StoredBlock } from '@notegraph/store'
import { cutLine, parseBlock, shownLine } from '@notegraph/block-text'
import { raw } from 'hono/html'
import { html, type Html } from '../html.ts'
import type { Visit } from '../page.ts'
import { blockAddress, pageLink } from './links.ts'
import { blockMarkup, type Lines } from './words.ts'

/** Blocks nested deeper stand at this depth: nobody tells deeper ones apart. */
const DEEPEST = 24
/** References that are read out on one page; the others stay as they are written. */
const MOST_LINES = 200

/** What the references of blocks read as. */
export async function linesOf(
  reader: NotesReader,
  { caller }: Visit,
  blocks: readonly StoredBlock[],
): Promise<Lines> {
  const ids = new Set<string>()
  for (const block of blocks)
    if (block.content.includes('((')) for (const id of readMore(block).blockRefs) ids.add(id)
  if (ids.size === 0) return new Map()
  const referred = await reader.graph(caller).blocks([...ids].slice(0, MOST_LINES))
  return new Map(referred.map(({ id, content }) => [id, cutLine(shownLine(parseBlock(content))).text]))
}

export function outline(blocks: readonly OutlinedBlock[], lines: Lines): Html {
  const top = Math.min(...blocks.map(({ depth }) => depth))
  let text = ''
  let depth = -1
  for (const block of blocks) {
    // Where a part of a page begins deeper than the rest, a level has no item to stand under.
    const own = Math.min(block.depth - top, depth + 1, DEEPEST)
    text += own > depth ? '<ul>' : `</li>${'</ul></li>'.repeat(depth - own)}`
    text += `<li>${shown(block, lines)}`
    depth = own
  }
  if (depth >= 0) text += `</li></ul>${'</li></ul>'.repeat(depth)}`
  return raw(`<div class="outline">${text}</div>`)
}

const shown = ({ content }: StoredBlock, lines: Lines): string =>
  `<div class="block" dir="auto">${blockMarkup(content, lines)}</div>`

/** Blocks of many pages, each with the page that it stands on. */
export const found = (blocks: readonly FoundBlock[], lines: Lines): Html =>
  html`<ul class="found">
    ${blocks.map(
      (block) =>
        html`<li>
          ${raw(shown(block, lines))}
          <p class="muted small">
            on ${pageLink(block.pageName, block.pageId)} ·
            <a href="${blockAddress(block.id)}">in its place</a>
          </p>
        </li>`,
    )}
  </ul>`
