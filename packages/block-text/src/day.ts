/**
 * Calendar days as integers `YYYYMMDD`, and the formats in which people write them. The calendar is proleptic
 * Gregorian, years 1000 to 9999. Every function that returns a `Day` checks that the day exists. Callers bring the
 * clock and the time zone.
 */

/** A calendar day as the integer `YYYYMMDD`, for example 20261120. */
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

/**
 * Builds a day from its parts. Months and days count from 1.
 *
 * @returns `undefined` if the calendar has no such day, or the year is not within 1000 to 9999
 * @example
 * makeDay(2026, 11, 20) // 20261120
 * makeDay(2026, 2, 30) // undefined
 */
export function makeDay(year: number, month: number, day: number): Day | undefined {
  if (!Number.isInteger(year) || !Number.isInteger(month) || !Number.isInteger(day)) return undefined
  if (year < 1000 || year > 9999 || month < 1 || month > 12) return undefined
  return day >= 1 && day <= monthLength(year, month) ? year * 10_000 + month * 100 + day : undefined
}

/**
 * Parses exactly `YYYY-MM-DD`.
 *
 * @returns `undefined` for any other format, and for a day that does not exist
 * @example
 * readIsoDay('2026-11-20') // 20261120
 */
export function readIsoDay(text: string): Day | undefined {
  return fromDigits(ISO.exec(text))
}

/**
 * Parses every format in which people write a day: `2026-11-20`, `2026_11_20`, `Nov 20th, 2026`, `November 20, 2026`.
 * Upper and lower case are the same.
 *
 * @returns `undefined` for any other text, and for a day that does not exist
 * @see decisions 1.2
 * @example
 * readDay('Nov 20th, 2026') // 20261120
 */
export function readDay(written: string): Day | undefined {
  const text = written.trim()
  // The longest format is `September 20th, 2026`. This check rejects most page names early.
  if (text.length < 10 || text.length > 20) return undefined
  const digits = ISO.exec(text) ?? UNDERSCORED.exec(text)
  if (digits) return fromDigits(digits)
  const [, name, day, year] = IN_WORDS.exec(text) ?? []
  if (name === undefined) return undefined
  const word = name.toLowerCase()
  const month = MONTHS.findIndex((full) => word === full || word === full.slice(0, 3))
  return makeDay(Number(year), month + 1, Number(day))
}

/**
 * Whether a text has the format `NNNN-NN-NN`. The day need not exist.
 *
 * @see decisions 1.4
 * @example
 * looksLikeIsoDay('2026-02-30') // true
 */
export function looksLikeIsoDay(text: string): boolean {
  return ISO.test(text)
}

/**
 * Formats a day as `YYYY-MM-DD`.
 *
 * @example
 * isoDay(20261120) // '2026-11-20'
 */
export function isoDay(day: Day): string {
  const digits = String(day)
  return `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}`
}

/**
 * Returns the English abbreviation of the day's weekday.
 *
 * @example
 * weekday(20261120) // 'Fri'
 */
export function weekday(day: Day): 'Mon' | 'Tue' | 'Wed' | 'Thu' | 'Fri' | 'Sat' | 'Sun' {
  // 1970-01-01, the day with the number 0, is a Thursday.
  return WEEKDAYS[(((toCount(day) + 4) % 7) + 7) % 7] as (typeof WEEKDAYS)[number]
}

/**
 * Adds days; a negative `count` subtracts them.
 *
 * @returns `undefined` if the result is outside the years 1000 to 9999, or `count` is not an integer
 * @example
 * addDays(20261231, 1) // 20270101
 */
export function addDays(day: Day, count: number): Day | undefined {
  const sum = toCount(day) + count
  return Number.isSafeInteger(sum) ? fromCount(sum) : undefined
}

/**
 * Adds months; a negative `count` subtracts them. A month after 31 January is the last day of February.
 *
 * @returns `undefined` if the result is outside the years 1000 to 9999, or `count` is not an integer
 * @example
 * addMonths(20270131, 1) // 20270228
 */
export function addMonths(day: Day, count: number): Day | undefined {
  const months = Math.floor(day / 10_000) * 12 + (Math.floor(day / 100) % 100) - 1 + count
  const [year, month] = [Math.floor(months / 12), (months % 12) + 1]
  return makeDay(year, month, Math.min(day % 100, monthLength(year, month)))
}

/**
 * Counts the days from `from` to `to`. The result is negative if `to` is earlier.
 *
 * @example
 * daysBetween(20261120, 20261201) // 11
 */
export const daysBetween = (from: Day, to: Day): number => toCount(to) - toCount(from)

function fromDigits(match: RegExpExecArray | null): Day | undefined {
  return match ? makeDay(Number(match[1]), Number(match[2]), Number(match[3])) : undefined
}

function monthLength(year: number, month: number): number {
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  return month === 2 && leap ? 29 : (MONTH_LENGTHS[month - 1] ?? 0)
}

// The number of days since 1970-01-01. Years begin in March here, so that the leap day is the last day of a year.

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
