/**
 * Ranges of property values. A value is compared as a number or as a day, never as text: `10` comes after `9`.
 *
 * @see assistants 12.1
 */
import { makeDay, readIsoDay, type Day } from '@notegraph/block-text'
import { dayOf, readDayTerm } from './day-term.ts'

/** The ends of a range; an end that is left out is open. */
interface Ends {
  readonly low?: number
  readonly high?: number
}

/** A range, by what it can be compared with; at least one of both. Plain data. */
export interface ValueRange {
  /** Days as `YYYYMMDD`. */
  readonly days?: Ends
  readonly numbers?: Ends
  /** Whether the ends are no part of the range. */
  readonly open: boolean
}

/** How a value is compared. */
export type Comparison = '<' | '<=' | '>' | '>='

const NUMBER = /^[+-]?\d{1,15}(?:\.\d{1,15})?$/
/** A year, perhaps with a month, as fields of the kind `when` have it. */
const PERIOD = /^(\d{4})(?:-(\d{2}))?$/

/** The first and the last day that a text means. */
type Days = readonly [first: Day, last: Day]

function periodOf(text: string): Days | undefined {
  const [, year, month] = PERIOD.exec(text) ?? []
  if (year === undefined) return undefined
  const first = makeDay(Number(year), Number(month ?? 1), 1)
  if (first === undefined) return undefined
  // Days are only compared, so the 31st is after every day of any month.
  return [first, month === undefined ? first - 101 + 12_31 : first + 30]
}

interface Side {
  readonly days?: Days | undefined
  readonly number?: number | undefined
}

const numberOf = (text: string): number | undefined => (NUMBER.test(text) ? Number(text) : undefined)

function sideOf(written: string, today: Day): Side {
  const text = written.trim()
  const term = readDayTerm(text)
  const day = term && dayOf(term, today)
  return { days: day === undefined ? periodOf(text) : [day, day], number: numberOf(text) }
}

/**
 * The values before or after one.
 * @returns undefined if the text is no day and no number
 * @example
 * readComparison('<', '5', 20261120) // { numbers: { high: 5 }, open: true }
 */
export function readComparison(how: Comparison, written: string, today: Day): ValueRange | undefined {
  const { days, number } = sideOf(written, today)
  if (!days && number === undefined) return undefined
  const open = how === '<' || how === '>'
  const isHigh = how.startsWith('<')
  // A period ends with its last day, so a day after 1990 is none of 1990.
  const atDays = days?.[isHigh === open ? 0 : 1]
  const ends = (end: number): Ends => (isHigh ? { high: end } : { low: end })
  return {
    ...(atDays !== undefined && { days: ends(atDays) }),
    ...(number !== undefined && { numbers: ends(number) }),
    open,
  }
}

/**
 * The values between two, both included.
 * @returns undefined unless both are days or both are numbers
 * @example
 * readValueRange('2026-11-20', 'today', 20261128) // { days: { low: 20261120, high: 20261128 }, open: false }
 */
export function readValueRange(from: string, to: string, today: Day): ValueRange | undefined {
  const [low, high] = [sideOf(from, today), sideOf(to, today)]
  const days = low.days && high.days && { low: low.days[0], high: high.days[1] }
  const areNumbers = low.number !== undefined && high.number !== undefined
  if (!days && !areNumbers) return undefined
  return {
    ...(days && { days }),
    ...(areNumbers && { numbers: { low: low.number, high: high.number } }),
    open: false,
  }
}

/**
 * Whether a stored value is in a range.
 * @param value a value under which search finds a property, folded
 * @example
 * isInRange('10', { numbers: { low: 9 }, open: true }) // true
 */
export function isInRange(value: string, { days, numbers, open }: ValueRange): boolean {
  const isIn = (at: number, { low = -Infinity, high = Infinity }: Ends): boolean =>
    open ? at > low && at < high : at >= low && at <= high
  const number = numberOf(value)
  if (numbers && number !== undefined) return isIn(number, numbers)
  const day = days && (readIsoDay(value) ?? periodOf(value)?.[0])
  return days !== undefined && day !== undefined && isIn(day, days)
}
