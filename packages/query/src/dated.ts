/** The date of a task as somebody types it: a day of the one grammar, and perhaps a time and a repeater. @see assistants 3.1 */
import { readRest, type DateMark, type Day } from '@notegraph/block-text'
import { dayOf, readDayTerm } from './day-term.ts'

/** A longer text cannot be a day with a time and a repeater. */
const LONGEST = 100
const BRACKETS = /^<(.*)>$/
const DAY_NAME = /^(?:mon|tue|wed|thu|fri|sat|sun)$/i

/**
 * Reads the date of a task.
 *
 * @param today `YYYYMMDD` as a number
 * @returns the day and what follows it; `undefined` for any other text
 * @example
 * readDated('tomorrow 09:00 .+1w', 20261120) // { day: 20261121, rest: '09:00 .+1w' }
 */
export function readDated(text: string, today: Day): Pick<DateMark, 'day' | 'rest'> | undefined {
  if (text.length > LONGEST) return undefined
  const [first = '', ...words] = text
    .trim()
    .replace(BRACKETS, '$1')
    .split(/[ \t]+/)
  const term = readDayTerm(first)
  const day = term && dayOf(term, today)
  if (words[0] !== undefined && DAY_NAME.test(words[0])) words.shift()
  const rest = readRest(words)
  return day === undefined || rest === undefined ? undefined : { day, rest }
}
