/** Blocks in outline order as nested lists. */
import type { NotesReader } from '@notegraph/service'
import { ancestorsOf, readMore } from '@notegraph/graph'
import type { FoundBlock, OutlinedBlock, StoredBlock } from '@notegraph/store'
import { cutLine, parseBlock, visibleLine } from '@notegraph/block-text'
import { raw } from 'hono/html'
import { html, type Html } from '../html.ts'
import type { Visit } from '../page.ts'
import { blockAddress, pageLink } from './links.ts'
import { blockMarkup, type Lines } from './block-markup.ts'

/** The deepest shown level; deeper ones are hard to distinguish. */
const DEEPEST = 24
/** The most levels of parents above a part of a page. */
export const LEVELS = 12
/** The most characters of a block among others; the page of one block shows more. */
const MOST_OF_ONE = 2_000
/** The most characters of all blocks of a page; after that, each block is cut. */
const MOST_TEXT = 60_000
const LEAST_OF_ONE = 200
/** The most characters of the block of a page; an import may create longer ones. */
const MOST_ALONE = 100_000
/** The most resolved references on one page; the others stay as written. */
const MOST_LINES = 200

/** The words of the referenced blocks. */
export async function linesOf(
  reader: NotesReader,
  { caller }: Visit,
  blocks: readonly StoredBlock[],
): Promise<Lines> {
  const ids = new Set<string>()
  for (const block of blocks)
    if (block.content.includes('((')) for (const id of readMore(block).blockRefs) ids.add(id)
  if (ids.size === 0) return new Map()
  const referred = await reader.graph(caller).blocks.findMany([...ids].slice(0, MOST_LINES))
  return new Map(referred.map(({ id, content }) => [id, cutLine(visibleLine(parseBlock(content))).text]))
}

export interface OutlineOptions {
  /** The id of the block of the page, which is shown whole. */
  readonly alone?: string
  /** The parents of the first block, which an earlier part of the page shows. */
  readonly parents?: readonly OutlinedBlock[]
}

export function outline(
  blocks: readonly OutlinedBlock[],
  lines: Lines,
  { alone, parents = [] }: OutlineOptions = {},
): Html {
  const all = [...parents, ...blocks]
  const top = Math.min(...all.map(({ depth }) => depth))
  const lengths = lengthsOf(all, alone)
  let text = ''
  /** The levels of the open lists. Some levels may be missing, so siblings are found by equal depth. */
  const open: number[] = []
  for (const [i, block] of all.entries()) {
    const depth = Math.min(block.depth - top, DEEPEST)
    let closed = ''
    while (open.length > 0 && open.at(-1)! > depth) {
      open.pop()
      // The last list stays open for blocks above the level of the first one.
      if (open.length > 0) closed += '</li></ul>'
      else open.push(depth)
    }
    if (open.at(-1) === depth) text += `${closed}</li>`
    else {
      open.push(depth)
      text += `${closed}<ul>`
    }
    const context = i < parents.length ? ' class="context"' : ''
    text += `<li${context}>${shown(block, lines, lengths[i]!)}`
  }
  return raw(`<div class="outline">${text}${'</li></ul>'.repeat(open.length)}</div>`)
}

/** The parents of the first block of a later part of a page. */
export async function parentsOf(
  reader: NotesReader,
  { caller }: Visit,
  [first]: readonly OutlinedBlock[],
): Promise<readonly OutlinedBlock[]> {
  if (first === undefined || first.depth === 0) return []
  return ancestorsOf(first, await reader.graph(caller).blocks.ancestors([first.id], LEVELS))
}

/**
 * The shown length of each block, because marks become much more HTML.
 * @param alone the id of the block of the page
 */
function lengthsOf(blocks: readonly StoredBlock[], alone?: string): number[] {
  let left = MOST_TEXT
  return blocks.map(({ id, content }) => {
    if (id === alone) return MOST_ALONE
    const most = Math.max(LEAST_OF_ONE, Math.min(MOST_OF_ONE, left))
    left -= Math.min(content.length, most)
    return most
  })
}

/** @param most the most characters of the block */
function shown({ id, content }: StoredBlock, lines: Lines, most: number): string {
  const isCut = content.length > most
  const words = isCut ? `${content.slice(0, most).toWellFormed()}…` : content
  const rest =
    most === MOST_ALONE
      ? 'An export includes the rest.'
      : `<a href="${blockAddress(id)}">Show the whole block</a>`
  return `<div class="block" dir="auto">${blockMarkup(words, lines)}</div>${isCut ? `<p class="small">${rest}</p>` : ''}`
}

/** Blocks of many pages, each with its page. */
export function found(blocks: readonly FoundBlock[], lines: Lines): Html {
  const lengths = lengthsOf(blocks)
  return html`<ul class="found">
    ${blocks.map(
      (block, i) =>
        html`<li>
          ${raw(shown(block, lines, lengths[i]!))}
          <p class="muted small">
            on ${pageLink(block.pageName, block.pageId)} ·
            <a href="${blockAddress(block.id)}">show in context</a>
          </p>
        </li>`,
    )}
  </ul>`
}
