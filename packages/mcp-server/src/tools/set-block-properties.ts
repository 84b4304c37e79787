import { SetBlockPropertiesArguments } from '@notegraph/contract'
import { findBlock, ok } from '@notegraph/service'
import { changedKeys, listWords } from './changed-keys.ts'
import { toolHandler, type ToolHandler } from './tool-handler.ts'
import { blockResult, UNCHANGED } from './write-result.ts'

export const setBlockProperties: ToolHandler = toolHandler(
  'set_block_properties',
  SetBlockPropertiesArguments,
  async ({ reader, writes }, caller, { block_id: id, properties, if_unchanged }) => {
    const found = await findBlock(reader.graph(caller), id)
    if (!found.ok) return found
    const body = { properties, ...(if_unchanged !== undefined && { if_unchanged }) }
    const written = await writes.setBlockProperties(caller, found.value.id, body)
    if (!written.ok) return written
    const { keys, changed, block, lists } = written.value.value()
    const what = changed ? changedKeys(keys, block.properties ?? {}) : UNCHANGED
    return ok(await blockResult(reader, caller, what + listWords(lists), written.value))
  },
)
