import { readIsoDay } from '@notegraph/block-text'
import { AddBlockArguments } from '@notegraph/contract'
import { findBlock, ok, type Caller, type NotesReader, type Result } from '@notegraph/service'
import { dayWords } from '../markdown/day.ts'
import { linkTo } from '../markdown/page.ts'
import { toolHandler, type ToolHandler } from './tool-handler.ts'
import { blockResult } from './write-result.ts'

export const addBlock: ToolHandler = toolHandler(
  'add_block',
  AddBlockArguments,
  async ({ reader, writes }, caller, args) => {
    const { page, text, position, parent_id: parent } = args
    const parentId = parent === undefined ? ok(undefined) : await parentOf(reader, caller, parent)
    if (!parentId.ok) return parentId
    const written = await writes.addBlock(caller, page, {
      text,
      ...(position !== undefined && { position }),
      ...(parentId.value !== undefined && { parentId: parentId.value }),
    })
    if (!written.ok) return written
    const { block, day } = written.value.value()
    const date = day && readIsoDay(day.date)
    const where = day && date !== undefined ? `${dayWords(date)}, ${page} in ${day.zone}` : linkTo(block.page)
    return ok(await blockResult(reader, caller, `Added a block to ${where}.`, written.value))
  },
)

/** The service refuses an id without a block. */
async function parentOf(reader: NotesReader, caller: Caller, id: string): Promise<Result<string>> {
  const found = await findBlock(reader.graph(caller), id)
  if (found.ok) return ok(found.value.id)
  const { refusal } = found
  return refusal.code === 'not_found' && refusal.what === 'block' && refusal.shared ? found : ok(id)
}
