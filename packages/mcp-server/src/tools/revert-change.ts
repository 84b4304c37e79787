import { RevertChangeArguments, type RevertAnswer } from '@notegraph/contract'
import { ok, counted } from '@notegraph/service'
import { BoundedText } from '../markdown/bounded-text.ts'
import { keyWords } from '../markdown/page.ts'
import { visibleLine } from '../markdown/visible.ts'
import { toolHandler, type ToolHandler } from './tool-handler.ts'

export const revertChange: ToolHandler = toolHandler(
  'revert_change',
  RevertChangeArguments,
  async ({ changes }, caller, { change_id: id }) => {
    const reverted = await changes.revertOwn(caller, id.trim())
    if (!reverted.ok) return reverted
    const { restored, left } = JSON.parse(reverted.value.json) as RevertAnswer
    const sheet = new BoundedText()
    sheet.add(
      `${left.length > 0 && restored === 0 ? 'Nothing undone' : 'Undone'}: ${counted(restored, 'item')} restored.`,
    )
    if (left.length > 0) sheet.add(`\n${counted(left.length, 'item')} stayed:`)
    for (const { kind, id: of, key, why } of left)
      if (
        !sheet.add(`- ${kind}${key === undefined ? '' : ` ${keyWords(key)}`} of ${visibleLine(of)}: ${why}`)
      )
        break
    return ok(sheet.end())
  },
)
