/** What a writing tool answers: what was done, the block or page as it now is, and how to take it back. */
import type { Block, Page } from '@notegraph/contract'
import type { Caller, NotesReader, WriteAnswer } from '@notegraph/service'
import type { FoundBlock } from '@notegraph/store'
import { groupedBlocks } from '../markdown/grouped-blocks.ts'
import { addPageHead } from '../markdown/page.ts'
import { BoundedText } from '../markdown/bounded-text.ts'
import { inPlace } from './search.ts'

/** How the change is undone; nothing where nothing changed. */
export const undoWords = (
  { changeId }: Pick<WriteAnswer<unknown>, 'changeId'>,
  { account }: Caller,
): string =>
  changeId === undefined
    ? ''
    : `Change ${changeId}. To undo: revert the change in Settings, Changes, or run \`notegraph revert CHANGE --account ${account.id}\`.`

/** A block in its place. */
export async function blockResult(
  reader: NotesReader,
  caller: Caller,
  what: string,
  written: WriteAnswer<{ readonly block: Block }>,
): Promise<string> {
  const block = foundBlock(written.value().block)
  const sheet = new BoundedText()
  sheet.add(`${what}\n`)
  const placed = await inPlace(reader, caller, [block], [])
  sheet.add(groupedBlocks(placed, sheet.room).text)
  return sheet.end(undoWords(written, caller))
}

/** A block that was answered as one that was read. */
function foundBlock({
  id,
  pageId,
  page: pageName,
  parentId,
  order,
  content,
  text,
  createdAt,
  updatedAt,
  ...more
}: Block): FoundBlock {
  const parts = {
    parentId,
    order,
    content,
    text,
    more: JSON.stringify(more).slice(1, -1),
    createdAt,
    updatedAt,
  }
  return { id, pageId, pageName, ...parts }
}

/** A page without its blocks. */
export function pageResult(
  caller: Caller,
  what: string,
  written: WriteAnswer<{ readonly page: Page }>,
): string {
  const sheet = new BoundedText()
  sheet.add(`${what}\n`)
  addPageHead(sheet, written.value().page, caller.zone)
  return sheet.end(undoWords(written, caller))
}

/** What is said where it was so already. */
export const UNCHANGED = 'Nothing changed: this is already so.'
