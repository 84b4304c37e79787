import { LIMITS, ReadBlockArguments } from '@notegraph/contract'
import { BAD_REQUESTS, findBlock, ok, refuse, counted } from '@notegraph/service'
import { ancestorsOf, blockJson } from '@notegraph/graph'
import { noteText } from '../markdown/block.ts'
import { addAbove, addBlocks } from '../markdown/blocks.ts'
import { pageHeading } from '../markdown/grouped-blocks.ts'
import { BoundedText } from '../markdown/bounded-text.ts'
import { versionWords } from '../markdown/version.ts'
import { callWords } from '../markdown/words.ts'
import { toolHandler, type ToolHandler } from './tool-handler.ts'
import { LEVELS } from './read-page.ts'
import { READ_WHOLE } from './window.ts'

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
    const version = `The block ^${shortIds[above.length]!} has ${versionWords(blockJson(found.value, pageName))}.`
    if (shown >= total) return ok(sheet.end(version))
    const rest = callWords('read_page', {
      name: pageName,
      offset: offset + shown,
      limit: Math.min(total - shown, LIMITS.listMost),
    })
    return ok(sheet.end(`${version}\n${counted(total - shown, 'more nested block')}: ${rest}`))
  },
)
