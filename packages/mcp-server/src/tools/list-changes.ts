import { isoDay } from '@notegraph/block-text'
import { LIMITS, ListChangesArguments } from '@notegraph/contract'
import { dayAt } from '@notegraph/graph'
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
  async ({ changes }, caller, { page, limit, offset }) => {
    const found = await changes.lookOwn(caller, { page, limit, offset }, READ_WHOLE)
    if (!found.ok) return found
    const { changes: listed, total } = found.value
    const sheet = new BoundedText()
    sheet.add(`${total === 0 ? 'No changes' : counted(total, 'change')}.`)
    const left = listed.findIndex((change) => !sheet.add(`\n${changeLines(change, caller.zone)}`))
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

const STATES = { open: 'can be undone', reverted: 'undone', kept: 'kept by the owner' } as const

function changeLines({ id, at, action, page, state, sides }: ChangeView, zone: string): string {
  const facts = `${action} on ${linkTo(page)}, ${isoDay(dayAt(at, zone))}`
  const items = sides
    .slice(0, MOST_ITEMS)
    .flatMap((side) => [
      `  ${side.kind} ${side.kind === 'property' ? keyWords(side.key ?? '') : visibleLine(side.id)}`,
      ...(side.before === undefined ? [] : [`    before: ${shown(side.before)}`]),
      ...(side.after === undefined ? [] : [`    after: ${shown(side.after)}`]),
    ])
  const rest = sides.length - MOST_ITEMS
  return [
    `## ${id}`,
    `${facts}, ${STATES[state]}`,
    ...items,
    ...(rest > 0 ? [`  and ${counted(rest, 'more item')}`] : []),
  ].join('\n')
}

const shown = (text: string): string => quoted(cut(text, MOST))
