/** The date of a task in a body: a day, and perhaps a time and a repeater. @see assistants 3.1, 3.2 */
import { idleRepeater, type DateMark } from '@notegraph/block-text'
import { dayAt } from '@notegraph/graph'
import { readDated } from '@notegraph/query'
import { textFaultWords } from '../error-messages.ts'
import { ok, refuse, type Result } from '../refusal.ts'
import { BAD_REQUESTS } from '../request-errors.ts'
import type { WriteContext } from './edit.ts'

/**
 * @param name the member of the body
 * @returns the day and what follows it, such as `09:00 .+1w`; 400 for any other text
 */
export function readTaskDate(
  name: string,
  text: string,
  { now, zone }: WriteContext,
): Result<Pick<DateMark, 'day' | 'rest'>> {
  const date = readDated(text, dayAt(now, zone))
  if (!date) return refuse(BAD_REQUESTS.notTaskDate(name, text))
  const idle = idleRepeater(date)
  if (idle === undefined) return ok(date)
  const error = textFaultWords(name, { fault: 'idle_repeater', repeater: idle })
  return refuse({ code: 'bad_request', error })
}
