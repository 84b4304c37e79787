import { LIMITS, ListPagesArguments, type Page } from '@notegraph/contract'
import { isoDay } from '@notegraph/block-text'
import { dayAt } from '@notegraph/graph'
import { ok, counted } from '@notegraph/service'
import type * as v from 'valibot'
import { dayBeside } from '../markdown/day.ts'
import { linksTo, linkTo, toPage } from '../markdown/page.ts'
import { BoundedText } from '../markdown/bounded-text.ts'
import { quoted } from '../markdown/visible.ts'
import { toolHandler, type ToolHandler } from './tool-handler.ts'
import { partWords, READ_CUT } from './window.ts'

/** The most aliases shown of a page. */
const MOST_ALIASES = 5

export const listPages: ToolHandler = toolHandler(
  'list_pages',
  ListPagesArguments,
  async ({ reader }, caller, { limit, offset, ...filters }) => {
    const { pages, total } = await reader.listPages(caller, { ...filters, limit, offset, bytes: READ_CUT })
    const sheet = new BoundedText()
    sheet.add(`${total === 0 ? 'No pages' : counted(total, 'page')}${filterWords(filters)}.`)
    if (pages.length > 0) sheet.add('')
    const left = pages.findIndex((page) => !sheet.add(pageLine(toPage(page), caller.zone)))
    const part = { tool: 'list_pages', args: filters, offset, limit, usualLimit: LIMITS.mcpPages } as const
    return ok(sheet.end(partWords('Pages', part, left < 0 ? pages.length : left, total)))
  },
)

type Filters = Omit<v.InferOutput<typeof ListPagesArguments>, 'limit' | 'offset'>

/** ` of type person with tag [[maths]], matching "ada"` */
function filterWords({ type, q, tag, property, namespace, linked_to: linked, sort }: Filters): string {
  const facts = [
    tag && `with tag ${linkTo(tag)}`,
    property && `with property ${quoted(property)}`,
    namespace && `under ${linkTo(namespace)}`,
    linked && `that link ${linkTo(linked)}`,
    q && `matching ${quoted(q)}`,
    sort && `by ${sort}`,
  ].filter(Boolean)
  return `${type === undefined ? '' : ` of type ${type}`}${facts.length > 0 ? ` ${facts.join(', ')}` : ''}`
}

/** `- [[Ada Lovelace]] person, 2 blocks, edited 2026-11-20; also [[Countess of Lovelace]]` */
export function pageLine({ name, type, day, counts, updatedAt, aliases }: Page, zone: string): string {
  const what = day === undefined ? type : `${type} ${dayBeside(name, day)}`
  const facts = `${what}, ${counted(counts.blocks, 'block')}, edited ${isoDay(dayAt(updatedAt, zone))}`
  const also = linksTo(aliases.slice(0, MOST_ALIASES))
  return `- ${linkTo(name)} ${facts}${also === '' ? '' : `; also ${also}`}`
}
