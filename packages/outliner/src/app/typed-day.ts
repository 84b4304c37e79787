/** The day of what somebody types. @see outliner 2.3 */
import { isoDay, readDay, type Day } from '@notegraph/block-text'
import { dayOf, readDayTerm } from '@notegraph/query'
import { today } from './today.ts'

export interface TypedDay {
  readonly day: Day
  /** As `2026-11-30`. */
  readonly name: string
}

/** The day of words such as `friday`, `+3d` or `Nov 30th, 2026`. */
export function typedDay(typed: string): TypedDay | undefined {
  const term = readDayTerm(typed.toLowerCase())
  const day = readDay(typed) ?? (term && dayOf(term, today()))
  return day === undefined ? undefined : { day, name: isoDay(day) }
}
