import { AddOutlineArguments } from '@notegraph/contract'
import { ok, counted } from '@notegraph/service'
import { addGroupedBlocks } from '../markdown/grouped-blocks.ts'
import { BoundedText } from '../markdown/bounded-text.ts'
import { writtenVersion } from '../markdown/version.ts'
import { callWords } from '../markdown/words.ts'
import { parentOf, placeWords } from './add-block.ts'
import { inPlace } from './search.ts'
import { toolHandler, type ToolHandler } from './tool-handler.ts'
import { lastLines, undoWords } from './write-result.ts'

/** The most new blocks shown. */
const MOST = 100

export const addOutline: ToolHandler = toolHandler(
  'add_outline',
  AddOutlineArguments,
  async ({ reader, writes }, caller, { page: asked, text, position, parent_id: parent, if_unchanged }) => {
    const parentId = parent === undefined ? ok(undefined) : await parentOf(reader, caller, parent)
    if (!parentId.ok) return parentId
    const written = await writes.addOutline(caller, asked, {
      text,
      ...(position !== undefined && { position }),
      ...(parentId.value !== undefined && { parentId: parentId.value }),
      ...(if_unchanged !== undefined && { if_unchanged }),
    })
    if (!written.ok) return written
    const { ids, total, page, day } = written.value.value()
    const sheet = new BoundedText()
    sheet.add(`Added ${counted(total, 'block')} to ${placeWords(asked, page.name, day)}.`)
    const graph = reader.graph(caller)
    const found = await Promise.all(ids.blockIds.slice(0, MOST).map((id) => graph.blocks.find(id)))
    const placed = await inPlace(
      reader,
      caller,
      found.filter((block) => block !== undefined),
    )
    const count = addGroupedBlocks(sheet, placed)
    const rest =
      count < total
        ? `${counted(total - count, 'more block')}: ${callWords('read_page', { name: page.name })}`
        : ''
    const version = `The page has ${writtenVersion(written.value)}.`
    return ok(sheet.end(lastLines(rest, version, undoWords(written.value))))
  },
)
