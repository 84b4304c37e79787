import { DeleteBlocksArguments } from '@notegraph/contract'
import { counted, ok } from '@notegraph/service'
import { BoundedText } from '../markdown/bounded-text.ts'
import { addGroupedBlocks } from '../markdown/grouped-blocks.ts'
import { blocksNow, idsOf } from './find-blocks.ts'
import { inPlace } from './search.ts'
import { toolHandler, type ToolHandler } from './tool-handler.ts'
import { lastLines, undoWords } from './write-result.ts'

export const deleteBlocks: ToolHandler = toolHandler(
  'delete_blocks',
  DeleteBlocksArguments,
  async ({ reader, writes }, caller, { block_ids, if_unchanged }) => {
    const graph = reader.graph(caller)
    const ids = await idsOf(graph, block_ids)
    if (!ids.ok) return ids
    const body = if_unchanged === undefined ? {} : { if_unchanged }
    const written = await writes.deleteBlocks(caller, ids.value, body)
    if (!written.ok) return written
    const { total, referring, referringTotal } = written.value.value()
    const nested = total > ids.value.length ? ' with what was nested under them' : ''
    const sheet = new BoundedText()
    const isPart = referring.length < referringTotal
    const first = isPart ? ` The first ${referring.length}:` : ''
    sheet.add(`Deleted ${counted(total, 'block')}${nested}. ${referringWords(referringTotal, total)}${first}`)
    // Their texts no longer have the words of the deleted blocks.
    const shown = referring.map(({ id }) => id)
    addGroupedBlocks(sheet, await inPlace(reader, caller, await blocksNow(graph, shown)))
    return ok(sheet.end(lastLines(undoWords(written.value))))
  },
)

/** `2 blocks still refer to it.` */
export function referringWords(count: number, deleted: number): string {
  const them = deleted === 1 ? 'it' : 'them'
  if (count === 0) return `No block refers to ${them}.`
  return `${counted(count, 'block')} still ${count === 1 ? 'refers' : 'refer'} to ${them}.`
}
