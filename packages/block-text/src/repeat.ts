/**
 * Repeaters of dates, as outliners have them. `+1w` moves a date by a week, and `++1w` by weeks until it is after today.
 * `.+1w` moves it to a week after today. Units are hours, days, weeks, months and years. Hours move the time of the date,
 * and count from the present minute where days count from today.
 *
 * @see assistants 3.3
 */
import { addDays, addMonths, type Day, daysBetween } from './day.ts'
import { readTimes, type DateMark } from './date-line.ts'

const REPEATER = /^(\+\+|\.\+|\+)(\d{1,4})([hdwmy])(?:\/|$)/

interface Repeater {
  readonly kind: '+' | '++' | '.+'
  readonly count: number
  readonly unit: 'h' | 'd' | 'w' | 'm' | 'y'
}

/** A date after its repeater moved it. */
export interface NextDate {
  readonly date: DateMark
  /** Whether the month has no such day, so that the date has its last one from now on. */
  readonly shortened: boolean
}

/**
 * The date to which a repeater moves a date.
 *
 * @param minute the present minute of the day, for hours
 * @returns `undefined` if the date does not repeat, or the next day is outside the years 1000 to 9999
 * @example
 * nextDate({ kind: 'SCHEDULED', day: 20261120, rest: '10:00 .+4h' }, 20261122, 660)?.date.rest // '15:00 .+4h'
 */
export function nextDate(date: DateMark, today: Day, minute = 0): NextDate | undefined {
  const repeater = repeaterOf(date)
  if (!repeater) return undefined
  if (repeater.unit === 'h') return afterHours(date, repeater, today, minute)
  const from = repeater.kind === '.+' ? today : date.day
  const day = dayAfter(from, repeater, today)
  return day === undefined ? undefined : movedTo(date, day, from, repeater.unit)
}

/**
 * The day to which the repeater of a date moves it.
 *
 * @returns `undefined` if the date does not repeat, or the next day is outside the years 1000 to 9999
 * @example
 * nextDay({ kind: 'SCHEDULED', day: 20261120, rest: '.+1w' }, 20261122) // 20261129
 */
export const nextDay = (date: DateMark, today: Day, minute = 0): Day | undefined =>
  nextDate(date, today, minute)?.date.day

/** An amount of time by which dates move. */
export interface Shift {
  /** Negative for earlier. */
  readonly count: number
  readonly unit: Repeater['unit']
}

/**
 * Reads an amount: a sign, a number, and a unit of hours, days, weeks, months or years.
 *
 * @example
 * readShift('-2w') // { count: -2, unit: 'w' }
 */
export function readShift(text: string): Shift | undefined {
  const [, sign, digits, unit] = /^([+-])(\d{1,4})([hdwmy])$/.exec(text.trim()) ?? []
  return unit === undefined ? undefined : { count: Number(`${sign}${digits}`), unit: unit as Shift['unit'] }
}

/**
 * Moves a date by an amount, with its time and repeater.
 *
 * @returns `undefined` for hours without a time, or for a day outside the years 1000 to 9999
 * @example
 * shiftDate({ kind: 'DEADLINE', day: 20261031, rest: '09:00 +1w' }, { count: 1, unit: 'm' })
 * // { date: { kind: 'DEADLINE', day: 20261130, rest: '09:00 +1w' }, shortened: true }
 */
export function shiftDate(date: DateMark, { count, unit }: Shift): NextDate | undefined {
  const by = { kind: '+', count, unit } as const
  if (unit === 'h') return afterHours(date, by, date.day, 0)
  const day = moved(date.day, by, 1)
  return day === undefined ? undefined : movedTo(date, day, date.day, unit)
}

/**
 * Whether hours can move a date.
 *
 * @example
 * hasTime({ kind: 'DEADLINE', day: 20261120, rest: '09:00 +1w' }) // true
 */
export const hasTime = (date: DateMark): boolean => readTimes(date).length > 0

const movedTo = (date: DateMark, day: Day, from: Day, unit: Repeater['unit']): NextDate => ({
  date: { ...date, day },
  shortened: ofMonth(day) < ofMonth(from) && /[my]/.test(unit),
})

