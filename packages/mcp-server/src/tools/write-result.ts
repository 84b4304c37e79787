/** The answer of a writing tool: the result, the current block or page, and how to undo the change. */
import { LIMITS, type Block, type Page } from '@notegraph/contract'
import type { Caller, NotesReader, WriteAnswer } from '@notegraph/service'
import type { FoundBlock } from '@notegraph/store'
import { addGroupedBlocks } from '../markdown/grouped-blocks.ts'
import { addPageHead } from '../markdown/page.ts'
import { BoundedText } from '../markdown/bounded-text.ts'
import { writtenVersion } from '../markdown/version.ts'
import { callWords } from '../markdown/words.ts'
import { inPlace } from './search.ts'

/** The call that undoes the change, with its short id; empty if nothing changed. @see assistants 12.7 */
export const undoWords = ({ changeId }: Pick<WriteAnswer<unknown>, 'changeId'>): string =>
  changeId === undefined
    ? ''
    : `Undo: ${callWords('revert_change', { change_id: changeId.slice(0, LIMITS.shortId) })}`

/** The answer with a block in its place, and its version. */
export async function blockResult(
  reader: NotesReader,
  caller: Caller,
  what: string,
  written: WriteAnswer<{ readonly block: Block }>,
): Promise<string> {
  const block = foundBlock(written.value().block)
  const sheet = new BoundedText()
  sheet.add(what)
  addGroupedBlocks(sheet, await inPlace(reader, caller, [block]))
  return sheet.end(lastLines(`The block has ${writtenVersion(written)}.`, undoWords(written)))
}

/** The last lines of an answer, without the empty ones. */
export const lastLines = (...lines: readonly string[]): string => lines.filter(Boolean).join('\n')

/** Converts a block of an answer to a found block. */
export function foundBlock({
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

/** The answer with a page without its blocks, but with its version. */
export function pageResult(
  caller: Caller,
  what: string,
  written: WriteAnswer<{ readonly page: Page }>,
): string {
  const sheet = new BoundedText()
  sheet.add(`${what}\n`)
  addPageHead(sheet, written.value().page, caller.zone, writtenVersion(written))
  return sheet.end(undoWords(written))
}

/** The answer if nothing had to change. */
export const UNCHANGED = 'Nothing changed: this is already so.'
