import { SetPropertiesArguments, type Page } from '@notegraph/contract'
import { ok } from '@notegraph/service'
import { keyWords, linkTo } from '../markdown/page.ts'
import { doer, type Doer } from './doer.ts'
import { pageWritten, UNCHANGED } from './written.ts'

export const setProperties: Doer = doer(
  'set_properties',
  SetPropertiesArguments,
  async ({ writes }, caller, { page: name, properties }) => {
    const written = await writes.setProperties(caller, name, { properties })
    if (!written.ok) return written
    const { keys, page, changed } = written.value.value()
    return ok(pageWritten(caller, changed ? changeWords(keys, page) : UNCHANGED, written.value))
  },
)

/** `Set type, birthday of [[Ada Lovelace]]; removed email.` */
function changeWords(keys: readonly string[], { name, props }: Page): string {
  const told = (some: readonly string[]): string => some.map(keyWords).join(', ')
  const { held = [], gone = [] } = Object.groupBy(keys, (key) =>
    Object.hasOwn(props, key) ? 'held' : 'gone',
  )
  if (held.length === 0) return `Removed ${told(gone)} from ${linkTo(name)}.`
  return `Set ${told(held)} of ${linkTo(name)}${gone.length === 0 ? '' : `; removed ${told(gone)}`}.`
}
