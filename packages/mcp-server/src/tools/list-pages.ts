import { LIMITS, ListPagesArguments, type Page } from '@notegraph/contract'
import { isoDay } from '@notegraph/block-text'
import { dayAt } from '@notegraph/graph'
import { ok } from '@notegraph/service'
import { dayBeside } from '../markdown/day.ts'
import { linksTo, linkTo, toPage } from '../markdown/page.ts'
import { BoundedText } from '../markdown/bounded-text.ts'
import { counted } from '../markdown/words.ts'
import { toolHandler, type ToolHandler } from './tool-handler.ts'
import { partWords, READ_CUT } from './window.ts'

/** The most aliases shown of a page. */
const MOST_ALIASES = 5

export const listPages: ToolHandler = toolHandler(
  'list_pages',
  ListPagesArguments,
  async ({ reader }, caller, { type, limit, offset }) => {
    const { pages, total } = await reader.listPages(caller, { type, limit, offset, bytes: READ_CUT })
    const sheet = new BoundedText()
    sheet.add(
      `${total === 0 ? 'No pages' : counted(total, 'page')}${type === undefined ? '' : ` of type ${type}`}.`,
    )
    if (pages.length > 0) sheet.add('')
    const left = pages.findIndex((page) => !sheet.add(pageLine(toPage(page), caller.zone)))
    const part = { tool: 'list_pages', args: { type }, offset, limit, usualLimit: LIMITS.mcpPages } as const
    return ok(sheet.end(partWords('Pages', part, left < 0 ? pages.length : left, total)))
  },
)

/** `- [[Ada Lovelace]] person, 2 blocks, edited 2026-11-20; also [[Countess of Lovelace]]` */
function pageLine({ name, type, day, counts, updatedAt, aliases }: Page, zone: string): string {
  const what = day === undefined ? type : `${type} ${dayBeside(name, day)}`
  const facts = `${what}, ${counted(counts.blocks, 'block')}, edited ${isoDay(dayAt(updatedAt, zone))}`
  const also = linksTo(aliases.slice(0, MOST_ALIASES))
  return `- ${linkTo(name)} ${facts}${also === '' ? '' : `; also ${also}`}`
}
