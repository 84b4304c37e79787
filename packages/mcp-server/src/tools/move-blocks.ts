import { MoveBlocksArguments } from '@notegraph/contract'
import { counted, ok } from '@notegraph/service'
import { BoundedText } from '../markdown/bounded-text.ts'
import { addGroupedBlocks } from '../markdown/grouped-blocks.ts'
import { writtenVersion } from '../markdown/version.ts'
import { placeWords } from './add-block.ts'
import { blocksNow, idsOf } from './find-blocks.ts'
import { inPlace } from './search.ts'
import { toolHandler, type ToolHandler } from './tool-handler.ts'
import { lastLines, UNCHANGED, undoWords } from './write-result.ts'

export const moveBlocks: ToolHandler = toolHandler(
  'move_blocks',
  MoveBlocksArguments,
  async (notes, caller, args) => {
    const { reader, writes } = notes
    const { block_ids, page, parent_id, before, after, position, if_unchanged } = args
    const graph = reader.graph(caller)
    const ids = await idsOf(graph, block_ids)
    if (!ids.ok) return ids
    const anchor = parent_id ?? before ?? after
    const found = anchor === undefined ? ok([]) : await idsOf(graph, [anchor])
    if (!found.ok) return found
    const [beside = ''] = found.value
    const written = await writes.moveBlocks(caller, ids.value, {
      ...(page !== undefined && { page }),
      ...(parent_id !== undefined && { parentId: beside }),
      ...(before !== undefined && { before: beside }),
      ...(after !== undefined && { after: beside }),
      ...(position !== undefined && { position }),
      ...(if_unchanged !== undefined && { if_unchanged }),
    })
    if (!written.ok) return written
    const { changed, total, block, day } = written.value.value()
    const nested =
      total === ids.value.length ? '' : `, ${counted(total, 'block')} with what is nested under them,`
    const where = placeWords(page ?? '', block.page, day)
    const sheet = new BoundedText()
    sheet.add(changed ? `Moved ${counted(ids.value.length, 'block')}${nested} to ${where}.` : UNCHANGED)
    addGroupedBlocks(sheet, await inPlace(reader, caller, await blocksNow(graph, ids.value)))
    const version = ids.value.length === 1 ? `The block has ${writtenVersion(written.value)}.` : ''
    return ok(sheet.end(lastLines(version, undoWords(written.value))))
  },
)
