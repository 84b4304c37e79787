import { SetPropertyArguments, type SentValue } from '@notegraph/contract'
import { ok } from '@notegraph/service'
import { keyWords, linkTo } from '../markdown/page.ts'
import { listWords } from './changed-keys.ts'
import { toolHandler, type ToolHandler } from './tool-handler.ts'
import { pageResult, UNCHANGED } from './write-result.ts'

export const setProperty: ToolHandler = toolHandler(
  'set_property',
  SetPropertyArguments,
  async ({ writes }, caller, args) => {
    const { page: name, key: asked, value, if_unchanged } = args
    const body = { value, ...(if_unchanged !== undefined && { if_unchanged }) }
    const written = await writes.setProperty(caller, name, asked, body)
    if (!written.ok) return written
    const { key, page, changed, lists } = written.value.value()
    const isRemoved = lists === undefined ? isBlank(value) : !Object.hasOwn(page.props, key)
    const done = isRemoved ? `Removed ${keyWords(key)} from` : `Set ${keyWords(key)} of`
    const words = changed ? `${done} ${linkTo(page.name)}.` : UNCHANGED
    return ok(pageResult(caller, words + listWords(lists), written.value))
  },
)

/** A blank value removes a property. @see decisions 3.6 */
const isBlank = (value: SentValue): boolean =>
  value === null || (typeof value === 'string' && value.trim() === '')
