/** The button that marks a task as done, or opens a finished one again. */
import { cutLine, isOpen, parseBlock, visibleLine } from '@notegraph/block-text'
import { blockJson } from '@notegraph/graph'
import { versionOf } from '@notegraph/service'
import type { FoundBlock, StoredBlock } from '@notegraph/store'
import { html, type Html } from '../html.ts'
import type { Visit } from '../page.ts'
import type { ReadDeps } from './embeds.ts'
import { withId, TASK_PATH } from './links.ts'

/** The most characters of a task in the name of its button. */
const MOST_WORDS = 60

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
  const read = parseBlock(block.content)
  if (read.marker === undefined) return undefined
  const open = isOpen(read.marker)
  const { text } = cutLine(visibleLine(read))
  const words = text.length > MOST_WORDS ? `${text.slice(0, MOST_WORDS).toWellFormed()}…` : text
  const [state, label] = open ? ['done', 'Mark as done'] : ['todo', 'Reopen']
  return html`<form class="tick" method="post" action="${withId(TASK_PATH, block.id)}" data-write>
    <input type="hidden" name="if_unchanged" value="${versionOf(blockJson(block, block.pageName))}" />
    <button name="state" value="${state}" title="${label}" aria-label="${label}: ${words}"></button>
  </form>`
}
