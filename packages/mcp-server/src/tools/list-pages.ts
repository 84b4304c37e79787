import { LIMITS, ListPagesArguments, type Page } from '@notegraph/contract'
import { isoDay } from '@notegraph/block-text'
import { dayAt } from '@notegraph/graph'
import { ok, counted, pageValues, type ShownValues } from '@notegraph/service'
import type { StoredPage } from '@notegraph/store'
import type * as v from 'valibot'
import { cut } from '../markdown/block.ts'
import { dayBeside } from '../markdown/day.ts'
import { keyWords, linksTo, linkTo, toPage } from '../markdown/page.ts'
import { BoundedText } from '../markdown/bounded-text.ts'
import { quoted, visibleLine } from '../markdown/visible.ts'
import { toolHandler, type ToolHandler } from './tool-handler.ts'
import { partWords, READ_CUT } from './window.ts'

/** The most aliases shown of a page. */
const MOST_ALIASES = 5

export const listPages: ToolHandler = toolHandler(
  'list_pages',
  ListPagesArguments,
  async ({ reader }, caller, { limit, offset, show, ...filters }) => {
    const { pages, total } = await reader.listPages(caller, { ...filters, limit, offset, bytes: READ_CUT })
    const sheet = new BoundedText()
    sheet.add(`${total === 0 ? 'No pages' : counted(total, 'page')}${filterWords(filters)}.`)
    if (pages.length > 0) sheet.add('')
    const lineOf = (stored: StoredPage): string => {
      const page = toPage(stored)
      return [pageLine(page, caller.zone), ...valueWords(pageValues(page, show ?? []))].join('; ')
    }
    const left = pages.findIndex((page) => !sheet.add(lineOf(page)))
    const part = {
      tool: 'list_pages',
      args: { ...filters, show },
      offset,
      limit,
      usualLimit: LIMITS.mcpPages,
    } as const
    return ok(sheet.end(partWords('Pages', part, left < 0 ? pages.length : left, total)))
  },
)

type Filters = Omit<v.InferOutput<typeof ListPagesArguments>, 'limit' | 'offset' | 'show'>

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

/** The most characters of a value beside a name. */
const MOST_OF_VALUE = 200

/** `birthday "1815-12-10"`; a property that is not there is left out. */
export const valueWords = (values: ShownValues): string[] =>
  values.flatMap(([key, value]) =>
    value === undefined ? [] : [`${keyWords(key)} ${quoted(cut(visibleLine(value), MOST_OF_VALUE))}`],
  )

/** `- [[Ada Lovelace]] person, 2 blocks, edited 2026-11-20; also [[Countess of Lovelace]]` */
export function pageLine({ name, type, day, counts, updatedAt, aliases }: Page, zone: string): string {
  const what = day === undefined ? type : `${type} ${dayBeside(name, day)}`
  const facts = `${what}, ${counted(counts.blocks, 'block')}, edited ${isoDay(dayAt(updatedAt, zone))}`
  const also = linksTo(aliases.slice(0, MOST_ALIASES))
  return `- ${linkTo(name)} ${facts}${also === '' ? '' : `; also ${also}`}`
}
