/**
 * Days as callers write them: `today`, `-7d`, `friday`, `2026-11-20`. `readDayTerm` is the one grammar, for parameters,
 * bodies, tools and queries; a query accepts a few spellings more. `resolveDay` turns a term into a day of the calendar.
 *
 * In a query, days outside the years 1000 to 9999 become the first or the last day of that range. So every parsed query can
 * run. Elsewhere they are refused.
 */
import {
  addDays,
  addMonths,
  fold,
  makeDay,
  readDay,
  readIsoDay,
  weekday,
  type Day,
} from '@notegraph/block-text'
import type { DayTerm, WeekdayName } from './tree.ts'

const FIRST: Day = 1000_01_01
const LAST: Day = 9999_12_31

/** More of any unit than the calendar has days; a longer count has the same result. */
const FARTHEST = 9_999_999

const OFFSET = /^([+-]?)(\d+)([dwmy])$/
const SIGNED = /^[+-]/
const DIGITS = /^(\d{4})(\d{2})(\d{2})$/

/** In the order of the week, so that messages and documents list them alike. */
export const WEEKDAY_NAMES: readonly WeekdayName[] = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
]

/**
 * A day in the one grammar: `2026-11-20`, `20261120`, `today`, `yesterday`, `tomorrow`, `+3d`, `-2w`, `+1m`, `-1y`, or a
 * weekday. Only the weekday may be in any case.
 * @returns `undefined` for any other text, and for a day that does not exist
 * @see assistants 6
 * @example
 * readDayTerm('Friday') // { kind: 'weekday', name: 'friday' }
 */
export function readDayTerm(written: string): DayTerm | undefined {
  const word = written.toLowerCase()
  if (word === 'today' || word === 'yesterday' || word === 'tomorrow') return { kind: word }
  if (SIGNED.test(word)) return readOffset(word)
  const digits = DIGITS.exec(written)
  const day = digits ? makeDay(Number(digits[1]), Number(digits[2]), Number(digits[3])) : readIsoDay(written)
  return day === undefined ? readWeekday(written) : { kind: 'day', day }
}

/**
 * A day from a word of a query. Besides the one grammar, a query accepts upper case, a count without a sign, and the
 * written forms of a day.
 */
export function readDayWord(written: string): DayTerm | undefined {
  const word = fold(written)
  return readDayTerm(word) ?? readOffset(word) ?? readDayName(written)
}

function readOffset(word: string): DayTerm | undefined {
  const [, sign, digits, unit] = OFFSET.exec(word) ?? []
  if (unit === undefined) return undefined
  const far = Math.min(Number(digits), FARTHEST)
  return { kind: 'offset', count: sign === '-' && far > 0 ? -far : far, unit: unit as 'd' | 'w' | 'm' | 'y' }
}

function readWeekday(word: string): DayTerm | undefined {
  const lower = word.toLowerCase()
  const name = WEEKDAY_NAMES.find((one) => one === lower)
  return name && { kind: 'weekday', name }
}

/** A day from the name of its journal page, in any written form. @see decisions 1.2 */
export function readDayName(name: string): DayTerm | undefined {
  const day = readDay(name)
  return day === undefined ? undefined : { kind: 'day', day }
}

/**
 * The day of a term. A month after 31 January is the last day of February. Days outside the years 1000 to 9999 become
 * the first or last day of that range.
 * @param today `YYYYMMDD` as a number
 * @example
 * resolveDay({ kind: 'offset', count: -1, unit: 'm' }, 20270331) // 20270228
 */
export function resolveDay(term: DayTerm, today: Day): Day {
  const isBefore = term.kind === 'yesterday' || (term.kind === 'offset' && term.count < 0)
  return dayOf(term, today) ?? (isBefore ? FIRST : LAST)
}

/**
 * The day of a term, for callers that refuse other years.
 * @returns `undefined` for a day outside the years 1000 to 9999
 * @see assistants 6
 * @example
 * dayOf({ kind: 'offset', count: 9000, unit: 'y' }, 20270331) // undefined
 */
export function dayOf(term: DayTerm, today: Day): Day | undefined {
  switch (term.kind) {
    case 'day':
      return term.day
    case 'today':
      return today
    case 'yesterday':
      return addDays(today, -1)
    case 'tomorrow':
      return addDays(today, 1)
    case 'offset':
      return offsetFrom(today, term.count, term.unit)
    case 'weekday':
      return nextWeekday(today, term.name)
  }
}

function nextWeekday(today: Day, name: WeekdayName): Day | undefined {
  for (let count = 1; count <= 7; count++) {
    const day = addDays(today, count)
    if (day !== undefined && weekday(day).toLowerCase() === name.slice(0, 3)) return day
  }
  return undefined
}

/**
 * Both ends of a range of days, the earlier one first.
 * @example
 * resolveRange({ from: { kind: 'today' }, to: { kind: 'yesterday' } }, 20261120) // [20261119, 20261120]
 */
export function resolveRange(ends: { from: DayTerm; to: DayTerm }, today: Day): [first: Day, last: Day] {
  const from = resolveDay(ends.from, today)
  const to = resolveDay(ends.to, today)
  return from <= to ? [from, to] : [to, from]
}

function offsetFrom(today: Day, count: number, unit: 'd' | 'w' | 'm' | 'y'): Day | undefined {
  switch (unit) {
    case 'd':
      return addDays(today, count)
    case 'w':
      return addDays(today, count * 7)
    case 'm':
      return addMonths(today, count)
    case 'y':
      return addMonths(today, count * 12)
  }
}
