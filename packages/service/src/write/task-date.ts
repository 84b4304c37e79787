/** The date of a task in a body: a day, and perhaps a time and a repeater. @see assistants 3.1, 3.2 */
import { readRest, type DateMark } from '@notegraph/block-text'
import { dayAt } from '@notegraph/graph'
import { dayOf, readDayTerm } from '@notegraph/query'
import { ok, refuse, type Result } from '../refusal.ts'
import { BAD_REQUESTS } from '../request-errors.ts'
import type { WriteContext } from './edit.ts'

/** A longer text cannot be a day with a time and a repeater. */
const LONGEST = 100
const BRACKETS = /^<(.*)>$/
const DAY_NAME = /^(?:mon|tue|wed|thu|fri|sat|sun)$/i

/**
 * @param name the member of the body
 * @returns the day and what follows it, such as `09:00 .+1w`; 400 for any other text
 */
export function readTaskDate(
  name: string,
  text: string,
  { now, zone }: WriteContext,
): Result<Pick<DateMark, 'day' | 'rest'>> {
  const [first = '', ...words] = text
    .trim()
    .replace(BRACKETS, '$1')
    .split(/[ \t]+/)
  const term = text.length > LONGEST ? undefined : readDayTerm(first)
  const day = term && dayOf(term, dayAt(now, zone))
  if (words[0] !== undefined && DAY_NAME.test(words[0])) words.shift()
  const rest = readRest(words)
  if (day === undefined || rest === undefined) return refuse(BAD_REQUESTS.notTaskDate(name, text))
  return ok({ day, rest })
}
