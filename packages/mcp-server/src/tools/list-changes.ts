import { LIMITS, ListChangesArguments, type RevertAnswer } from '@notegraph/contract'
import { nameOf } from '@notegraph/graph'
import {
  counted,
  findPageOrDay,
  ok,
  type Caller,
  type ChangeView,
  type NotesReader,
} from '@notegraph/service'
import type { GraphStore } from '@notegraph/store'
import { dayWords, momentWords } from '../markdown/day.ts'
import { cut } from '../markdown/block.ts'
import { BoundedText } from '../markdown/bounded-text.ts'
import { keyWords, linkTo } from '../markdown/page.ts'
import { quoted, visibleLine } from '../markdown/visible.ts'
import { toolHandler, type ToolHandler } from './tool-handler.ts'
import { partWords, READ_WHOLE } from './window.ts'

/** The most characters of an item before or after a change. */
const MOST = 300
/** The most items shown of a change. */
const MOST_ITEMS = 20

export const listChanges: ToolHandler = toolHandler(
  'list_changes',
  ListChangesArguments,
  async ({ changes, reader }, caller, { page, limit, offset }) => {
    const found = await changes.lookOwn(caller, { page, limit, offset }, READ_WHOLE)
    if (!found.ok) return found
    const { changes: listed, total } = found.value
    const sheet = new BoundedText()
    const place = page === undefined ? '' : await placeWords(reader, caller, page, total)
    sheet.add(`${total === 0 ? 'No changes' : counted(total, 'change')}${place}.`)
    const shown = listed.flatMap(({ sides }) => sides.slice(0, MOST_ITEMS))
    const wordsOf = await itemWords(reader.graph(caller), shown)
    let left = -1
    let isStuck = false
    for (const [i, change] of listed.entries()) {
      const later = change.state === 'open' ? await changes.countLeft(caller, change.id) : 0
      isStuck ||= later > 0 || change.state === 'kept'
      if (sheet.add(`\n${changeLines(change, later, wordsOf, caller.zone)}`)) continue
      left = i
      break
    }
    if (isStuck) sheet.add(`\n${RESTORE_WORDS}`)
    const part = {
      tool: 'list_changes',
      args: { page },
      offset,
      limit,
      usualLimit: LIMITS.ownChangesDefault,
    } as const
    return ok(sheet.end(partWords('Changes', part, left < 0 ? listed.length : left, total)))
  },
)

/** ` on [[Plans]]`, ` on 2026-11-27 Fri`; empty for the id of a deleted page. @see assistants 6 */
async function placeWords(reader: NotesReader, caller: Caller, page: string, total: number): Promise<string> {
  const found = await findPageOrDay(reader.graph(caller), page, reader.today(caller))
  if (!found.ok) return total === 0 ? `; no page has the name ${quoted(cut(page, MOST))}` : ''
  const { page: stored, day } = found.value
  return ` on ${day === undefined ? linkTo(stored!.name) : dayWords(day)}`
}

/** The way back if a change cannot be undone. @see assistants 12.8 */
export const RESTORE_WORDS =
  'The person can restore earlier states, under History of the page in the browser.'

/** A block, a page or a property of a change. */
type Item = RevertAnswer['left'][number] | ChangeView['sides'][number]

/**
 * Names items of changes: `block ^9b7e1d40`, `page [[Ada]]`, `property mood of [[Ada]]`. A change of one page may touch others,
 * so a property is named with its own page, as that is called now.
 */
export async function itemWords(
  { blocks, records }: Pick<GraphStore, 'blocks' | 'records'>,
  items: readonly Item[],
): Promise<(item: Item) => string> {
  const { block = [], page = [] } = Object.groupBy(items, ({ kind }) => (kind === 'block' ? kind : 'page'))
  const ids = [...new Set(block.map(({ id }) => id))]
  const short = await blocks.shortIds(ids, LIMITS.shortId)
  const found = await records.findMany([...new Set(page.map(({ id }) => id))])
  const names = new Map([
    ...ids.map((id, i) => [id, `^${short[i]!}`] as const),
    ...found.flatMap(({ record }) =>
      record.kind === 'page' ? [[record.id, linkTo(nameOf(record))] as const] : [],
    ),
  ])
  return ({ kind, id, key }) => {
    const name = names.get(id) ?? linkTo(id)
    return kind === 'property' ? `property ${keyWords(key ?? '')} of ${name}` : `${kind} ${name}`
  }
}

const STATES = { open: 'can be undone', reverted: 'undone', kept: 'kept by the owner' } as const

/** @param later the number of items that were edited since */
function changeLines(
  { id, at, action, page, state, sides }: ChangeView,
  later: number,
  wordsOf: (item: Item) => string,
  zone: string,
): string {
  const facts = `${action} on ${linkTo(page)}, ${momentWords(at, zone)}`
  const items = sides.slice(0, MOST_ITEMS).flatMap((side) => [`  ${wordsOf(side)}`, ...sideLines(side)])
  const rest = sides.length - MOST_ITEMS
  return [
    `## ${id.slice(0, LIMITS.shortId)}`,
    `${facts}, ${later === 0 ? STATES[state] : laterWords(later, sides.length)}`,
    ...items,
    ...(rest > 0 ? [`  and ${counted(rest, 'more item')}`] : []),
  ].join('\n')
}

/** A block with the same text before and after got another place. */
function sideLines({ before, after }: ChangeView['sides'][number]): string[] {
  if (before !== undefined && before === after) return [`    moved: ${shown(after)}`]
  const lines = { before, after }
  return Object.entries(lines).flatMap(([when, text]) =>
    text === undefined ? [] : [`    ${when}: ${shown(text)}`],
  )
}

/** @see assistants 12.7 */
const laterWords = (later: number, all: number): string =>
  later < all
    ? `can be undone in part: ${counted(later, 'item was', 'items were')} edited later`
    : 'cannot be undone: edited later'

const shown = (text: string): string => quoted(cut(visibleLine(text), MOST))
