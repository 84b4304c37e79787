import { LIMITS, ReadLinksArguments } from '@notegraph/contract'
import {
  counted,
  findBlock,
  numbered,
  ok,
  type Caller,
  type FoundField,
  type FoundLinks,
  type NotesReader,
  type Result,
} from '@notegraph/service'
import { isoDay } from '@notegraph/block-text'
import { journalDay } from '@notegraph/graph'
import { firstLine } from '../markdown/blocks.ts'
import { excerpt, searchExcerpt } from '../markdown/excerpt.ts'
import { addGroupedBlocks, type PageLines } from '../markdown/grouped-blocks.ts'
import { keyWords, linkTo, toPage } from '../markdown/page.ts'
import { BoundedText } from '../markdown/bounded-text.ts'
import { quoted, visibleLine } from '../markdown/visible.ts'
import { toolHandler, type ToolHandler } from './tool-handler.ts'
import { inPlace } from './search.ts'
import { partWords, READ_CUT } from './window.ts'

export const readLinks: ToolHandler = toolHandler(
  'read_links',
  ReadLinksArguments,
  async ({ reader }, caller, { name = '', block_id: id, unlinked, nested, limit, offset }) => {
    if (id !== undefined) return blockLinks(reader, caller, id, { nested, limit, offset })
    const asked = { unlinked: unlinked ? 'true' : 'false', limit, offset, bytes: READ_CUT } as const
    const found = await reader.readLinks(caller, name, asked)
    if (!found.ok) return found
    const { page, links, total } = found.value
    const lines: PageLines[] = []
    const blocks = links.flatMap((link) => {
      if (link.kind !== 'fields') return [link.block]
      lines.push({ pageId: link.pageId, pageName: link.pageName, lines: link.fields.map(fieldLine) })
      return []
    })
    const withoutLink = new Set(links.flatMap((link) => (link.kind === 'unlinked' ? [link.block.id] : [])))
    const names = [page.name, ...toPage(page).aliases]
    const placed = await inPlace(
      reader,
      caller,
      blocks,
      (block, id) => searchExcerpt(block, id, names),
      nested,
    )
    const sheet = new BoundedText()
    sheet.add(headWords(found.value))
    const count = addGroupedBlocks(sheet, {
      ...placed,
      lines,
      show: (block) => {
        const shown = placed.show(block)
        return withoutLink.has(block.id)
          ? { ...shown, after: [shown.after, '(no link)'].filter(Boolean).join(' ') }
          : shown
      },
    })
    const day = journalDay(page.id)
    const args = {
      name: day === undefined ? page.name : isoDay(day),
      ...(unlinked && { unlinked }),
      nested: nested || undefined,
    }
    const part = { tool: 'read_links', args, offset, limit, usualLimit: LIMITS.mcpHits } as const
    return ok(sheet.end(partWords('Links', part, count, total)))
  },
)

/** The blocks that refer to a block. @see assistants 12.4 */
async function blockLinks(
  reader: NotesReader,
  caller: Caller,
  id: string,
  { nested, limit, offset }: { readonly nested: number; readonly limit: number; readonly offset: number },
): Promise<Result<string>> {
  const graph = reader.graph(caller)
  const block = await findBlock(graph, id)
  if (!block.ok) return block
  const found = await reader.readBlockLinks(caller, block.value.id, { limit, offset, bytes: READ_CUT })
  if (!found.ok) return found
  const { links, total } = found.value
  const [short] = await graph.blocks.shortIds([block.value.id], LIMITS.shortId)
  const sheet = new BoundedText()
  const refer = total === 1 ? 'block refers' : 'blocks refer'
  sheet.add(
    `${total === 0 ? 'No' : numbered(total)} ${refer} to ^${short} ${quoted(firstLine(block.value))}.`,
  )
  const blocks = links.flatMap((link) => (link.kind === 'fields' ? [] : [link.block]))
  const count = addGroupedBlocks(sheet, await inPlace(reader, caller, blocks, excerpt, nested))
  const args = { block_id: short, nested: nested || undefined }
  const part = { tool: 'read_links', args, offset, limit, usualLimit: LIMITS.mcpHits } as const
  return ok(sheet.end(partWords('Links', part, count, total)))
}

/** `2 blocks and the fields of 1 page link to [[Ada Lovelace]]; 3 blocks name it without a link.` */
function headWords({ page, counts: { fields, blocks, unlinked }, truncated }: FoundLinks): string {
  const inFields = fields === 0 ? 'no fields' : `the fields of ${counted(fields, 'page')}`
  const linked = `${blocks === 0 ? 'No blocks' : counted(blocks, 'block')} and ${inFields} link to ${linkTo(page.name)}`
  const mentions =
    unlinked === undefined ? '' : `; ${counted(unlinked, 'block names', 'blocks name')} it without a link`
  return `${linked}${mentions}${truncated ? '; more blocks are not counted' : ''}.`
}

/** `  Knows: [[Ada Lovelace]]` */
const fieldLine = ({ key, label, value }: FoundField): string =>
  `  ${label === undefined ? `${keyWords(key)}::` : `${label}:`} ${visibleLine(value)}`
