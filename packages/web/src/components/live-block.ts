/** A block as a page shows it, to replace the one that was written. */
import { raw } from 'hono/html'
import { html, type Html } from '../html.ts'
import type { Visit } from '../page.ts'
import type { ReadDeps } from './embeds.ts'
import { showBlocks } from './shown-blocks.ts'

/** @returns nothing if the block does not exist */
export async function liveBlock(deps: ReadDeps, visit: Visit, id: string): Promise<Html> {
  const block = await deps.reader.graph(visit.caller).blocks.find(id)
  return block ? raw((await showBlocks(deps, visit, [block])).get(id)!) : html``
}
