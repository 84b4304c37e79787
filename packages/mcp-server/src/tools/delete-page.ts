import { DeletePageArguments } from '@notegraph/contract'
import { journalDay } from '@notegraph/graph'
import { counted, ok } from '@notegraph/service'
import { dayWords } from '../markdown/day.ts'
import { toolHandler, type ToolHandler } from './tool-handler.ts'
import { lastLines, UNCHANGED, undoWords } from './write-result.ts'

export const deletePage: ToolHandler = toolHandler(
  'delete_page',
  DeletePageArguments,
  async ({ writes }, caller, { name, if_unchanged }) => {
    const body = if_unchanged === undefined ? {} : { if_unchanged }
    const written = await writes.deletePage(caller, name, body)
    if (!written.ok) return written
    const { changed, ids, total, references, fields } = written.value.value()
    const day = journalDay(ids.pageId)
    const blocks = counted(total, 'block')
    const done = day ? `Emptied ${dayWords(day)}: ${blocks}.` : `Deleted the page with ${blocks}.`
    const links = day
      ? ''
      : ` ${counted(references, 'block')} and properties of ${counted(fields, 'page')} still link it.`
    return ok(lastLines(changed ? `${done}${links}` : UNCHANGED, undoWords(written.value)))
  },
)
