/** Days with their weekday, and their distance from today. */
import { dayAt } from '@notegraph/graph'
import { numbered } from '@notegraph/service'
import type { Author } from '@notegraph/store'
import { quoted } from './visible.ts'
import { daysBetween, isoDay, weekday, type DateMark, type Day } from '@notegraph/block-text'

/** `2026-11-20 Fri` */
export const dayWords = (day: Day): string => `${isoDay(day)} ${weekday(day)}`

/** A date with its time and repeater: `2026-11-18 Wed 09:00 .+1w` */
export const dateWords = ({ day, rest }: Pick<DateMark, 'day' | 'rest'>): string =>
  rest === '' ? dayWords(day) : `${dayWords(day)} ${rest}`

/** The day for display beside a name; only the weekday if the name already contains the day. */
export const dayBeside = (name: string, day: Day): string =>
  name === isoDay(day) ? weekday(day) : dayWords(day)

/** `today`, `tomorrow`, `in 5 days`, `3 days ago` */
export function awayWords(day: Day, today: Day): string {
  const days = daysBetween(today, day)
  if (Math.abs(days) < 2) return ['yesterday', 'today', 'tomorrow'][days + 1]!
  return days > 0 ? `in ${numbered(days)} days` : `${numbered(-days)} days ago`
}

/** ` by the token "Laptop"`, ` by the person`; empty if nobody knows. */
export function byWords(by: Pick<Author, 'kind' | 'name'> | undefined): string {
  if (!by) return ''
  return ` by the ${by.kind}${by.name === '' ? '' : ` ${quoted(by.name)}`}`
}

const clocks = new Map<string, Intl.DateTimeFormat>()

/** The day and the time of a moment: `2026-11-20 14:05`. @param at milliseconds since 1970 */
export function momentWords(at: number, zone: string): string {
  let clock = clocks.get(zone)
  if (!clock) {
    clock = new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    })
    clocks.set(zone, clock)
  }
  return `${isoDay(dayAt(at, zone))} ${clock.format(at)}`
}
