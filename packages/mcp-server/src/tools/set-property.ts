import { SetPropertyArguments } from '@notegraph/contract'
import { ok } from '@notegraph/service'
import { keyWords, linkTo } from '../markdown/page.ts'
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
    const { key, page, changed } = written.value.value()
    const done = isBlank(value) ? `Removed ${keyWords(key)} from` : `Set ${keyWords(key)} of`
    const words = changed ? `${done} ${linkTo(page.name)}.` : UNCHANGED
    return ok(pageResult(caller, words, written.value))
  },
)

/** A blank value removes a property. @see decisions 3.6 */
export const isBlank = (value: string | null): boolean => value === null || value.trim() === ''
