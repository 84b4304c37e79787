import { LIMITS, ListChangesArguments } from '@notegraph/contract'
import { momentWords } from '../markdown/day.ts'
import { ok, type ChangeView, counted } from '@notegraph/service'
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
    sheet.add(`${total === 0 ? 'No changes' : counted(total, 'change')}.`)
    const ids = listed.flatMap(({ sides }) => sides.map(({ id }) => id))
    const short = await reader.graph(caller).blocks.shortIds(ids, LIMITS.shortId)
    const shortIds = new Map(ids.map((id, i) => [id, short[i]!]))
    let left = -1
    let isStuck = false
    for (const [i, change] of listed.entries()) {
      const later = change.state === 'open' ? await changes.countLeft(caller, change.id) : 0
      isStuck ||= later > 0 || change.state === 'kept'
      if (sheet.add(`\n${changeLines(change, later, shortIds, caller.zone)}`)) continue
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

/** The way back if a change cannot be undone. @see assistants 12.8 */
export const RESTORE_WORDS =
  'The person can restore earlier states, under History of the page in the browser.'

const STATES = { open: 'can be undone', reverted: 'undone', kept: 'kept by the owner' } as const

/** @param later the number of items that were edited since */
function changeLines(
  { id, at, action, page, state, sides }: ChangeView,
  later: number,
  shortIds: ReadonlyMap<string, string>,
  zone: string,
): string {
  const facts = `${action} on ${linkTo(page)}, ${momentWords(at, zone)}`
  const items = sides
    .slice(0, MOST_ITEMS)
    .flatMap((side) => [
      `  ${side.kind} ${side.kind === 'property' ? keyWords(side.key ?? '') : `^${shortIds.get(side.id)!}`}`,
      ...sideLines(side),
    ])
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
