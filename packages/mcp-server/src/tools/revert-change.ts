import { LIMITS, RevertChangeArguments, type RevertAnswer } from '@notegraph/contract'
import { ok, counted, type ChangeView } from '@notegraph/service'
import { addGroupedBlocks } from '../markdown/grouped-blocks.ts'
import { BoundedText } from '../markdown/bounded-text.ts'
import { keyWords, linkTo } from '../markdown/page.ts'
import { quoted } from '../markdown/visible.ts'
import { RESTORE_WORDS } from './list-changes.ts'
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
    const shortIds = await graph.blocks.shortIds(
      left.map((one) => one.id),
      LIMITS.shortId,
    )
    if (left.length > 0) sheet.add(`\n${counted(left.length, 'item')} stayed:`)
    for (const [i, { kind, key, why }] of left.entries()) {
      const what = key === undefined ? kind : `${kind} ${keyWords(key)}`
      const of = kind === 'block' ? `^${shortIds[i]!}` : linkTo(found.ok ? found.value.page : '')
      if (!sheet.add(`- ${what} of ${of}: ${why}`)) break
    }
    if (left.length > 0) sheet.add(RESTORE_WORDS)
    for (const { kind, key = '', before } of undone)
      if (kind === 'property' && found.ok)
        sheet.add(
          `- ${keyWords(key)} of ${linkTo(found.value.page)}: ${before === undefined ? 'removed' : quoted(before)}`,
        )
    const ids = undone.flatMap((side) => (side.kind === 'block' ? [side.id] : []))
    const blocks = await graph.blocks.findMany(ids.slice(0, MOST))
    addGroupedBlocks(sheet, await inPlace(reader, caller, blocks))
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
