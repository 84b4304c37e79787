/** Days as a plan calculates them, from the date that the tools report. */
import { weekdayOf } from '../weekday.ts'
import type { Tools } from './tools.ts'

export async function todayOf({ call }: Tools): Promise<string> {
  return /^# (\S+)/.exec(await call('read_day', { date: 'today' }))![1]!
}

/** @param iso `YYYY-MM-DD` */
export const later = (iso: string, days: number): string =>
  new Date(Date.parse(iso) + days * 86_400_000).toISOString().slice(0, 10)

/** The next day, today included, whose weekday is named in the text. */
export async function dayNamedIn(words: string, tools: Tools): Promise<string> {
  const today = await todayOf(tools)
  const week = Array.from({ length: 7 }, (_, i) => later(today, i))
  const day = week.find((iso) => words.includes(weekdayOf(iso)))
  if (day === undefined) throw new Error('no weekday is named')
  return day
}

const WEEKDAY = /\b(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day\b/

/** The weekday in a request. The tools take it for the next such day. */
export function weekdayIn(words: string): string {
  const [day] = WEEKDAY.exec(words) ?? []
  if (day === undefined) throw new Error('no weekday is named')
  return day
}
