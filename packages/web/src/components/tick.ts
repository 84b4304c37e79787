/** The button that marks a task as done, or opens a finished one again. */
import { isOpen, parseBlock } from '@notegraph/block-text'
import { blockJson } from '@notegraph/graph'
import { versionOf } from '@notegraph/service'
import type { FoundBlock, StoredBlock } from '@notegraph/store'
import { html, type Html } from '../html.ts'
import type { Visit } from '../page.ts'
import { blockName } from './block-name.ts'
import type { ReadDeps } from './embeds.ts'
import { withId, TASK_PATH } from './links.ts'

/** The buttons of the tasks among blocks, by block; none for a visitor who may not write. */
export async function ticks(
  { reader }: Pick<ReadDeps, 'reader'>,
  { caller, plan }: Visit,
  blocks: readonly StoredBlock[],
): Promise<ReadonlyMap<string, string>> {
  if (plan !== 'active') return NONE
  const tasks = blocks.filter(({ content }) => parseBlock(content).marker !== undefined)
  if (tasks.length === 0) return NONE
  // A version includes the name of the page, which blocks of an outline do not have.
  const found = await reader.graph(caller).blocks.findMany(tasks.map(({ id }) => id))
  return new Map(
    await Promise.all(found.map(async (block) => [block.id, String(await tick(block))] as const)),
  )
}

const NONE: ReadonlyMap<string, string> = new Map()

function tick(block: FoundBlock): Html | undefined {
  const { marker } = parseBlock(block.content)
  if (marker === undefined) return undefined
  const [state, label] = isOpen(marker) ? ['done', 'Mark as done'] : ['todo', 'Reopen']
  return html`<form class="tick" method="post" action="${withId(TASK_PATH, block.id)}" data-write>
    <input type="hidden" name="if_unchanged" value="${versionOf(blockJson(block, block.pageName))}" />
    <button
      name="state"
      value="${state}"
      title="${label}"
      aria-label="${label}: ${blockName(block.content)}"
    ></button>
  </form>`
}
