/** Days in words: with their weekday, and how far they are from today. */
import { daysBetween, isoDay, weekday, type Day } from '@notegraph/block-text'
import { numbered } from './words.ts'

/** `2026-11-20 Fri` */
export const dayWords = (day: Day): string => `${isoDay(day)} ${weekday(day)}`

/** The day beside a name, with no more than the weekday where the name says the rest. */
export const dayBeside = (name: string, day: Day): string =>
  name === isoDay(day) ? weekday(day) : dayWords(day)

/** `today`, `tomorrow`, `in 5 days`, `3 days ago` */
export function awayWords(day: Day, today: Day): string {
  const days = daysBetween(today, day)
  if (Math.abs(days) < 2) return ['yesterday', 'today', 'tomorrow'][days + 1]!
  return days > 0 ? `in ${numbered(days)} days` : `${numbered(-days)} days ago`
}
