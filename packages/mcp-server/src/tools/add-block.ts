import { readIsoDay } from '@notegraph/block-text'
import { AddBlockArguments, type AddBlockAnswer } from '@notegraph/contract'
import { countItems, findBlock, ok, type Caller, type NotesReader, type Result } from '@notegraph/service'
import { dayWords } from '../markdown/day.ts'
import { linkTo } from '../markdown/page.ts'
import { toolHandler, type ToolHandler } from './tool-handler.ts'
import { blockResult } from './write-result.ts'

export const addBlock: ToolHandler = toolHandler(
  'add_block',
  AddBlockArguments,
  async ({ reader, writes }, caller, args) => {
    const { page, text, position, parent_id: parent, if_unchanged } = args
    const parentId = parent === undefined ? ok(undefined) : await parentOf(reader, caller, parent)
    if (!parentId.ok) return parentId
    const written = await writes.addBlock(caller, page, {
      text,
      ...(position !== undefined && { position }),
      ...(parentId.value !== undefined && { parentId: parentId.value }),
      ...(if_unchanged !== undefined && { if_unchanged }),
    })
    if (!written.ok) return written
    const { block, day } = written.value.value()
    const what = `Added a block to ${placeWords(page, block.page, day)}.${await listHint(text)}`
    return ok(await blockResult(reader, caller, what, written.value))
  },
)

/** `2026-11-20 Fri, today in Europe/London`, or a link to the page. */
export function placeWords(asked: string, page: string, day: AddBlockAnswer['day']): string {
  const date = day && readIsoDay(day.date)
  return day && date !== undefined ? `${dayWords(date)}, ${asked} in ${day.zone}` : linkTo(page)
}

/** A note on a list that became one block. @see assistants 1.3 */
export async function listHint(text: string): Promise<string> {
  const items = await countItems(text)
  return items < 2 ? '' : ` The ${items} items of its list are one block; add_outline makes a block of each.`
}

/** The service refuses an id without a block. */
export async function parentOf(reader: NotesReader, caller: Caller, id: string): Promise<Result<string>> {
  const found = await findBlock(reader.graph(caller), id)
  if (found.ok) return ok(found.value.id)
  const { refusal } = found
  return refusal.code === 'not_found' && refusal.what === 'block' && refusal.shared ? found : ok(id)
}
