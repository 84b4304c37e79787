import { DeletePageArguments, type DeletePageAnswer } from '@notegraph/contract'
import { journalDay } from '@notegraph/graph'
import { counted, ok } from '@notegraph/service'
import { dayWords } from '../markdown/day.ts'
import { linkTo } from '../markdown/page.ts'
import { toolHandler, type ToolHandler } from './tool-handler.ts'
import { lastLines, UNCHANGED, undoWords } from './write-result.ts'

export const deletePage: ToolHandler = toolHandler(
  'delete_page',
  DeletePageArguments,
  async ({ writes }, caller, { name, if_unchanged }) => {
    const body = if_unchanged === undefined ? {} : { if_unchanged }
    const written = await writes.deletePage(caller, name, body)
    if (!written.ok) return written
    const answer = written.value.value()
    return ok(lastLines(answer.changed ? deletedWords(answer) : UNCHANGED, undoWords(written.value)))
  },
)

/** `Deleted [[Ada Lovelace]] with 2 blocks. 1 block and properties of 0 pages still link it.` */
export function deletedWords({ ids, name, total, references, fields }: DeletePageAnswer): string {
  const day = journalDay(ids.pageId)
  const blocks = counted(total, 'block')
  if (day !== undefined) return `Emptied ${dayWords(day)}: ${blocks}.`
  const links = `${counted(references, 'block')} and properties of ${counted(fields, 'page')} still link it.`
  return `Deleted ${linkTo(name)} with ${blocks}. ${links}`
}
