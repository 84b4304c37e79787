import { LIMITS, ReadPageArguments } from '@notegraph/contract'
import { ok, type PageBlocks } from '@notegraph/service'
import type { GraphStore } from '@notegraph/store'
import { ancestorsOf } from '@notegraph/graph'
import { addAbove, addBlocks } from '../markdown/blocks.ts'
import { addPageHead, linkTo, toPage } from '../markdown/page.ts'
import { BoundedText } from '../markdown/bounded-text.ts'
import { callWords } from '../markdown/words.ts'
import { toolHandler, type ToolHandler } from './tool-handler.ts'
import { partWords, READ_WHOLE, type Part } from './window.ts'

/** The most levels of parents shown above a part of a page. */
export const LEVELS = 32

export const readPage: ToolHandler = toolHandler(
  'read_page',
  ReadPageArguments,
  async ({ reader }, caller, { name, limit, offset }) => {
    const found = await reader.readPage(caller, name, { limit, offset, bytes: READ_WHOLE })
    if (!found.ok) return found
    const page = toPage(found.value.page)
    const sheet = new BoundedText()
    if (offset === 0) addPageHead(sheet, page, caller.zone)
    else sheet.add(`# ${linkTo(page.name)}`)
    const part = {
      tool: 'read_page',
      args: { name: page.name },
      offset,
      limit,
      usualLimit: LIMITS.mcpBlocks,
    } as const
    return ok(sheet.end(await addOutline(sheet, reader.graph(caller), found.value, part, page.name)))
  },
)

/**
 * Adds the blocks of a page or day under its head.
 * @returns the last line
 */
export async function addOutline(
  sheet: BoundedText,
  graph: GraphStore,
  { blocks, total }: PageBlocks,
  part: Part,
  page: string,
): Promise<string> {
  const [first] = blocks
  if (total === 0) return `To add a block: ${callWords('add_block', { page, text: '…' })}`
  if (!first) return partWords('Blocks', part, 0, total)
  const above = first.depth === 0 ? [] : ancestorsOf(first, await graph.blocks.ancestors([first.id], LEVELS))
  const ids = [...above, ...blocks].map(({ id }) => id)
  const shortIds = await graph.blocks.shortIds(ids, LIMITS.shortId)
  sheet.add('')
  addAbove(sheet, above, shortIds)
  const count = addBlocks(sheet, blocks, shortIds.slice(above.length))
  return partWords('Blocks', part, count, total)
}
