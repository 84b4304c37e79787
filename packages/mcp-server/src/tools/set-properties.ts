import { SetPropertiesArguments, type Page } from '@notegraph/contract'
import { ok } from '@notegraph/service'
import { keyWords, linkTo } from '../markdown/page.ts'
import { toolHandler, type ToolHandler } from './tool-handler.ts'
import { pageResult, UNCHANGED } from './write-result.ts'

export const setProperties: ToolHandler = toolHandler(
  'set_properties',
  SetPropertiesArguments,
  async ({ writes }, caller, { page: name, properties, if_unchanged }) => {
    const body = { properties, ...(if_unchanged !== undefined && { if_unchanged }) }
    const written = await writes.setProperties(caller, name, body)
    if (!written.ok) return written
    const { keys, page, changed } = written.value.value()
    return ok(pageResult(caller, changed ? changeWords(keys, page) : UNCHANGED, written.value))
  },
)

/** `Set type, birthday of [[Ada Lovelace]]; removed email.` */
function changeWords(keys: readonly string[], { name, props }: Page): string {
  const names = (some: readonly string[]): string => some.map(keyWords).join(', ')
  const { held = [], gone = [] } = Object.groupBy(keys, (key) =>
    Object.hasOwn(props, key) ? 'held' : 'gone',
  )
  if (held.length === 0) return `Removed ${names(gone)} from ${linkTo(name)}.`
  return `Set ${names(held)} of ${linkTo(name)}${gone.length === 0 ? '' : `; removed ${names(gone)}`}.`
}
