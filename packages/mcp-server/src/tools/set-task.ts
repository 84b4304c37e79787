import { SetTaskArguments } from '@notegraph/contract'
import { findBlock, ok } from '@notegraph/service'
import { toolHandler, type ToolHandler } from './tool-handler.ts'
import { blockResult, UNCHANGED } from './write-result.ts'

export const setTask: ToolHandler = toolHandler(
  'set_task',
  SetTaskArguments,
  async ({ reader, writes }, caller, args) => {
    const found = await findBlock(reader.graph(caller), args.block_id)
    if (!found.ok) return found
    const written = await writes.setTask(caller, found.value.id, { state: args.state })
    if (!written.ok) return written
    const { block, changed } = written.value.value()
    const what = changed ? `Set to ${block.marker}.` : UNCHANGED
    return ok(await blockResult(reader, caller, what, written.value))
  },
)
