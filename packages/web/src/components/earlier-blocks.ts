/** Blocks as they were, to read only. Embeds and queries stay links, because their content is of today. */
import { numbersOf } from '@notegraph/block-text'
import type { PageState } from '@notegraph/contract'
import { createRenderer, needsOf, readBlock } from '@notegraph/render'
import { raw } from 'hono/html'
import type { Html } from '../html.ts'
import type { Visit } from '../page.ts'
import { blockSources } from './block-sources.ts'
import type { ReadDeps } from './embeds.ts'
import { nestedLists } from './nested-lists.ts'
import { cutText, ROOM_OF_PAGE, shownLengths } from './shown-length.ts'

/** The outline of a page at one moment; long blocks are cut. */
export async function earlierBlocks(
  deps: ReadDeps,
  visit: Visit,
  blocks: PageState['blocks'],
): Promise<Html> {
  const { origin } = new URL(deps.baseUrl())
  const contents = blocks.map(({ id, text }) => ({ id, content: text }))
  const lengths = shownLengths(contents, ROOM_OF_PAGE)
  const read = contents.map(({ content }, i) => readBlock(cutText(content, lengths[i]!), origin))
  const sources = await blockSources(deps, visit, needsOf(read), {
    written: new Map(),
    showEmbedded: undefined,
  })
  const renderer = createRenderer({ ...sources, origin })
  const numbers = numbersOf(blocks.map(({ depth, text }) => ({ depth, content: text })))
  const items = blocks.map(({ depth }, i) => ({
    depth,
    number: numbers[i],
    html: `<div class="block" dir="auto">${renderer.block(read[i]!)}</div>`,
  }))
  return raw(`<div class="outline">${nestedLists(items)}</div>`)
}
