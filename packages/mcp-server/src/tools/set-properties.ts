import { SetPropertiesArguments } from '@notegraph/contract'
import { ok } from '@notegraph/service'
import { linkTo } from '../markdown/page.ts'
import { visibleLine } from '../markdown/visible.ts'
import { doer, type Doer } from './doer.ts'
import { pageWritten, UNCHANGED } from './written.ts'

export const setProperties: Doer = doer(
  'set_properties',
  SetPropertiesArguments,
  async ({ writes }, caller, { page: name, properties }) => {
    const written = await writes.setProperties(caller, name, { properties })
    if (!written.ok) return written
    const { keys, page, changed } = written.value.value()
    const kept = keys.map(visibleLine).join(', ')
    const words = changed ? `Set ${kept} of ${linkTo(page.name)}.` : UNCHANGED
    return ok(pageWritten(caller, words, written.value))
  },
)
