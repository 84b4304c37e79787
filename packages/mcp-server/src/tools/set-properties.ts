import { SetPropertiesArguments } from '@notegraph/contract'
import { ok } from '@notegraph/service'
import { changedKeys, listWords } from './changed-keys.ts'
import { toolHandler, type ToolHandler } from './tool-handler.ts'
import { pageResult, UNCHANGED } from './write-result.ts'

export const setProperties: ToolHandler = toolHandler(
  'set_properties',
  SetPropertiesArguments,
  async ({ writes }, caller, { page: name, properties, if_unchanged }) => {
    const body = { properties, ...(if_unchanged !== undefined && { if_unchanged }) }
    const written = await writes.setProperties(caller, name, body)
    if (!written.ok) return written
    const { keys, page, changed, lists } = written.value.value()
    const what = changed ? changedKeys(keys, page.props, page.name) : UNCHANGED
    return ok(pageResult(caller, what + listWords(lists), written.value))
  },
)
