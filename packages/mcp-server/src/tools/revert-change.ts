import { RevertChangeArguments, type RevertAnswer } from '@notegraph/contract'
import { ok, counted, type ChangeView } from '@notegraph/service'
import { addGroupedBlocks } from '../markdown/grouped-blocks.ts'
import { BoundedText } from '../markdown/bounded-text.ts'
import { quoted } from '../markdown/visible.ts'
import { itemWords, RESTORE_WORDS } from './list-changes.ts'
import { inPlace } from './search.ts'
import { toolHandler, type ToolHandler } from './tool-handler.ts'

/** The most items shown after a revert. */
const MOST = 20

export const revertChange: ToolHandler = toolHandler(
  'revert_change',
  RevertChangeArguments,
  async ({ changes, reader }, caller, { change_id: id }) => {
    const found = await changes.findOwn(caller, id.trim())
    const reverted = await changes.revertOwn(caller, found.ok ? found.value.id : id.trim())
    if (!reverted.ok) return !found.ok && found.refusal.code === 'bad_request' ? found : reverted
    const { restored, left } = JSON.parse(reverted.value.json) as RevertAnswer
    const sides = found.ok ? found.value.sides : []
    const isLeft = (side: ChangeView['sides'][number]): boolean =>
      left.some(({ kind, id, key }) => kind === side.kind && id === side.id && key === side.key)
    const undone = sides.filter((side) => !isLeft(side))
    const removed = undone.filter(({ before }) => before === undefined).length
    const sheet = new BoundedText()
    sheet.add(headWords(restored - removed, removed, left.length))
    const graph = reader.graph(caller)
    const properties = undone.filter(({ kind }) => kind === 'property').slice(0, MOST)
    const wordsOf = await itemWords(graph, [...properties, ...left])
    for (const side of properties)
      sheet.add(`- ${wordsOf(side)}: ${side.before === undefined ? 'removed' : quoted(side.before)}`)
    const ids = undone.flatMap((side) => (side.kind === 'block' ? [side.id] : []))
    const blocks = await graph.blocks.findMany(ids.slice(0, MOST))
    addGroupedBlocks(sheet, await inPlace(reader, caller, blocks))
    if (left.length > 0) sheet.add(`\n${counted(left.length, 'item')} stayed:`)
    for (const item of left) if (!sheet.add(`- ${wordsOf(item)}: ${item.why}`)) break
    if (left.length > 0) sheet.add(RESTORE_WORDS)
    return ok(sheet.end())
  },
)

/** `Undone: 1 item restored, 2 items removed.` */
function headWords(restored: number, removed: number, left: number): string {
  if (restored + removed === 0) return left > 0 ? 'Nothing undone.' : 'Undone: 0 items.'
  const parts = [
    restored > 0 && `${counted(restored, 'item')} restored`,
    removed > 0 && `${counted(removed, 'item')} removed`,
  ]
  return `Undone: ${parts.filter((part) => part !== false).join(', ')}.`
}
