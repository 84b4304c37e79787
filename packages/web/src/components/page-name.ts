/** The name of a page as people read it. Programs name journal days in many forms, and people read one. */
import { journalDay } from '@notegraph/graph'
import { dayTitle } from './time.ts'

export function shownName({ name, id }: { readonly name: string; readonly id: string }): string {
  const day = journalDay(id)
  return day === undefined ? name : dayTitle(day)
}
