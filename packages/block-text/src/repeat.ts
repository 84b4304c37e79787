/**
 * Repeaters of dates, as outliners have them. `+1w` moves a date by a week, and `++1w` by weeks until it is after today.
 * `.+1w` moves it to a week after today. Units are days, weeks, months and years; hours do not move a day.
 *
 * @see assistants 3.3
 */
import { addDays, addMonths, type Day, daysBetween } from './day.ts'
import type { DateMark } from './date-line.ts'

const REPEATER = /^(\+\+|\.\+|\+)(\d{1,4})([dwmy])(?:\/|$)/

interface Repeater {
  readonly kind: '+' | '++' | '.+'
  readonly count: number
  readonly unit: 'd' | 'w' | 'm' | 'y'
}

/**
 * The day to which the repeater of a date moves it.
 *
 * @returns `undefined` if the date does not repeat, or the next day is outside the years 1000 to 9999
 * @example
 * nextDay({ kind: 'SCHEDULED', day: 20261120, rest: '.+1w' }, 20261122) // 20261129
 */
export function nextDay({ day, rest }: DateMark, today: Day): Day | undefined {
  const repeater = rest
    .split(' ')
    .map(readRepeater)
    .find((one) => one !== undefined)
  if (!repeater) return undefined
  if (repeater.kind === '.+') return moved(today, repeater, 1)
  if (repeater.kind === '+') return moved(day, repeater, 1)
  let times = Math.max(1, timesTo(day, today, repeater))
  for (;;) {
    const next = moved(day, repeater, times++)
    if (next === undefined || next > today) return next
  }
}

/**
 * The dates of a repeating task after it was done: each date with a repeater on its next day.
 *
 * @returns `undefined` if no date repeats
 * @example
 * nextDates({ deadline: { kind: 'DEADLINE', day: 20261120, rest: '+1w' } }, 20261122)
 * // { deadline: { kind: 'DEADLINE', day: 20261127, rest: '+1w' } }
 */
export function nextDates({ scheduled, deadline }: RepeatingDates, today: Day): RepeatingDates | undefined {
  const [one, other] = [scheduled, deadline].map((date) => {
    const day = date && nextDay(date, today)
    return day === undefined ? undefined : { ...date!, day }
  })
  return one || other ? { ...(one && { scheduled: one }), ...(other && { deadline: other }) } : undefined
}

/** The dates of a task. */
export interface RepeatingDates {
  readonly scheduled?: DateMark
  readonly deadline?: DateMark
}

function readRepeater(word: string): Repeater | undefined {
  const [, kind, digits, unit] = REPEATER.exec(word) ?? []
  const count = Number(digits)
  if (unit === undefined || count === 0) return undefined
  return { kind: kind as Repeater['kind'], count, unit: unit as Repeater['unit'] }
}

/** Counts from the first date, so that the 31st stays the 31st where a month has one. */
function moved(day: Day, { count, unit }: Repeater, times: number): Day | undefined {
  const steps = count * times
  if (unit === 'd' || unit === 'w') return addDays(day, unit === 'w' ? steps * 7 : steps)
  return addMonths(day, unit === 'y' ? steps * 12 : steps)
}

/** A number of repetitions that does not reach past today. */
function timesTo(day: Day, today: Day, { count, unit }: Repeater): number {
  const longest = { d: 1, w: 7, m: 31, y: 366 }[unit] * count
  return Math.floor(daysBetween(day, today) / longest)
}
