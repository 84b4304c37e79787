import { LIMITS, ReadBlockArguments } from '@notegraph/contract'
import { BAD_REQUESTS, findBlock, lastEditOf, ok, refuse, counted, type OwnState } from '@notegraph/service'
import { ancestorsOf, blockJson } from '@notegraph/graph'
import { cut, noteText } from '../markdown/block.ts'
import { addAbove, addBlocks } from '../markdown/blocks.ts'
import { byWords, momentWords } from '../markdown/day.ts'
import { pageHeading } from '../markdown/grouped-blocks.ts'
import { BoundedText } from '../markdown/bounded-text.ts'
import { quoted, visibleLine } from '../markdown/visible.ts'
import { versionWords } from '../markdown/version.ts'
import { callWords } from '../markdown/words.ts'
import { toolHandler, type ToolHandler } from './tool-handler.ts'
import { LEVELS } from './read-page.ts'
import { READ_WHOLE } from './window.ts'

/** The most characters of a text that was replaced. */
const MOST_OF_STATE = 300

/** Adds the texts that the caller's own writes replaced, as many as fit. @see assistants 12.3 */
function addOwnStates(sheet: BoundedText, states: readonly OwnState[], moment: (at: number) => string): void {
  if (states.length === 0 || !sheet.add('\nTexts that you replaced:')) return
  for (const { replacedAt, content } of states)
    if (!sheet.add(`- until ${moment(replacedAt)}: ${quoted(cut(visibleLine(content), MOST_OF_STATE))}`))
      return
}

/** The most nested blocks shown. */
const MOST_UNDER = 100

export const readBlock: ToolHandler = toolHandler(
  'read_block',
  ReadBlockArguments,
  async ({ reader }, caller, args) => {
    const graph = reader.graph(caller)
    const found = await findBlock(graph, args.block_id)
    if (!found.ok) return found
    const { id, pageId, pageName } = found.value
    const tree = await graph.blocks.subtree(id, MOST_UNDER, READ_WHOLE)
    if (!tree) return refuse({ code: 'not_found', what: 'block', name: args.block_id })
    const { blocks, total, offset } = tree
    const above = ancestorsOf(blocks[0]!, await graph.blocks.ancestors([id], LEVELS))
    const shortIds = await graph.blocks.shortIds(
      [...above, ...blocks].map((block) => block.id),
      LIMITS.shortId,
    )
    const { from = 0 } = args
    const { length } = noteText(blocks[0]!)
    if (from > 0 && from >= length) return refuse(BAD_REQUESTS.fromBeyond(from, length))
    const sheet = new BoundedText()
    sheet.add(pageHeading(pageId, pageName))
    addAbove(sheet, above, shortIds)
    const shown = addBlocks(sheet, blocks, shortIds.slice(above.length), from)
    const [last, states] = await Promise.all([lastEditOf(graph, id), reader.ownStates(caller, id)])
    const { createdAt, updatedAt } = found.value
    const moment = (at: number): string => momentWords(at, caller.zone)
    addOwnStates(sheet, states, moment)
    const made = `Made ${moment(createdAt)}, edited ${moment(updatedAt)}${byWords(last)}.`
    const version = `The block ^${shortIds[above.length]!} has ${versionWords(blockJson(found.value, pageName))}. ${made}`
    if (shown >= total) return ok(sheet.end(version))
    const rest = callWords('read_page', {
      name: pageName,
      offset: offset + shown,
      limit: Math.min(total - shown, LIMITS.listMost),
    })
    return ok(sheet.end(`${version}\n${counted(total - shown, 'more nested block')}: ${rest}`))
  },
)
