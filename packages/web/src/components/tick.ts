/** The button that marks a task as done, or opens a finished one again. */
import { isOpen, parseBlock, type BlockText } from '@notegraph/block-text'
import { blockJson } from '@notegraph/graph'
import { versionOf } from '@notegraph/service'
import type { FoundBlock } from '@notegraph/store'
import { html, type Html } from '../html.ts'
import type { Visit } from '../page.ts'
import type { ReadDeps } from './embeds.ts'
import { withId, TASK_PATH } from './links.ts'

/**
 * The buttons of tasks, by block; none for a visitor who may not write.
 * @param tasks the ids of the tasks
 */
export async function ticks(
  { reader }: Pick<ReadDeps, 'reader'>,
  { caller, plan }: Visit,
  tasks: readonly string[],
  nameOf: (block: BlockText) => string,
): Promise<ReadonlyMap<string, string>> {
  if (plan !== 'active' || tasks.length === 0) return NONE
  // A version includes the name of the page, which blocks of an outline do not have.
  const found = await reader.graph(caller).blocks.findMany(tasks)
  return new Map(
    await Promise.all(found.map(async (block) => [block.id, String(await tick(block, nameOf))] as const)),
  )
}

const NONE: ReadonlyMap<string, string> = new Map()

function tick(block: FoundBlock, nameOf: (block: BlockText) => string): Html | undefined {
  const read = parseBlock(block.content)
  const { marker } = read
  if (marker === undefined) return undefined
  const [state, label] = isOpen(marker) ? ['done', 'Mark as done'] : ['todo', 'Reopen']
  return html`<form class="tick" method="post" action="${withId(TASK_PATH, block.id)}" data-write>
    <input type="hidden" name="if_unchanged" value="${versionOf(blockJson(block, block.pageName))}" />
    <button name="state" value="${state}" title="${label}" aria-label="${label}: ${nameOf(read)}"></button>
  </form>`
}