const ofMonth = (day: Day): number => day % 100

function dayAfter(from: Day, repeater: Repeater, today: Day): Day | undefined {
  if (repeater.kind !== '++') return moved(from, repeater, 1)
  let times = Math.max(1, timesTo(from, today, repeater))
  for (;;) {
    const next = moved(from, repeater, times++)
    if (next === undefined || next > today) return next
  }
}

const MINUTES = 24 * 60

/** Moves the first time of a date, and with it the end of a range. Minutes count from the beginning of today. */
function afterHours(
  date: DateMark,
  { kind, count }: Repeater,
  today: Day,
  minute: number,
): NextDate | undefined {
  const [time, end] = readTimes(date)
  if (time === undefined) return undefined
  const step = count * 60
  const at = daysBetween(today, date.day) * MINUTES + time
  const times = kind === '++' ? Math.max(1, Math.floor((minute - at) / step) + 1) : 1
  const next = (kind === '.+' ? minute : at) + times * step
  const day = addDays(today, Math.floor(next / MINUTES))
  if (day === undefined) return undefined
  const range = end === undefined ? '' : `-${clock(next + end - time)}`
  const words = [`${clock(next)}${range}`, ...date.rest.split(' ').slice(1)]
  return { date: { ...date, day, rest: words.join(' ') }, shortened: false }
}

/** `09:05`; minutes beyond the day count from its beginning. */
function clock(minutes: number): string {
  const inDay = ((minutes % MINUTES) + MINUTES) % MINUTES
  return [Math.floor(inDay / 60), inDay % 60].map((part) => String(part).padStart(2, '0')).join(':')
}

/**
 * The dates of a repeating task after it was done: each date with a repeater on its next day.
 *
 * @param minute the present minute of the day, for hours
 * @returns `undefined` if no date repeats
 * @example
 * nextDates({ deadline: { kind: 'DEADLINE', day: 20261120, rest: '+1w' } }, 20261122)
 * // { deadline: { kind: 'DEADLINE', day: 20261127, rest: '+1w' } }
 */
export function nextDates(
  { scheduled, deadline }: RepeatingDates,
  today: Day,
  minute = 0,
): RepeatingDates | undefined {
  const [one, other] = [scheduled, deadline].map((date) => date && nextDate(date, today, minute)?.date)
  return one || other ? { ...(one && { scheduled: one }), ...(other && { deadline: other }) } : undefined
}

/** The dates of a task. */
export interface RepeatingDates {
  readonly scheduled?: DateMark
  readonly deadline?: DateMark
}

function repeaterOf({ rest }: DateMark): Repeater | undefined {
  for (const word of rest.split(' ')) {
    const [, kind, digits, unit] = REPEATER.exec(word) ?? []
    if (unit !== undefined && Number(digits) > 0)
      return { kind: kind as Repeater['kind'], count: Number(digits), unit: unit as Repeater['unit'] }
  }
  return undefined
}

/**
 * A repeater of hours, if the date has no time that it could move.
 *
 * @example
 * idleHours({ kind: 'DEADLINE', day: 20261120, rest: '.+4h' }) // '.+4h'
 */
export function idleHours(date: DateMark): string | undefined {
  const isIdle = repeaterOf(date)?.unit === 'h' && readTimes(date).length === 0
  return isIdle ? date.rest.split(' ').find((word) => REPEATER.test(word)) : undefined
}

/** Counts from the first date, so that the 31st stays the 31st where a month has one. */
function moved(day: Day, { count, unit }: Repeater, times: number): Day | undefined {
  const steps = count * times
  if (unit === 'd' || unit === 'w') return addDays(day, unit === 'w' ? steps * 7 : steps)
  return addMonths(day, unit === 'y' ? steps * 12 : steps)
}

/** A number of repetitions that does not reach past today. */
function timesTo(day: Day, today: Day, { count, unit }: Repeater): number {
  const longest = { h: 1, d: 1, w: 7, m: 31, y: 366 }[unit] * count
  return Math.floor(daysBetween(day, today) / longest)
}
