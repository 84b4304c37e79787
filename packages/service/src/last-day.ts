/** The last day of a token or a link, as a caller sends it. */
import { addDays, readIsoDay } from '@notegraph/block-text'
import { dayAt, startOfDay } from '@notegraph/graph'
import { quote } from '@notegraph/page-types'
import { badRequest, ok, type Result } from './refusal.ts'

const DAY = 86_400_000

/**
 * Reads a last day.
 *
 * @param expires `YYYY-MM-DD` in the zone
 * @returns the end of that day, in milliseconds since 1970; 400 if it is not a day, or before today
 * @example
 * ```ts
 * endOfLastDay('2026-12-31', 'Europe/Berlin', Date.now())
 * ```
 */
export function endOfLastDay(expires: string, zone: string, now: number): Result<number> {
  const day = readIsoDay(expires)
  if (day === undefined)
    return badRequest(`expires must be a date such as 2026-11-20, not ${quote(expires)}.`)
  if (day < dayAt(now, zone)) return badRequest(`expires must be today or a later day, not ${expires}.`)
  const next = addDays(day, 1)
  // The calendar has no day after its last one.
  return ok(next === undefined ? startOfDay(day, zone) + DAY : startOfDay(next, zone))
}
