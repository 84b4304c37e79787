import { LIMITS, ReadLinksArguments } from '@notegraph/contract'
import { ok, type FoundField, type FoundLinks, counted } from '@notegraph/service'
import { isoDay } from '@notegraph/block-text'
import { journalDay } from '@notegraph/graph'
import { searchExcerpt } from '../markdown/excerpt.ts'
import { addGroupedBlocks, type PageLines } from '../markdown/grouped-blocks.ts'
import { keyWords, linkTo, toPage } from '../markdown/page.ts'
import { BoundedText } from '../markdown/bounded-text.ts'
import { visibleLine } from '../markdown/visible.ts'
import { toolHandler, type ToolHandler } from './tool-handler.ts'
import { inPlace } from './search.ts'
import { partWords, READ_CUT } from './window.ts'

export const readLinks: ToolHandler = toolHandler(
  'read_links',
  ReadLinksArguments,
  async ({ reader }, caller, { name, unlinked, nested, limit, offset }) => {
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
