/**
 * Days: a day of the calendar as one integer `YYYYMMDD`, and the ways in which people write one. Proleptic Gregorian,
 * years 1000 to 9999. A `Day` made here is always on the calendar; time zones and clocks are the caller's.
 */

/** `YYYYMMDD`, for example 20261120. */
export type Day = number

const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
] as const
const MONTH_LENGTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const
const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const

const ISO = /^(\d{4})-(\d{2})-(\d{2})$/
const UNDERSCORED = /^(\d{4})_(\d{2})_(\d{2})$/
const IN_WORDS = /^([a-z]{3,9}) (\d{1,2})(?:st|nd|rd|th)?, (\d{4})$/i

/** @returns nothing when the calendar has no such day, or not within the years 1000 to 9999 */
export function makeDay(year: number, month: number, day: number): Day | undefined {
  if (!Number.isInteger(year) || !Number.isInteger(month) || !Number.isInteger(day)) return undefined
  if (year < 1000 || year > 9999 || month < 1 || month > 12) return undefined
  return day >= 1 && day <= monthLength(year, month) ? year * 10_000 + month * 100 + day : undefined
}

/** Reads exactly `YYYY-MM-DD`. */
export function readIsoDay(text: string): Day | undefined {
  return fromDigits(ISO.exec(text))
}

/**
 * Reads any written form of a day: `2026-11-20`, `2026_11_20`, `Nov 20th, 2026`, `November 20, 2026`, in any case.
 * @see decisions 1.2
 */
export function readDay(written: string): Day | undefined {
  const text = written.trim()
  // The longest form is `September 20th, 2026`; most names are turned away here.
  if (text.length < 10 || text.length > 20) return undefined
  const digits = ISO.exec(text) ?? UNDERSCORED.exec(text)
  if (digits) return fromDigits(digits)
  const [, name, day, year] = IN_WORDS.exec(text) ?? []
  if (name === undefined) return undefined
  const word = name.toLowerCase()
  const month = MONTHS.findIndex((full) => word === full || word === full.slice(0, 3))
  return makeDay(Number(year), month + 1, Number(day))
}

/** Whether a text has the shape `NNNN-NN-NN`, on the calendar or not. @see decisions 1.4 */
export function looksLikeIsoDay(text: string): boolean {
  return ISO.test(text)
}

/** `2026-11-20` */
export function isoDay(day: Day): string {
  const digits = String(day)
  return `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}`
}

export function weekday(day: Day): 'Mon' | 'Tue' | 'Wed' | 'Thu' | 'Fri' | 'Sat' | 'Sun' {
  // Day 0 of the count, 1970-01-01, is a Thursday.
  return WEEKDAYS[(((toCount(day) + 4) % 7) + 7) % 7] as (typeof WEEKDAYS)[number]
}

/** @returns nothing beyond the years 1000 to 9999 */
export function addDays(day: Day, count: number): Day | undefined {
  const sum = toCount(day) + count
  return Number.isSafeInteger(sum) ? fromCount(sum) : undefined
}

/** How many days one is after another; below 0 where it is before it. */
export const daysBetween = (from: Day, to: Day): number => toCount(to) - toCount(from)

function fromDigits(match: RegExpExecArray | null): Day | undefined {
  return match ? makeDay(Number(match[1]), Number(match[2]), Number(match[3])) : undefined
}

function monthLength(year: number, month: number): number {
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  return month === 2 && leap ? 29 : (MONTH_LENGTHS[month - 1] ?? 0)
}

// Days since 1970-01-01, counted in years that begin in March, so that the leap day comes last.

function toCount(day: Day): number {
  const month = Math.floor(day / 100) % 100
  const year = Math.floor(day / 10_000) - (month <= 2 ? 1 : 0)
  const dayOfYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + (day % 100) - 1
  const leaps = Math.floor(year / 4) - Math.floor(year / 100) + Math.floor(year / 400)
  return year * 365 + leaps + dayOfYear - 719_468
}

function fromCount(count: number): Day | undefined {
  const sinceYear0 = count + 719_468
  const era = Math.floor(sinceYear0 / 146_097)
  const dayOfEra = sinceYear0 - era * 146_097
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  )
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const marchMonth = Math.floor((5 * dayOfYear + 2) / 153)
  const month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  return makeDay(year, month, dayOfYear - Math.floor((153 * marchMonth + 2) / 5) + 1)
}
